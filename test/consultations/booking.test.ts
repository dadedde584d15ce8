import { readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { beforeAll, describe, expect, test } from "vitest";
import { type AppServer, embeddedUrl, startApp } from "../harness/app-server";
import { writtenMails } from "../harness/desk/inquirer";
import { HttpClient, until } from "../harness/http-client";
import { bookingSettings, hourIn, openAllDay, takesConsultations } from "../harness/in-process/takers";
import { hrefs, part, readPage, textOfElement } from "../harness/page-text";
import { screenOf } from "../harness/screen";

const app = await startApp({ TRUST_PROXY: "yes" });
// Its files are encrypted with a key derived from the secret.
const SECRET = readFileSync(join(app.dataDir, "secret"), "utf8").trim();
const second = await startApp({ DATABASE_URL: embeddedUrl(app.dataDir), SECRET, TRUST_PROXY: "yes" });
const [row] = await app.query<{ id: string }>("select id from admin_users limit 1");
const admin = row?.id ?? "";

const path = "/consultation";
const mainOf = async (at: string, of = app) => part((await readPage(of, at)).screen, "main");
const linkNamed = async (at: string, name: RegExp, of = app) =>
  (await mainOf(at, of)).queryAllByRole("link", { name }).map((link) => link.getAttribute("href"));

let people = 0;
const fields = (more: Record<string, string> = {}) => ({
  ...{ name: "Natasha Rolle", email: `natasha${++people}@mail.example`, way: "phone", phone: "+1 242 555 0111" },
  ...{ topic: "Canadian eTA", about: "A visit to my sister", privacyConsent: "yes", zone: "Europe/London" },
  ...{ attempt: crypto.randomUUID(), time: hourIn(3).toISOString() },
  ...more,
});
type Fields = ReturnType<typeof fields>;
const book = async (sent: Fields, client = new HttpClient(app)) => {
  const response = await client.post(path, sent);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, screen: screenOf(html) };
};
const clear = async () => {
  for (const table of ["consultations", "visa_inquiries", "limit_counts"]) await app.query(`delete from ${table}`);
};
const rows = () =>
  app.query<{ id: string; state: string; inquiry_id: string | null; email: string }>("select * from consultations");

const takeConsultations = async () => {
  await openAllDay(app);
  await takesConsultations(app, admin);
};

const gone = "That time is not free any more. Please choose another.";

/** Whether the page has `noindex`, and whether the sitemap lists it. */
async function toSearchEngines() {
  const { html } = await readPage(app, path);
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  return [html.includes('content="noindex'), sitemap.includes(`${path}</loc>`)];
}

test("[B-BOOK-1] while no admin takes consultations the page says so, and the links lead to the contact page", async () => {
  const main = await mainOf(path);
  expect(main.words).toContain("No times can be booked online at the moment.");
  expect(hrefs(main)).toEqual(
    expect.arrayContaining([
      "/contact",
      expect.stringMatching(/^tel:/),
      expect.stringMatching(/^mailto:/),
      expect.stringContaining("wa.me"),
    ]),
  );
  expect(main.queryByRole("form", { name: "Consultation" })).toBeNull();
  expect(await linkNamed("/", /Book a consultation|Free 30-minute consultation/)).toEqual(["/contact", "/contact"]);
  expect(await linkNamed("/about", /Book a consultation/)).toEqual(["/contact"]);
  expect(await linkNamed("/blog", /Book a consultation/)).toEqual(["/contact"]);
  expect(await linkNamed("/contact", /Book a consultation/)).toEqual([]);
  expect(await toSearchEngines()).toEqual([true, false]);
});

describe("with an admin who takes consultations", () => {
  beforeAll(takeConsultations);

  test("[B-BOOK-1, B-CHECK-9] the links of both instances lead to the free times, and back once booking is closed", async () => {
    const all = async (of: AppServer) => [
      ...(await linkNamed("/", /Book a consultation|Free 30-minute consultation/, of)),
      ...(await linkNamed("/about", /Book a consultation/, of)),
      ...(await linkNamed("/blog", /Book a consultation/, of)),
      ...(await linkNamed("/contact", /Book a consultation/, of)),
      ...(await linkNamed("/do-i-need-a-visa?passport=BS&to=GB&for=visit", /Ask us, free/, of)),
    ];
    for (const of of [app, second])
      await until("all links lead to the times", async () => {
        const found = await all(of);
        return found.length === 6 && found.every((href) => href === path);
      });
    expect(await toSearchEngines()).toEqual([false, true]);
    expect(hrefs(await mainOf("/about"))).toContain("/contact");
    expect(hrefs(await mainOf("/"))).toContain("/services");
    await bookingSettings(app, { isOpen: false });
    for (const of of [app, second])
      await until("no link leads to the times", async () => !(await all(of)).includes(path));
    expect((await mainOf(path)).words).toContain("No times can be booked online at the moment.");
    await app.query("delete from site_settings where key = 'consultations'");
  });

  test("[B-BOOK-1] the page lists fourteen days, names no staff, and leads to later and earlier days", async () => {
    await clear();
    const page = await readPage(app, path);
    expect(page.html).not.toContain("desk@lucaya.example");
    const main = part(page.screen, "main");
    const daysOf = (of: typeof main) =>
      of.getAllByRole("group").filter((group) => group.matches("fieldset:has([name=time])"));
    expect(daysOf(main)).toHaveLength(14);
    const later = main.getByRole("link", { name: "Later days" }).getAttribute("href") ?? "";
    expect(main.queryByRole("link", { name: "Earlier days" })).toBeNull();
    const next = await mainOf(later);
    expect(daysOf(next)).toHaveLength(14);
    expect(next.getByRole("link", { name: "Earlier days" })).toBeTruthy();
    const last = await mainOf(next.getByRole("link", { name: "Later days" }).getAttribute("href") ?? "");
    expect(daysOf(last).length).toBeLessThanOrEqual(3);
    expect(last.queryByRole("link", { name: "Later days" })).toBeNull();
  });

  test("[B-BOOK-5] without script the select shows the times of another zone by GET", async () => {
    const main = await mainOf(`${path}?zone=Europe/London`);
    const select = main.getByLabelText<HTMLSelectElement>("Show times in");
    expect([select.form?.method, select.form?.getAttribute("action"), select.value]).toEqual([
      ...["get", path, "Europe/London"],
    ]);
    const [radio] = main.getAllByRole<HTMLInputElement>("radio").filter(({ name }) => name === "time");
    expect(textOfElement(radio?.closest("label") as HTMLElement)).toMatch(/\d (am|pm) Nassau .*\d (am|pm) London$/);
    expect((await mainOf(path)).element.textContent).not.toMatch(/ (am|pm) London/);
    expect(
      (await mainOf(`${path}?zone=Mars/Base&from=yesterday`)).getByLabelText<HTMLSelectElement>("Show times in").value,
    ).toBe("America/Nassau");
  });

  test("[B-BOOK-6, B-BOOK-26] each mistake is named at its field, and everything typed stays, the time too", async () => {
    await clear();
    const time = hourIn(3).toISOString();
    const wrong = { name: "", email: "natasha@", way: "", phone: "12", privacyConsent: "", topic: "Moon Visa" };
    const { status, screen } = await book(fields({ ...wrong, about: "a".repeat(151), time }));
    expect(status).toBe(422);
    const links = inside(screen).map((link) => [link.getAttribute("href"), link.textContent]);
    expect(links).toEqual([
      ["#name", "Full name is required"],
      ["#email", "Please enter a valid email address"],
      ["#way", "Choose how we should talk."],
      ["#phone", expect.stringMatching(/^Please enter/)],
      ["#topic", "Topic: choose one of the options"],
      ["#about", "What it is about: 151 of 150 characters"],
      ["#privacyConsent", "You must accept the privacy policy to submit this form."],
    ]);
    expect(screen.getByLabelText<HTMLInputElement>(/Email address/).value).toBe("natasha@");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/What it is about/).value).toHaveLength(151);
    expect(chosenIn(screen)).toBe(time);
    expect(screen.element.querySelector("[name*=passport i], [name=nationality]")).toBeNull();
    const noPhone = await book(fields({ phone: "", way: "whatsapp" }));
    expect(noPhone.screen.words).toContain("Please give us the number that we should call.");
    expect((await book(fields({ time: "" }))).screen.words).toContain("Choose a time.");
    expect(await rows()).toEqual([]);
    expect((await book(fields({ phone: "", way: "office", about: "", topic: "" }))).status).toBe(200);
  });

  test("[B-BOOK-6] an address that looks misspelled is asked about before anything is booked", async () => {
    await clear();
    const sent = fields({ email: "natasha@gmial.com" });
    const asked = await book(sent);
    expect(asked.screen.words).toContain("Did you mean natasha@gmail.com?");
    expect(await rows()).toEqual([]);
    const use = await book({ ...sent, intent: "use:natasha@gmail.com" } as Fields);
    expect(use.screen.words).toContain("our email to natasha@gmail.com by");
    expect(await rows()).toMatchObject([{ email: "natasha@gmail.com" }]);
    await clear();
    await book({ ...sent, intent: "keep:natasha@gmial.com" } as Fields);
    expect(await rows()).toMatchObject([{ email: "natasha@gmial.com" }]);
  });
});

describe("a booking", () => {
  beforeAll(takeConsultations);

  test("[B-BOOK-9, B-BOOK-13] a booking is confirmed by the mailed link, which changes nothing before its button", async () => {
    await clear();
    const sent = fields();
    const { status, screen } = await book(sent);
    expect(status).toBe(200);
    expect(screen.words).toMatch(
      new RegExp(
        `Please confirm by the link in our email to ${sent.email} by \\d+:\\d\\d [ap]m, Nassau time. Until then the time is kept for you.`,
      ),
    );
    const mail = await until("the mail", async () => {
      const mails = await Promise.all([app, second].flatMap(writtenMails).map((source) => PostalMime.parse(source)));
      return mails.find(({ to }) => to?.some(({ address }) => address === sent.email));
    });
    const token = /\/consultation\/confirm\?token=([\w-]+)/.exec(mail.text ?? "")?.[1] ?? "";
    const link = `/consultation/confirm?token=${token}`;
    const client = new HttpClient(second);
    const opened = await client.get(link);
    expect([opened.status, opened.headers.get("cache-control")]).toEqual([200, expect.stringContaining("no-store")]);
    const asked = screenOf(await opened.text());
    expect(asked.getByRole("button", { name: "Confirm my consultation" })).toBeTruthy();
    expect(await rows()).toMatchObject([{ state: "unconfirmed", inquiry_id: null }]);
    for (const of of [app, second, app]) {
      const done = await new HttpClient(of).post("/consultation/confirm", { token });
      expect(done.status).toBe(200);
      expect(screenOf(await done.text()).words).toContain("Your consultation is booked");
    }
    const [row] = await rows();
    expect(row).toMatchObject({ state: "booked" });
    expect(await app.query("select email, came_by, owner_id from visa_inquiries")).toEqual([
      { email: sent.email, came_by: "Booking", owner_id: admin },
    ]);
    expect(await client.get(`${link}x`)).toMatchObject({ status: 404 });
    const wrong = await client.post("/consultation/confirm", { token: "x" });
    expect([wrong.status, screenOf(await wrong.text()).words]).toEqual([
      404,
      expect.stringContaining("This link does not work any more"),
    ]);
  });

  test("[B-BOOK-8, B-BOOK-7] of fifty bookings of one time at two instances at once one gets it, the others choose again", async () => {
    await clear();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => book(fields(), new HttpClient(index % 2 ? app : second))),
    );
    const others = answers.filter(({ status }) => status !== 200 && status !== 409);
    expect(others.map(({ status, screen }) => [status, screen.words.slice(0, 300)])).toEqual([]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(49);
    expect(await rows()).toHaveLength(1);
    const { screen } = refused[0] ?? { screen: screenOf("") };
    const alert = screen.getByRole("alert");
    expect(textOfElement(alert)).toContain(gone);
    expect(alert.querySelectorAll("[name=time]")).toHaveLength(6);
    expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Natasha Rolle");
    expect(screen.getByLabelText<HTMLInputElement>("Phone").checked).toBe(true);
  });

  test("[B-BOOK-12] past the limit 429 says when to try again, and the form is returned", async () => {
    await clear();
    const sent = fields();
    for (let more = 0; more < 5; more++)
      expect((await book({ ...sent, attempt: crypto.randomUUID() })).status).toBe(200);
    const { status, headers, screen } = await book({ ...sent, attempt: crypto.randomUUID() });
    expect([status, headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(screen.words).toMatch(
      /Too many bookings were sent with this email address. Please try again in (an hour|\d+ minutes)/,
    );
    expect(screen.getByLabelText<HTMLInputElement>("Email address").value).toBe(sent.email);
    expect(chosenIn(screen)).toBe(sent.time);
  });

  test("[B-BOOK-23] after a kill -9 amid bookings each is whole with its mail, or not there", async () => {
    await clear();
    await app.query("delete from email_notifications");
    const times = Array.from({ length: 40 }, (_, index) => hourIn(3 + (index % 20), 12 + Math.floor(index / 20) * 4));
    const sent = times.map((time) =>
      book(fields({ time: time.toISOString() }), new HttpClient(second)).catch(() => null),
    );
    await until("some are stored", async () => (await rows()).length >= 5);
    second.child.kill("SIGKILL");
    await Promise.all(sent);
    await until("the killed one’s transactions have ended", async () => {
      const [open] = await app.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%'",
      );
      return open?.n === 0;
    });
    const whole = await app.query<{ cells: number; mails: number }>(
      `select (select count(*)::int from consultation_cells c where c.consultation_id = b.id) as cells,
         (select count(*)::int from email_notifications m where m.template_data->>'consultation' = b.id::text) as mails
       from consultations b`,
    );
    expect(whole.length).toBeGreaterThan(4);
    expect(whole).toEqual(whole.map(() => ({ cells: 3, mails: 1 })));
    const [lost] = await app.query(
      "select count(*)::int as n from consultation_cells c where not exists (select from consultations b where b.id = c.consultation_id)",
    );
    expect(lost).toEqual({ n: 0 });
  });
});

const inside = (screen: ReturnType<typeof screenOf>) => [
  ...screen.getByRole("alert").querySelectorAll<HTMLAnchorElement>("a[href^='#']"),
];
const chosenIn = (screen: ReturnType<typeof screenOf>) =>
  screen.element.querySelector<HTMLInputElement>("[name=time]:checked, [name=time][type=hidden]")?.value;
