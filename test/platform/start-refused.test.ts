import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { admin, emptyDataDir, lineOf, postgresProcess, preparedDataDir, runApp, startApp } from "../harness/app-server";
import { HttpClient, until } from "../harness/http-client";

// Each has its own directory, and most of them wait for a start.
describe.concurrent("a refused start", () => {
  test("a second start on the directory is refused in one line with directory and process, and the first keeps running", async () => {
    const first = await startApp();
    const server = postgresProcess(first.dataDir);
    const ended = await runApp({ DATA_DIR: first.dataDir });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toBe(
      `Lucaya already runs on the folder ${first.dataDir} (process ${first.child.pid}). ` +
        "Stop it first, or set DATA_DIR to another folder.",
    );
    expect(postgresProcess(first.dataDir)).toBe(server);
    await new HttpClient(first).start("first@mail.example");
    expect(await first.query("select count(*)::int as count from visa_applications")).toEqual([{ count: 1 }]);
    expect(await first.stop()).toBe(0);
  });

  test("[F-DESK-14] a port in use or a wrong HOST is reported in one line with how to choose another, and nothing is created", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = address && typeof address === "object" ? address.port : 0;
    const folder = await emptyDataDir();
    const DATA_DIR = join(folder, "data");
    const portMessage = `Port ${port} is in use by another program. Try another one: PORT=${port + 1} npm start`;
    const elsewhere = /^HOST is not an address of this machine: .+\. Use 127\.0\.0\.1 .+\.$/;
    const tries: [Record<string, string>, RegExp | string][] = [
      [{ PORT: String(port) }, portMessage],
      [
        { PORT: String(port), DATABASE_URL: "postgres://lucaya:x@127.0.0.1:1/lucaya", SECRET: "x".repeat(32) },
        portMessage,
      ],
      [{ HOST: "192.0.2.1" }, elsewhere],
      [{ HOST: "no.such.machine.invalid" }, elsewhere],
    ];
    for (const [env, line] of tries) {
      const ended = await runApp({ DATA_DIR, SAMPLE_DATA: "no", ...env });
      expect(ended.status).toBe(1);
      expect(lineOf(ended)).toEqual(typeof line === "string" ? line : expect.stringMatching(line));
      expect(readdirSync(folder), JSON.stringify(env)).toEqual([]);
    }
    holder.close();
  });

  test("[F-DESK-14] a directory that can't be written is named in one line, and nothing is created", async () => {
    const folder = await emptyDataDir();
    writeFileSync(join(folder, "file"), "no folder");
    for (const name of ["file", "file/data"]) {
      const ended = await runApp({ DATA_DIR: join(folder, name) });
      expect([ended.status, lineOf(ended)]).toEqual([
        1,
        `${join(folder, "file")} is a file, not a folder. Set DATA_DIR to a folder.`,
      ]);
    }
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data", "documents"), "no folder");
    expect(lineOf(await runApp({ DATA_DIR: join(folder, "data") }))).toContain("documents is a file, not a folder.");
    expect(readdirSync(join(folder, "data"))).toEqual(["documents"]);
    // Not even root can write there.
    expect(lineOf(await runApp({ DATA_DIR: "/proc/lucaya" }))).toMatch(
      /^The folder \/proc\/lucaya can't be written \(E\w+\)\. Set DATA_DIR to one that can\.$/,
    );
  });

  test("as root, a parent directory that PostgreSQL's user can't enter is named in one line", async ({ skip }) => {
    skip(process.getuid?.() !== 0, "only root starts PostgreSQL as another user");
    const parent = await emptyDataDir();
    mkdirSync(join(parent, "closed"), { mode: 0o700 });
    chmodSync(join(parent, "closed"), 0o700);
    const ended = await runApp({ DATA_DIR: join(parent, "closed", "data") });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toBe(
      `Started as root, PostgreSQL runs as the user 'postgres', who can't enter ${parent}/closed. ` +
        "Set DATA_DIR to a folder such as /var/lib/lucaya, start Lucaya as another user, or set DATABASE_URL.",
    );
    expect(readdirSync(join(parent, "closed"))).toEqual([]);
  });

  test("a password file of another database is named in one line, and PostgreSQL doesn't stay running", async () => {
    const folder = await preparedDataDir();
    writeFileSync(join(folder, "postgres-password"), "x".repeat(43));
    const ended = await runApp({ DATA_DIR: folder, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toContain(`The password in ${folder}/postgres-password is not that of`);
    await until("it ended", () => !readdirSync(join(folder, "postgres")).includes("postmaster.pid"));
  });
});
