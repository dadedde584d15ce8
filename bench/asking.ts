import type { AppServer } from "../test/harness/app-server.ts";
import { median } from "./machine.ts";
import { figure, type Line, ratio, spread } from "./table.ts";

let people = 0;
const limits = "delete from limit_counts";

/**
 * Milliseconds of a link request and a start for an email with no, one and five applications, relative to none: at 1 ×
 * the time reveals nothing about an email (V-ATK-19).
 */
export async function measureAsking(app: AppServer, rounds: number): Promise<Line[]> {
  const counts = [0, 1, 5];
  const linkTimes = new Map<number, number[]>(counts.map((count) => [count, []]));
  const started = new Map<number, number[]>(counts.map((count) => [count, []]));
  // Interleaved, so that other load on the machine affects all three alike; the first rounds warm up.
  for (let round = -3; round < rounds; round++)
    for (const count of counts) {
      const email = `asked.${crypto.randomUUID()}@mail.example`;
      for (let index = 0; index < count; index++) await post(app, "/apply", startOf(email));
      await app.query(limits);
      const times = [await post(app, "/apply/start", { asked: email }), await post(app, "/apply", startOf(email))];
      if (round < 0) continue;
      linkTimes.get(count)?.push(times[0] ?? 0);
      started.get(count)?.push(times[1] ?? 0);
    }
  return [...linesOf("a link for an email", linkTimes), ...linesOf("a start with an email", started)];
}

function linesOf(label: string, seen: Map<number, number[]>): Line[] {
  const none = median(seen.get(0) ?? []);
  return [...seen].map(([count, times]) => ({
    what: `${label} with ${count} applications`,
    measured: `${figure(median(times))} ms${spread(times)}`,
    ratio: ratio(median(times) / none),
  }));
}

const startOf = (email: string) => ({ email, terms: "yes", attempt: crypto.randomUUID() });

async function post({ url }: AppServer, path: string, fields: Record<string, string>): Promise<number> {
  const ip = `10.78.${++people >> 8}.${people & 255}`;
  const before = performance.now();
  const response = await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "x-forwarded-for": ip },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${path}: ${response.status}`);
  return performance.now() - before;
}
