import { get, type IncomingHttpHeaders } from "node:http";
import type { Program } from "../test/program.ts";
import type { Serve } from "./bare.ts";
import type { Job, Seen } from "./load.ts";
import { ask, helper, median, processorTime } from "./machine.ts";
import { figure, type Line, ratio, spread } from "./table.ts";

const asBrowser = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br, zstd" };
const plain = { Accept: "text/html" };
export type Pace = { rounds: number; seconds: number };

/** Pages per second, beside the very same bytes from a bare Node server; the two take turns, so that noise hits both. */
export async function measurePage(
  program: Program,
  name: string,
  path: string,
  pace: Pace,
  more: Record<string, string> = {},
): Promise<Line[]> {
  return [
    ...(await measure(program, `${name}, compressed as for a browser`, path, { ...asBrowser, ...more }, pace)),
    ...(await measure(program, `${name}, not compressed`, path, { ...plain, ...more }, pace)),
  ];
}

async function measure(program: Program, name: string, path: string, headers: Record<string, string>, pace: Pace) {
  const port = Number(new URL(program.url).port);
  const answer = await fetchOnce(port, path, headers);
  const bare = helper("bare");
  try {
    const barePort = await ask<number>(bare, answer satisfies Serve);
    const own = { port, pid: program.child.pid ?? 0 };
    const other = { port: barePort, pid: bare.pid ?? 0 };
    const load = (target: { port: number; pid: number }) => loadPage(target, path, headers, pace.seconds);
    // Compilers and caches warm up on both sides.
    await loadPage(own, path, headers, 2);
    await loadPage(other, path, headers, 1);
    const rounds: { own: Measured; other: Measured }[] = [];
    for (let round = 0; round < pace.rounds; round++) rounds.push({ own: await load(own), other: await load(other) });

    const rates = rounds.map((round) => round.own.rate);
    const size = `${figure(Buffer.from(answer.body, "base64").length / 1024)} KB`;
    return [
      {
        what: `${name} (${size})`,
        measured: `${figure(median(rates))}/s${spread(rates)}`,
        beside: `bare ${figure(median(rounds.map((round) => round.other.rate)))}/s`,
        ratio: ratio(median(rounds.map((round) => round.own.rate / round.other.rate))),
      },
      {
        what: "  p50 / p99",
        measured: `${figure(median(rounds.map((round) => round.own.p50)))} / ${figure(median(rounds.map((round) => round.own.p99)))} ms`,
        beside: `bare ${figure(median(rounds.map((round) => round.other.p50)))} / ${figure(median(rounds.map((round) => round.other.p99)))} ms`,
      },
      {
        what: "  processor time of the server a page",
        measured: `${figure(median(rounds.map((round) => round.own.processor)) * 1e6)} µs`,
        beside: `bare ${figure(median(rounds.map((round) => round.other.processor)) * 1e6)} µs`,
        ratio: ratio(median(rounds.map((round) => round.own.processor / round.other.processor))),
      },
    ];
  } finally {
    bare.kill();
  }
}

type Measured = { rate: number; p50: number; p99: number; processor: number };

async function loadPage(
  { port, pid }: { port: number; pid: number },
  path: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<Measured> {
  const job: Job = {
    kind: "page",
    port,
    host: `localhost:${port}`,
    path,
    headers,
    connections: 16,
    seconds,
    most: 500_000,
  };
  const before = processorTime([pid]);
  const seen = await ask<Seen>(helper("load"), job);
  const processor = processorTime([pid]) - before;
  const failed = Object.entries(seen.failures);
  if (failed.length > 0) throw new Error(`${path}: ${JSON.stringify(seen.failures)}`);
  return { rate: seen.answers / seen.seconds, p50: seen.p50, p99: seen.p99, processor: processor / seen.answers };
}

/** One answer of the program, byte for byte, for the bare server to repeat. */
function fetchOnce(port: number, path: string, headers: Record<string, string>): Promise<Serve> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      resolve({
        status: response.statusCode ?? 0,
        headers: { ...ownHeaders(response.headers), "content-length": body.length },
        body: body.toString("base64"),
      });
    }).once("error", reject);
  });
}

/** What the connection itself says is the bare server's own business. */
function ownHeaders(headers: IncomingHttpHeaders) {
  const { connection, "keep-alive": _, "transfer-encoding": __, date, ...rest } = headers;
  return rest;
}
