import { type Applicant, nextSave, takeOutcome } from "./applicants.ts";
import { openConnection, requestText } from "./connection.ts";

// The load generator, in its own process: receives one job by IPC, reports the result, and exits.

type Bounds = { port: number; host: string; connections: number; seconds: number; maxRequests: number };
export type Job = Bounds &
  (
    | { kind: "page"; path: string; headers: Record<string, string>; anew: boolean }
    | { kind: "saves"; applicants: Applicant[] }
  );
export type Seen = {
  answers: number;
  failures: Record<string, number>;
  seconds: number;
  bytes: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
  /** The applicants after their saves, with which the next job continues. */
  applicants: Applicant[];
};

type Turn = { request: string; check: (status: number, body: Buffer) => string | undefined };

process.once("message", async (job: Job) => {
  const seen = await run(job, job.kind === "page" ? pageTurns(job) : saveTurns(job));
  const answer: Seen = { ...seen, applicants: job.kind === "saves" ? job.applicants : [] };
  process.send?.(answer, () => process.exit(0));
});

/** Every connection sends its next request as soon as the last one is answered, until time or count are used up. */
async function run(bounds: Bounds, turns: () => Turn): Promise<Omit<Seen, "applicants">> {
  const times: number[] = [];
  const failures: Record<string, number> = {};
  let bytes = 0;
  let sent = 0;
  const connections = await Promise.all(Array.from({ length: bounds.connections }, () => openConnection(bounds.port)));
  const started = performance.now();
  const deadline = started + bounds.seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      while (sent < bounds.maxRequests && performance.now() < deadline) {
        sent++;
        const turn = turns();
        const before = performance.now();
        const answer = await connection.send(turn.request);
        times.push(performance.now() - before);
        bytes += answer.bytes;
        const failure = turn.check(answer.status, answer.body);
        if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
      }
      connection.close();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { answers: times.length, failures, seconds, bytes, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

function pageTurns({ host, path, headers, anew }: Extract<Job, { kind: "page" }>): () => Turn {
  const run = Date.now().toString(36);
  let turn = 0;
  const request = requestText("GET", host, path, headers);
  const check = (status: number) => (status === 200 ? undefined : `status ${status}`);
  if (anew) return () => ({ request: requestText("GET", `${run}-${turn++}.example`, path, headers), check });
  return () => ({ request, check });
}

/** Applicants take turns; like the wizard, none saves again before the last save was answered. */
function saveTurns({ host, applicants }: Extract<Job, { kind: "saves" }>): () => Turn {
  const waiting = [...applicants];
  return () => {
    const applicant = waiting.shift();
    if (!applicant) throw new Error("There are fewer applicants than connections");
    const save = nextSave(applicant);
    const request = requestText("POST", host, `/apply/${applicant.id}/save`, save.headers(host), save.body);
    return {
      request,
      check: (status, body) => {
        waiting.push(applicant);
        return takeOutcome(applicant, save, status, body);
      },
    };
  };
}
