import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { findWithoutEnding } from "../scripts/check-register.ts";
import type { AppServer } from "../test/harness/app-server.ts";
import { debianProgram } from "../test/harness/debian-packages.ts";
import { drawPassportPage, ocrFont, pageLooks } from "../test/harness/fakes/passport-pages.ts";
import { measurePages, pageRateNames, worsePagesThanStated } from "../test/harness/fakes/passport-rates.ts";
import { percent, statedRates } from "../test/harness/stand-ins/paper-rates.ts";
import { loadPage, type Pace } from "./answers.ts";
import { makeApplicants } from "./applicants.ts";
import { median, memoryOf } from "./machine.ts";
import { openWizard, save } from "./saves.ts";
import { figure, type Line, ratio } from "./table.ts";

/** How many drawn passport pages are read whole. Fails if a rate is worse than docs/documents.md says. */
export async function measurePassportPages(perLook = 40): Promise<Line[]> {
  debianProgram(ocrFont);
  registerHooks(findWithoutEnding);
  const { openPassportReader } = await import("../app/applications/passport/reading/reader.server.ts");
  const read = await openPassportReader();
  const milliseconds: number[] = [];
  const rates = await measurePages(
    (picture) => {
      const started = performance.now();
      const values = read(picture, "2026-11-30");
      milliseconds.push(performance.now() - started);
      return values;
    },
    perLook,
    (text) => console.log(`  ${text}`),
  );
  const stated = statedRates(readFileSync("docs/documents.md", "utf8"));
  const worse = worsePagesThanStated(rates, perLook < 40 ? new Map([...stated].map(([name]) => [name, 60])) : stated);
  if (worse.length > 0) throw new Error(`Worse than docs/documents.md says: ${worse.join(", ")}`);
  return [
    ...pageLooks.map((look) => {
      const { of, whole, offered, wrong } = rates[look];
      return {
        what: pageRateNames[look],
        measured: `${whole} of ${of} whole, ${percent(whole, of)} %`,
        reference: `${offered} offered, ${wrong} wrong`,
      };
    }),
    {
      what: "time to read a page",
      measured: `${figure(median(milliseconds))} ms, slowest ${figure(Math.max(...milliseconds))} ms`,
    },
  ];
}

const waiting = 20;

/** Saves and cached pages while passport pages wait to be read, compared to the same without. */
export async function measureWhileReading(app: AppServer, pace: Pace): Promise<Line[]> {
  debianProgram(ocrFont);
  const people = await makeApplicants(app, 600);
  const readers = await makeApplicants(app, waiting * pace.rounds);
  await openWizard(app, people);
  const page = await drawPassportPage("tilted", 2);
  const own = { port: Number(new URL(app.url).port), pids: [app.child.pid ?? 0] };
  const resident = () => memoryOf(own.pids).resident;
  const load = async () => {
    const saves = await save(app, people, pace.seconds);
    const home = await loadPage(own, "/", { Accept: "text/html" }, pace.seconds);
    return { saves: saves.p50, home: home.p50, saveRate: saves.rate, homeRate: home.rate };
  };
  await load();
  type Load = Awaited<ReturnType<typeof load>>;
  const rounds: { alone: Load; reading: Load; atStart: number; atEnd: number }[] = [];
  let most = 0;
  for (let round = 0; round < pace.rounds; round++) {
    const alone = await load();
    const before = resident();
    for (const { id, cookie, address } of readers.splice(0, waiting)) {
      const body = new FormData();
      body.set("attempt", crypto.randomUUID());
      body.set("type", "passport_copy");
      body.set("file", new File([new Uint8Array(page.picture)], "passport.jpg"));
      const headers = { Origin: app.url, Cookie: cookie, "X-Forwarded-For": address };
      const response = await fetch(`${app.url}/apply/${id}/documents/save`, { method: "POST", headers, body });
      if (!response.ok) throw new Error(`An upload was refused with ${response.status}`);
    }
    const left = () => waitingPages(app);
    const atStart = await left();
    const reading = await load();
    const atEnd = await left();
    most = Math.max(most, resident() - before);
    rounds.push({ alone, reading, atStart, atEnd });
    while ((await left()) > 0) await pause(500);
    most = Math.max(most, resident() - before);
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  return [
    {
      what: `saves while ${waiting} pages wait (${of((round) => round.atStart)} to ${of((round) => round.atEnd)} of them)`,
      measured: `${figure(of((round) => round.reading.saveRate))}/s`,
      reference: `without ${figure(of((round) => round.alone.saveRate))}/s, goal: at most 2 × as slow`,
      ratio: ratio(of((round) => round.alone.saveRate / round.reading.saveRate)),
    },
    {
      what: "  p50 of a save",
      measured: `${figure(of((round) => round.reading.saves))} ms`,
      reference: `without ${figure(of((round) => round.alone.saves))} ms`,
      ratio: ratio(of((round) => round.reading.saves / round.alone.saves)),
    },
    {
      what: "cached home page",
      measured: `${figure(of((round) => round.reading.homeRate))}/s`,
      reference: `without ${figure(of((round) => round.alone.homeRate))}/s, goal: at most 2 × as slow`,
      ratio: ratio(of((round) => round.alone.homeRate / round.reading.homeRate)),
    },
    {
      what: "  p50 of a page",
      measured: `${figure(of((round) => round.reading.home))} ms`,
      reference: `without ${figure(of((round) => round.alone.home))} ms`,
      ratio: ratio(of((round) => round.reading.home / round.alone.home)),
    },
    { what: "resident memory that reading adds", measured: `${figure(most)} MB`, reference: "goal: at most 400 MB" },
  ];
}

async function waitingPages(app: AppServer): Promise<number> {
  const [row] = await app.query<{ count: number }>(
    "select count(*)::int as count from passport_readings where state = 'waiting'",
  );
  return row?.count ?? 0;
}
