import { request } from "node:http";
import { endStarted } from "../../test/harness/after-file.ts";
import { admin, startApp } from "../../test/harness/app-server.ts";
import { ask, helper, machine } from "../machine.ts";
import { Person } from "../person.ts";
import { figure } from "../table.ts";
import { type Answers, type Attack, type AttackJob, attacks } from "./kinds.ts";

// `npm run attack [-- quick] [-- http://localhost:3000]`: attacks the built app, or one that runs on this machine with
// TRUST_PROXY=yes, while two honest users work; see README.md. Exits 1 when one of them waits for more than a second.

/** Milliseconds: the limit for the honest users' waits (V-ATK-7), and the timeout of a request. */
const promised = 1_000;
const timeout = 120_000;

const args = process.argv.slice(2);
const quick = args.includes("quick");
const seconds = quick ? 6 : 20;
const requestedKind = args.find((word) => word !== "quick");
const own = requestedKind === undefined ? await startApp({ TRUST_PROXY: "yes" }) : undefined;
const url = own?.url ?? loopback(requestedKind ?? "");

console.log(`Lucaya under attack, ${new Date().toISOString().slice(0, 16)}Z, Node ${process.version}, ${machine()}`);
let worst = 0;
try {
  const people = Array.from({ length: 12 }, () => new Person(url));
  for (const person of people) await person.start();
  const attacker = new Person(url);
  await attacker.start();
  const draft = { path: `/apply/${attacker.id}`, cookie: attacker.cookie };
  await get("/");
  printLine("nothing", await honest(people, () => new Promise((resolve) => setTimeout(resolve, seconds * 500))));
  for (const attack of Object.keys(attacks) as Attack[]) {
    const job: AttackJob = {
      attack,
      port: Number(new URL(url).port),
      host: new URL(url).host,
      seconds,
      email: admin.email,
      draft,
    };
    let answers: Answers = {};
    const waits = await honest(people, async () => {
      answers = await ask<Answers>(helper("attackers"), job);
    });
    console.log(`\n${attack}: ${attacks[attack]}`);
    printLine("  beside it", waits);
    console.log(
      `  answered    ${Object.entries(answers)
        .map(([status, count]) => `${count} × ${status}`)
        .join(", ")}`,
    );
    worst = Math.max(worst, ...waits.page.times, ...waits.save.times);
    if (waits.page.failed + waits.save.failed > 0) worst = Number.POSITIVE_INFINITY;
  }
} finally {
  await own?.stop();
  await endStarted();
}
const passed = worst <= promised;
console.log(
  `\nOverall: who does no harm waited at most ${Number.isFinite(worst) ? figure(worst, "ms") : "for an answer that failed"}; promised is ${figure(promised, "ms")}: ${passed ? "kept" : "not kept"}. Afterwards: ${machine()}`,
);
process.exitCode = passed ? 0 : 1;

/** Refuses any host but this machine. */
function loopback(path: string): string {
  const found = URL.canParse(path) ? new URL(path) : undefined;
  if (found?.protocol === "http:" && found.port && /^(localhost|127\.\d+\.\d+\.\d+)$/.test(found.hostname))
    return found.origin;
  console.error(`'${path}' is not an address of this machine, such as http://localhost:3000. Nothing was sent.`);
  process.exit(2);
}

type Waits = Record<"page" | "save", { times: number[]; failed: number }>;

/**
 * Reads a cached page ten times a second and saves twice a second until `work` is done; returns the milliseconds of
 * each.
 */
async function honest(people: Person[], work: () => Promise<unknown>): Promise<Waits> {
  const waits: Waits = { page: { times: [], failed: 0 }, save: { times: [], failed: 0 } };
  const requests: Promise<void>[] = [];
  let turn = 0;
  const measure = (key: keyof Waits, answer: Promise<boolean>) => {
    const started = performance.now();
    const over = (good: boolean) => {
      waits[key].times.push(performance.now() - started);
      if (!good) waits[key].failed += 1;
    };
    requests.push(answer.then(over, () => over(false)));
  };
  // At a fixed rate, whatever the responses take, so that delays add up as for real visitors.
  const timer = setInterval(() => {
    turn += 1;
    measure("page", get("/"));
    const person = people[(turn / 5) % people.length];
    if (turn % 5 === 0 && person)
      measure(
        "save",
        person.save().then(() => true),
      );
  }, 100);
  await work();
  clearInterval(timer);
  await Promise.all(requests);
  return waits;
}

/** Requests a page on a visitor's own connection; returns whether it succeeded. */
function get(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url + path, { agent: false, timeout }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200));
      response.once("error", reject);
    });
    clientRequest.once("timeout", () => clientRequest.destroy(new Error("no answer")));
    clientRequest.once("error", reject).end();
  });
}

function printLine(label: string, waits: Waits) {
  const of = ({ times, failed }: Waits["page"]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) =>
      figure(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
    return `${at(0.5)} / ${at(0.99)} / ${at(1)} ms of ${times.length}${failed > 0 ? `, ${failed} FAILED` : ""}`;
  };
  console.log(`${label}   page (p50 / p99 / most) ${of(waits.page)};   save ${of(waits.save)}`);
}
