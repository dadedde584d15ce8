import { type AppServer, admin } from "../../test/harness/app-server.ts";
import { median } from "../machine.ts";
import { figure, type Line, spread } from "../table.ts";

/** A desk list: how its table is filled, and which requests are measured. */
export type DeskList = {
  name: string;
  /** Inserts rows until there are `count`, with set-based SQL. */
  fill: (app: AppServer, count: number) => Promise<void>;
  /** The questions with their URLs, used in turn, so that consecutive responses differ. */
  questions: (app: AppServer) => Promise<Question[]>;
  /** Further measurements, with the session's cookie. */
  more?: (app: AppServer, cookie: string) => Promise<Line[]>;
};
export type Question = { what: string; paths: string[] };

/** The goal in milliseconds for a list with a million rows. */
const goal = 50;

/**
 * Times of complete responses over HTTP, one after the other, for each size. A path that ends in `.data` (before its
 * search) is a request by the script of an open page; the others are documents.
 */
export async function measureDesk(
  app: AppServer,
  lists: readonly DeskList[],
  sizes: readonly number[],
  print: (title: string, lines: Line[]) => void,
): Promise<void> {
  const cookie = await signIn(app);
  for (const list of lists) {
    for (const size of sizes) {
      const began = performance.now();
      await list.fill(app, size);
      const filled = (performance.now() - began) / 1000;
      const lines: Line[] = [];
      for (const question of await list.questions(app)) lines.push(await measure(app, cookie, question));
      if (list.more) lines.push(...(await list.more(app, cookie)));
      print(`${list.name}, ${figure(size)} (filled in ${figure(filled)} s)`, lines);
    }
  }
}

const turns = 15;
const asBrowser = { "accept-encoding": "gzip, deflate, br, zstd" };

export async function measure(app: AppServer, cookie: string, question: Question): Promise<Line> {
  const times = await timesOf(app, cookie, question);
  const middle = median(times);
  return {
    what: question.what,
    measured: `${figure(middle, "ms")}${spread(times)}`,
    reference: middle < goal ? "" : `over the goal of ${goal} ms`,
  };
}

/** Milliseconds of each response. */
export async function timesOf({ url }: AppServer, cookie: string, { paths }: Question): Promise<number[]> {
  const times: number[] = [];
  // Two rounds are not counted: the first read of an index comes from disk.
  for (let round = -2; round < turns; round++) {
    const path = paths[(round + 2) % paths.length] ?? "";
    const began = performance.now();
    const response = await fetch(url + path, { headers: { cookie, ...asBrowser }, redirect: "manual" });
    await response.arrayBuffer();
    if (round >= 0) times.push(performance.now() - began);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  }
  return times;
}

/** As after the first sign-in, which asks for a name and a password of one's own. */
export async function signIn({ url, query }: AppServer): Promise<string> {
  const ended = "update admin_users set password_is_temporary = false, name = 'Bench' where lower(email) = lower($1)";
  await query(ended, [admin.email]);
  const body = new URLSearchParams({ email: admin.email, password: admin.password });
  const response = await fetch(`${url}/admin/login`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { origin: url },
  });
  if (response.status !== 302) throw new Error(`Not signed in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
