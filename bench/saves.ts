import { setTimeout as pause } from "node:timers/promises";
import { type AppServer, embeddedUrl } from "../test/harness/app-server.ts";
import type { Pace } from "./answers.ts";
import { type Applicant, makeApplicants } from "./applicants.ts";
import type { Job, Seen } from "./load.ts";
import { ask, helper, median, postgresProcesses, processorTime } from "./machine.ts";
import { figure, type Line, ratio, spread } from "./table.ts";
import type { UpdateJob } from "./updates.ts";

/** Enough to stay below a browser's limit of 30 saves a minute. */
const applicants = 2_000;
const atOnce = 24;
/** The size of the app's own pool. */
const poolSize = 10;

/** Saves of steps 1 to 6 per second, compared to as many plain UPDATEs in the same PostgreSQL. */
export async function measureSaves(app: AppServer, pace: Pace): Promise<Line[]> {
  const people = await makeApplicants(app, applicants);
  await openWizard(app, people);
  await save(app, people, 3);
  const before = await transactions(app);
  const rounds = [];
  for (let round = 0; round < pace.rounds; round++) {
    const saves = await save(app, people, pace.seconds);
    const updates = await update(app, people, saves.answers);
    rounds.push({ ...saves, updates });
  }
  const saved = rounds.reduce((sum, round) => sum + round.answers, 0);
  // Each round had as many plain updates as saves.
  const statements = ((await transactions(app)) - before - saved) / saved;
  const rates = rounds.map((round) => round.rate);
  return [
    {
      what: `wizard saves, ${atOnce} at once`,
      measured: `${figure(median(rates))}/s${spread(rates)}`,
      reference: `plain UPDATE ${figure(median(rounds.map((round) => round.updates)))}/s`,
      ratio: ratio(median(rounds.map((round) => round.rate / round.updates))),
    },
    {
      what: "  p50 / p99 / worst",
      measured: `${[median(rounds.map((round) => round.p50)), median(rounds.map((round) => round.p99)), Math.max(...rounds.map((round) => round.worst))].map((ms) => figure(ms)).join(" / ")} ms`,
      reference: "goal: 1,000/s, p99 under 50 ms",
    },
    {
      what: "  processor time a save, program + PostgreSQL",
      measured: `${figure(median(rounds.map((round) => round.program)) * 1e6)} + ${figure(median(rounds.map((round) => round.postgres)) * 1e6)} µs`,
    },
    {
      what: "  SQL statements a save",
      measured: figure(statements),
    },
  ];
}

/** Each applicant's browser opens the wizard before it saves. */
export async function openWizard(app: AppServer, people: Applicant[]) {
  for (let start = 0; start < people.length; start += 8)
    await Promise.all(
      people.slice(start, start + 8).map(async ({ id, cookie }) => {
        const response = await fetch(`${app.url}/apply/${id}`, { headers: { Cookie: cookie } });
        if (!(await response.text()).includes("applicant_info")) throw new Error("The wizard did not open");
      }),
    );
}

export async function save(app: AppServer, people: Applicant[], seconds: number) {
  const { port, host } = new URL(app.url);
  const job: Job = {
    kind: "saves",
    port: Number(port),
    host,
    connections: atOnce,
    seconds,
    maxRequests: 200_000,
    applicants: people,
  };
  const own = [app.child.pid ?? 0];
  // Connections come and go: the processes are looked up anew, and those that ended count with their parent.
  const postgresTime = () => processorTime(postgresProcesses(app.dataDir));
  const before = { own: processorTime(own), postgres: postgresTime() };
  const seen = await ask<Seen>(helper("load"), job);
  if (Object.keys(seen.failures).length > 0) throw new Error(`Saves failed: ${JSON.stringify(seen.failures)}`);
  // The next round continues where this one ended.
  people.splice(0, people.length, ...seen.applicants);
  return {
    ...seen,
    rate: seen.answers / seen.seconds,
    program: (processorTime(own) - before.own) / seen.answers,
    postgres: (postgresTime() - before.postgres) / seen.answers,
  };
}

/**
 * The number of transactions of the database; each statement outside one counts. PostgreSQL's processes publish their
 * counters after ten idle seconds.
 */
async function transactions(app: AppServer) {
  await pause(11_000);
  const [row] = await app.query<{ count: string }>(
    "select xact_commit::text as count from pg_stat_database where datname = current_database()",
  );
  return Number(row?.count);
}

export async function update(app: AppServer, people: Applicant[], count: number) {
  const ids = people.map(({ id }) => id);
  const job: UpdateJob = { url: embeddedUrl(app.dataDir), ids, count, connections: poolSize };
  return count / (await ask<number>(helper("updates"), job));
}
