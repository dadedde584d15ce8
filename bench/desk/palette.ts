import type { AppServer } from "../../test/harness/app-server.ts";
import { median } from "../machine.ts";
import { figure, type Line, ratio, spread } from "../table.ts";
import { applicationsList } from "./applications.ts";
import { type DeskList, type Question, timesOf } from "./desk.ts";
import { inquiriesList } from "./inquiries.ts";

const pathsFor = (words: string[]) => words.map((word) => `/admin/palette?q=${encodeURIComponent(word)}`);

/** The palette's requests while typing, with full lists of applications and inquiries. */
export const palette: DeskList = {
  name: "The palette",
  async fill(app: AppServer, count: number) {
    await applicationsList.fill(app, count);
    await inquiriesList.fill(app, count);
  },
  async questions(app: AppServer): Promise<Question[]> {
    const sample = await app.query<{ number: string; email: string; name: string; phone: string }>(
      `select application_number as number, user_email as email, metadata->'step1'->>'lastName' as name, i.phone
       from visa_applications a join (select phone, row_number() over () as n from visa_inquiries limit 5) i on true
       where application_number > 'BV26-' || upper(substr(md5(i.n::text), 1, 4)) and metadata->'step1' ? 'lastName'
       order by application_number limit 5`,
    );
    return [
      { what: "nothing typed: opened last", paths: ["/admin/palette?q="] },
      { what: "a number", paths: pathsFor(sample.map(({ number }) => number)) },
      { what: "the beginning of a number", paths: pathsFor(sample.map(({ number }) => number.slice(0, 9))) },
      { what: "a name", paths: pathsFor(sample.map(({ name }) => name)) },
      { what: "a name that many have", paths: pathsFor(["rolle", "nunez", "chen marie"]) },
      { what: "an email", paths: pathsFor(sample.map(({ email }) => email)) },
      { what: "a phone", paths: pathsFor(sample.map(({ phone }) => phone)) },
      { what: "a word of every email", paths: pathsFor(["mail.example"]) },
      { what: "two and three letters", paths: pathsFor(["wu", "qz", "zqx", "wei"]) },
      { what: "nothing found", paths: pathsFor(["nobody of that name", "zzqx@nowhere"]) },
    ];
  },
  /** Few digits are in nearly every phone number: their cost compared to opening the palette. */
  async more(app: AppServer, cookie: string): Promise<Line[]> {
    const nothing = median(await timesOf(app, cookie, { what: "", paths: pathsFor([""]) }));
    const lines: Line[] = [];
    for (const digits of ["1", "12", "242"]) {
      const times = await timesOf(app, cookie, { what: digits, paths: pathsFor([digits]) });
      lines.push({
        what: `fewer than four digits, ${digits} (F-RUN-3: under 50 ms)`,
        measured: `${figure(median(times), "ms")}${spread(times)}`,
        reference: `nothing typed ${figure(nothing, "ms")}`,
        ratio: ratio(median(times) / nothing),
      });
    }
    return lines;
  },
};
