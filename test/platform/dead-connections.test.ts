import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { embeddedUrl, postgresProcess, startApp } from "../harness/app-server";
import { HttpClient, until } from "../harness/http-client";

/** The kernel's timer of each established connection from this machine to a port, by source port. */
function timersTo(port: number): Map<number, string> {
  const lines = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  const portOf = (address = "") => Number.parseInt(address.split(":")[1] ?? "", 16);
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote, state]) => portOf(remote) === port && state === "01");
  return new Map(found.map(([, local, , , , timer = ""]) => [portOf(local), timer.split(":")[0] ?? ""]));
}

test("every database connection has TCP keepalive, so that the system closes one whose other end is gone", async ({
  skip,
}) => {
  skip(process.platform !== "linux", "only Linux tells of the timers of connections");
  const app = await startApp({ TRUST_PROXY: "yes" });
  const start = (_: unknown, number: number) => new HttpClient(app).start(`one${number}@mail.example`);
  await Promise.all(Array.from({ length: 20 }, start));
  const port = Number(new URL(embeddedUrl(app.dataDir)).port);
  for (const name of ["lucaya", "lucaya jobs"])
    await until(`each of ${name} has the timer of a keepalive`, async () => {
      const text = "select client_port as own from pg_stat_activity where application_name = $1";
      const connections = await app.query<{ own: number }>(text, [name]);
      const timers = timersTo(port);
      return connections.length > 1 && connections.every(({ own }) => timers.get(own) === "02");
    });
  expect(await app.stop()).toBe(0);
});

test("the app stops even while a query gets no response, and logs that", async () => {
  // Its longest timers run tenfold, and it logs their nominal length.
  const app = await startApp({ NODE_OPTIONS: `--import=${new URL("../harness/hurry.mjs", import.meta.url)}` });
  const unknown = () => fetch(`${app.url}/apply/${crypto.randomUUID()}`, { redirect: "manual" });
  await unknown();
  const connections = await app.query<{ pid: number }>(
    "select pid from pg_stat_activity where pid <> pg_backend_pid()",
  );
  const all = [postgresProcess(app.dataDir), ...connections.map(({ pid }) => pid)];
  // Use "close", because output may follow "exit".
  const ended = once(app.child, "close");
  for (const pid of all) process.kill(pid, "SIGSTOP");
  try {
    // On an existing connection: the app has this request before it answers the next one.
    const request = unknown().catch(() => undefined);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    app.child.kill("SIGTERM");
    expect(await ended).toEqual([1, null]);
    expect(app.output()).toContain("stopping took too long");
    const waits = [...app.output().matchAll(/A timer of (\d+) s/g)].map(([, seconds]) => Number(seconds));
    expect(Math.max(...waits), "a service manager kills after 30 s").toBe(25);
    await request;
  } finally {
    for (const pid of all) process.kill(pid, "SIGCONT");
  }
  await app.stop();
});
