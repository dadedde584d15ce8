import { get, type IncomingHttpHeaders } from "node:http";
import type { Serve } from "./bare.ts";
import type { Job, Seen } from "./load.ts";
import { ask, helper, processorTime } from "./machine.ts";

export type Pace = { rounds: number; seconds: number };
export type Measured = { rate: number; p50: number; p99: number; processor: number };

/** `anew` sends a different Host with each request, so that no page is cached. */
export async function loadPage(
  { port, pids }: { port: number; pids: number[] },
  path: string,
  headers: Record<string, string>,
  seconds: number,
  anew = false,
): Promise<Measured> {
  const job: Job = {
    kind: "page",
    port,
    host: `localhost:${port}`,
    anew,
    path,
    headers,
    connections: 16,
    seconds,
    maxRequests: 500_000,
  };
  const before = processorTime(pids);
  const seen = await ask<Seen>(helper("load"), job);
  const processor = processorTime(pids) - before;
  const failed = Object.entries(seen.failures);
  if (failed.length > 0) throw new Error(`${path}: ${JSON.stringify(seen.failures)}`);
  return { rate: seen.answers / seen.seconds, p50: seen.p50, p99: seen.p99, processor: processor / seen.answers };
}

/** Fetches one response of the app byte for byte, for the bare server to repeat. */
export function fetchOnce(port: number, path: string, headers: Record<string, string>): Promise<Serve> {
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

/** Without connection headers, which the bare server sets itself. */
function ownHeaders(headers: IncomingHttpHeaders) {
  const { connection, "keep-alive": _, "transfer-encoding": __, date, ...rest } = headers;
  return rest;
}
