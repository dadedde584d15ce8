import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type AppServer,
  emptyDataDir,
  isAlive,
  lineOf,
  postgresProcess,
  preparedDataDir,
  runApp,
  startApp,
} from "../harness/app-server";
import { HttpClient, until } from "../harness/http-client";

const countOf = async (app: AppServer, table = "visa_applications") =>
  (await app.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;

// Each has its own directories, and all of them wait for starts.
describe.concurrent("leftovers of an earlier process in the data directory", () => {
  test("a pid file with another process's pid is no running server, and neither data nor that process is harmed", async () => {
    const first = await startApp();
    await new HttpClient(first).start("stale@mail.example");
    const server = postgresProcess(first.dataDir);
    const file = join(first.dataDir, "postgres", "postmaster.pid");
    const text = readFileSync(file, "utf8");
    await first.kill();
    process.kill(server, "SIGKILL");
    await until("PostgreSQL is gone", () => !isAlive(server));
    // As after a reboot: the pid now belongs to another process.
    const otherProcess = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    const number = otherProcess.pid ?? 0;
    writeFileSync(file, text.replace(/^\d+/, String(number)));

    const second = await startApp({ DATA_DIR: first.dataDir });
    expect(await countOf(second)).toBe(1);
    expect(postgresProcess(first.dataDir)).not.toBe(number);
    expect(await second.stop()).toBe(0);
    expect(isAlive(number), "the stranger lives").toBe(true);
    otherProcess.kill("SIGKILL");
  });

  test("an empty pid file is no obstacle", async () => {
    const folder = await preparedDataDir();
    writeFileSync(join(folder, "postgres", "postmaster.pid"), "");
    const app = await startApp({ DATA_DIR: folder });
    expect(await countOf(app, "visa_services")).toBeGreaterThan(9);
    expect(await app.stop()).toBe(0);
  });

  test("a start right after a stop waits for it to finish", async () => {
    const first = await startApp();
    first.child.kill("SIGTERM");
    const second = await startApp({ DATA_DIR: first.dataDir });
    expect(await second.stop()).toBe(0);
    expect(await first.stop()).toBe(0);
  });

  test("a database of another PostgreSQL version ends the start with one line: its version, ours and what to do", async () => {
    const folder = await emptyDataDir();
    mkdirSync(join(folder, "postgres"));
    writeFileSync(join(folder, "postgres", "PG_VERSION"), "17\n");
    const ended = await runApp({ DATA_DIR: folder });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toBe(
      `${folder}/postgres holds a database of PostgreSQL 17; this release runs 18. ` +
        "Back it up with the release that made it, or set DATA_DIR to another folder.",
    );
  });

  test("a directory from before 1.0.0 is refused with one line that says what to do, and serves once emptied", async () => {
    const first = await startApp();
    const env = { DATA_DIR: first.dataDir, SAMPLE_DATA: "no" };
    await first.query("update drizzle.__drizzle_migrations set created_at = 1795245919952 + id, hash = md5(hash)");
    const tables = "select count(*)::int as count from pg_tables where schemaname = 'public'";
    const before = await first.query(tables);
    expect(await first.stop()).toBe(0);
    for (const args of [["start"], ["db", "migrate"], ["admin", "create", "new@lucaya.example"]]) {
      const ended = await runApp(env, args);
      expect(ended.status).toBe(1);
      expect(ended.out, "a start alone says that it began").toMatch(/^(Starting.*\n)*$/);
      expect(lineOf(ended)).toBe(
        "The database was made before Lucaya 1.0.0, which can't bring it up to date; commit ca130e83 is the last that can export it. " +
          "Set DATA_DIR to a new folder, or DATABASE_URL to a new database; `npm run db -- reset` empties this one.",
      );
      expect(readdirSync(join(first.dataDir, "postgres"))).not.toContain("postmaster.pid");
    }
    expect((await runApp(env, ["db", "reset"])).status).toBe(0);
    const again = await startApp(env);
    expect(await again.query(tables)).toEqual(before);
    expect(await again.stop()).toBe(0);
  });
});
