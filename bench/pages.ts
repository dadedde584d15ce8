import type { AppServer } from "../test/harness/app-server.ts";
import { fetchOnce, loadPage, type Measured, type Pace } from "./answers.ts";
import type { Serve } from "./bare.ts";
import { ask, helper, median } from "./machine.ts";
import { figure, type Line, ratio, spread } from "./table.ts";

const asBrowser = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br, zstd" };
const plain = { Accept: "text/html" };

/** Pages per second, compared to the same bytes from a bare Node server; interleaved, so that noise affects both. */
export async function measurePage(
  app: AppServer,
  name: string,
  path: string,
  pace: Pace,
  more: Record<string, string> = {},
): Promise<Line[]> {
  return [
    ...(await measure(app, `${name}, compressed as for a browser`, path, { ...asBrowser, ...more }, pace)),
    ...(await measure(app, `${name}, not compressed`, path, { ...plain, ...more }, pace)),
  ];
}

async function measure(app: AppServer, name: string, path: string, headers: Record<string, string>, pace: Pace) {
  const port = Number(new URL(app.url).port);
  const answer = await fetchOnce(port, path, headers);
  const bare = helper("bare");
  try {
    const barePort = await ask<number>(bare, answer satisfies Serve);
    const own = { port, pids: [app.child.pid ?? 0] };
    const otherServer = { port: barePort, pids: [bare.pid ?? 0] };
    const load = (target: { port: number; pids: number[] }) => loadPage(target, path, headers, pace.seconds);
    // Warm up compilers and caches on both sides: React's code is fully compiled after a few hundred pages.
    await loadPage(own, path, headers, 6);
    await loadPage(otherServer, path, headers, 1);
    const rounds: { own: Measured; other: Measured }[] = [];
    for (let round = 0; round < pace.rounds; round++)
      rounds.push({ own: await load(own), other: await load(otherServer) });

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
