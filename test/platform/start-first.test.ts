import { once } from "node:events";
import { chownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import {
  asSuperuser,
  embeddedUrl,
  emptyDataDir,
  isAlive,
  postgresProcess,
  spawnApp,
  startApp,
} from "../harness/app-server";
import { HttpClient, until } from "../harness/http-client";

/** Whether the app starting on a directory has an open transaction, once there is a database. */
async function isWriting(folder: string) {
  const client = new pg.Client({ connectionString: embeddedUrl(folder) });
  const open = "select 1 from pg_stat_activity where application_name = 'lucaya' and xact_start is not null";
  try {
    await client.connect();
    return (await client.query(open)).rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
/** From the kernel, not from the settings: 0A is listening, 0100007F is 127.0.0.1. */
const listeningOn = (port: string) =>
  ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "utf8").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === "0A")
    .map(([, local]) => local);

// Each creates a database from nothing, which is mostly waiting.
describe.concurrent("a first start", () => {
  test("[A-FAIL-7] without DATABASE_URL the app starts its own PostgreSQL, on loopback only, and keeps its secrets private", async () => {
    const folder = await emptyDataDir();
    const app = await startApp({ DATA_DIR: folder, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
    await new HttpClient(app).start("private@mail.example");
    const mails = () => readdirSync(join(folder, "outbox")).filter((name) => name.endsWith(".eml"));
    await until("the mail is written", () => readdirSync(folder).includes("outbox") && mails().length === 1);

    const mode = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
    for (const file of [
      "postgres-password",
      "postgres-superuser-password",
      "secret",
      "first-admin.txt",
      "postgres.log",
      `outbox/${mails()[0]}`,
    ])
      expect([file, mode(file)]).toEqual([file, "600"]);
    for (const directory of ["postgres", "outbox"]) expect([directory, mode(directory)]).toEqual([directory, "700"]);
    expect(readFileSync(join(folder, "postgres-password"), "utf8").length).toBeGreaterThanOrEqual(32);

    const port = Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[3]);
    const hex = port.toString(16).toUpperCase().padStart(4, "0");
    if (process.platform === "linux") expect(listeningOn(hex)).toEqual([`0100007F:${hex}`]);
    const rules = await asSuperuser(app, "select distinct auth_method as method from pg_hba_file_rules");
    expect(rules).toEqual([{ method: "scram-sha-256" }]);
    expect(await app.stop()).toBe(0);
  });

  test("started as root on another user's directory, the app runs, and PostgreSQL doesn't run as root", async ({
    skip,
  }) => {
    skip(process.getuid?.() !== 0, "only root starts PostgreSQL as another user");
    const folder = await emptyDataDir();
    chownSync(folder, 65534, 65534);
    const app = await startApp({ DATA_DIR: folder });
    const owner = statSync(`/proc/${postgresProcess(folder)}`).uid;
    expect(owner).not.toBe(0);
    expect(statSync(join(folder, "postgres")).uid).toBe(owner);
    await new HttpClient(app).start("owner@mail.example");
    expect(await app.stop()).toBe(0);
  });

  test("of two simultaneous starts on one directory one serves and the other is refused", async () => {
    const folder = await emptyDataDir();
    const starts = [startApp({ DATA_DIR: folder }), startApp({ DATA_DIR: folder })];
    const ended = await Promise.allSettled(starts);
    const served = ended.filter((outcome) => outcome.status === "fulfilled");
    const refused = ended.filter((outcome) => outcome.status === "rejected");
    expect([served.length, refused.length]).toEqual([1, 1]);
    expect(String(refused[0]?.reason)).toContain(`already runs on the folder ${folder}`);
    expect(await served[0]?.value.stop()).toBe(0);
  });

  test.each(["PostgreSQL runs", "something is written"])(
    "a first start stopped by Ctrl-C once %s exits with 0",
    async (moment) => {
      const folder = await emptyDataDir();
      const child = spawnApp({ DATA_DIR: folder });
      const server = await until("PostgreSQL runs", () => {
        try {
          return postgresProcess(folder);
        } catch {
          return 0;
        }
      });
      if (moment === "something is written") await until(moment, () => isWriting(folder));
      child.kill("SIGINT");
      const [status] = await once(child, "exit");
      expect(status).toBe(0);
      // It was told to stop and has written everything; the kernel may still be cleaning up.
      await until("PostgreSQL has ended", () => !isAlive(server));
    },
  );
});
