import type { AppServer } from "../test/harness/app-server.ts";
import type { Pace } from "./answers.ts";
import { ask, helper, median } from "./machine.ts";
import { measurePage } from "./pages.ts";
import { Person } from "./person.ts";
import { figure, type Line, ratio, spread } from "./table.ts";

const people = 96;
const atOnce = 12;

/** The wizard apart from saves: pages of a step, starts and submissions. `app` must trust the proxy's IPs. */
export async function measureWizard(app: AppServer, pace: Pace): Promise<Line[]> {
  const rounds: { starts: Timed; submissions: Timed; bare: Timed }[] = [];
  let reader: Person | undefined;
  for (let round = 0; round < pace.rounds; round++) {
    const applicants = Array.from({ length: people }, () => new Person(app.url));
    const starts = await timed(applicants, (person) => person.start());
    await timed(applicants, (person) => person.fillIn());
    const [first, ...others] = applicants;
    reader ??= first;
    const submissions = await timed(others, (person) => person.submit());
    rounds.push({ starts, submissions, bare: await timedBare(others) });
  }
  if (!reader) throw new Error("Nobody started");
  const { id, cookie } = reader;
  const open = (step: string) => measurePage(app, `page of ${step}`, `/apply/${id}?step=${step}`, pace, { cookie });
  const line = (label: string, of: (round: (typeof rounds)[number]) => Timed): Line[] => [
    {
      what: `${label}, ${atOnce} at once`,
      measured: `${figure(median(rounds.map((round) => of(round).rate)))}/s${spread(rounds.map((round) => of(round).rate))}`,
      reference: `bare, same client ${figure(median(rounds.map((round) => round.bare.rate)))}/s`,
      ratio: ratio(median(rounds.map((round) => of(round).rate / round.bare.rate))),
    },
    {
      what: "  p50 / p99",
      measured: `${figure(median(rounds.map((round) => of(round).p50)))} / ${figure(median(rounds.map((round) => of(round).p99)))} ms`,
      reference: `bare ${figure(median(rounds.map((round) => round.bare.p50)))} / ${figure(median(rounds.map((round) => round.bare.p99)))} ms`,
    },
  ];
  return [
    ...line("starts", (round) => round.starts),
    ...line("submissions", (round) => round.submissions),
    ...(await open("applicant_info")),
    ...(await open("review_certification")),
  ];
}

type Timed = { rate: number; p50: number; p99: number };

/** Each acts once, so many at a time. */
async function timed(applicants: Person[], act: (person: Person) => Promise<void>): Promise<Timed> {
  const waiting = [...applicants];
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let person = waiting.shift(); person; person = waiting.shift()) {
        const before = performance.now();
        await act(person);
        times.push(performance.now() - before);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

/** The same client with as many requests to a bare server that returns a hundred bytes. */
async function timedBare(applicants: Person[]): Promise<Timed> {
  const bare = helper("bare");
  try {
    const body = Buffer.from("x".repeat(100)).toString("base64");
    const port = await ask<number>(bare, { status: 200, headers: { "content-length": 100 }, body });
    return await timed(applicants, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        body: new URLSearchParams({ a: "b" }),
      });
      await response.arrayBuffer();
    });
  } finally {
    bare.kill();
  }
}
