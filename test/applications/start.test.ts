import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import {
  admin,
  asSuperuser,
  embeddedUrl,
  freshFolder,
  isAlive,
  type Program,
  postgresProcess,
  removeFolders,
  runProgram,
  spawnProgram,
  startProgram,
} from "../harness/program";
import { form, until, Visitor } from "../harness/visitor";

afterAll(removeFolders);

const root = process.getuid?.() === 0;
/** What a start says that ends by itself: one line. */
const lineOf = (ended: { out: string; err: string }) => {
  const lines = ended.err.trim().split("\n");
  expect(lines, ended.err).toHaveLength(1);
  return lines[0] ?? "";
};
/** Whether the program that starts on a folder has a transaction open, once there is a database to ask. */
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
/** What the kernel says of a port, not what the settings say: 0A is listening, 0100007F is 127.0.0.1. */
const listeningOn = (port: string) =>
  ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => readFileSync(file, "utf8").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === "0A")
    .map(([, local]) => local);
const countOf = async (program: Program) =>
  (await program.query<{ count: number }>("select count(*)::int as count from visa_applications"))[0]?.count;

describe("what an earlier program left in the folder", () => {
  test("a pid file with the number of somebody else is no running server; nothing is lost, nobody is hurt", async () => {
    const first = await startProgram();
    await new Visitor(first).start("stale@mail.example");
    const server = postgresProcess(first.dataDir);
    const file = join(first.dataDir, "postgres", "postmaster.pid");
    const text = readFileSync(file, "utf8");
    await first.kill();
    process.kill(server, "SIGKILL");
    await until("PostgreSQL is gone", () => !isAlive(server));
    // As after a restart of the machine: the number now belongs to a process that lives on.
    const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    const number = stranger.pid ?? 0;
    writeFileSync(file, text.replace(/^\d+/, String(number)));

    const second = await startProgram({ DATA_DIR: first.dataDir });
    expect(await countOf(second)).toBe(1);
    expect(postgresProcess(first.dataDir)).not.toBe(number);
    expect(await second.stop()).toBe(0);
    expect(isAlive(number), "the stranger lives").toBe(true);
    stranger.kill("SIGKILL");
  });

  test("a pid file without a word in it is no obstacle", async () => {
    const first = await startProgram();
    await new Visitor(first).start("empty@mail.example");
    expect(await first.stop()).toBe(0);
    writeFileSync(join(first.dataDir, "postgres", "postmaster.pid"), "");
    const second = await startProgram({ DATA_DIR: first.dataDir });
    expect(await countOf(second)).toBe(1);
    expect(await second.stop()).toBe(0);
  });

  test("a start right after the end of another waits for it", async () => {
    const first = await startProgram();
    first.child.kill("SIGTERM");
    const second = await startProgram({ DATA_DIR: first.dataDir });
    expect(await second.stop()).toBe(0);
    expect(await first.stop()).toBe(0);
  });

  test("a database of another PostgreSQL: one line says which, which this is, and what to do", async () => {
    const folder = await freshFolder();
    mkdirSync(join(folder, "postgres"));
    writeFileSync(join(folder, "postgres", "PG_VERSION"), "17\n");
    const ended = await runProgram({ DATA_DIR: folder });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toBe(
      `${folder}/postgres holds a database of PostgreSQL 17; this release runs 18. ` +
        "Back it up with the release that made it, or set DATA_DIR to another folder.",
    );
  });

  test("a database from before the first release: one line says so and what to do; emptied, it serves", async () => {
    const first = await startProgram();
    const env = { DATA_DIR: first.dataDir, SAMPLE_DATA: "no" };
    await first.query("update drizzle.__drizzle_migrations set created_at = 1795245919952 + id, hash = md5(hash)");
    const tables = "select count(*)::int as count from pg_tables where schemaname = 'public'";
    const before = await first.query(tables);
    expect(await first.stop()).toBe(0);
    for (const args of [["start"], ["db", "migrate"], ["admin", "create", "new@lucaya.example"]]) {
      const ended = await runProgram(env, args);
      expect(ended).toMatchObject({ status: 1, out: "" });
      expect(lineOf(ended)).toBe(
        "The database was made before the first release of Lucaya, and no later one can bring it up to date. " +
          "Set DATA_DIR to a new folder, or DATABASE_URL to a new database; `npm run db -- reset` empties this one.",
      );
      expect(readdirSync(join(first.dataDir, "postgres"))).not.toContain("postmaster.pid");
    }
    expect((await runProgram(env, ["db", "reset"])).status).toBe(0);
    const again = await startProgram(env);
    expect(await again.query(tables)).toEqual(before);
    expect(await again.stop()).toBe(0);
  });
});

describe("who else is there", () => {
  test("a second start on the folder is refused in one line that names folder and process; the first goes on", async () => {
    const first = await startProgram();
    const server = postgresProcess(first.dataDir);
    const ended = await runProgram({ DATA_DIR: first.dataDir });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toBe(
      `Lucaya already runs on the folder ${first.dataDir} (process ${first.child.pid}). ` +
        "Stop it first, or set DATA_DIR to another folder.",
    );
    expect(postgresProcess(first.dataDir)).toBe(server);
    await new Visitor(first).start("first@mail.example");
    expect(await countOf(first)).toBe(1);
    expect(await first.stop()).toBe(0);
  });

  test("two starts at once on a fresh folder: one serves, the other is refused", async () => {
    const folder = await freshFolder();
    const starts = [startProgram({ DATA_DIR: folder }), startProgram({ DATA_DIR: folder })];
    const ended = await Promise.allSettled(starts);
    const served = ended.filter((one) => one.status === "fulfilled");
    const refused = ended.filter((one) => one.status === "rejected");
    expect([served.length, refused.length]).toEqual([1, 1]);
    expect(String(refused[0]?.reason)).toContain(`already runs on the folder ${folder}`);
    expect(await served[0]?.value.stop()).toBe(0);
  });

  test("a taken port: one line says which and how to choose another; PostgreSQL ends too", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = address && typeof address === "object" ? address.port : 0;
    const folder = await freshFolder();
    const ended = await runProgram({ DATA_DIR: folder, PORT: String(port), SAMPLE_DATA: "no" });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toBe(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    );
    expect(readdirSync(join(folder, "postgres"))).not.toContain("postmaster.pid");
    holder.close();
  });
});

describe("the end", () => {
  // Ctrl-C reaches the program twice: from the terminal, and from npm, which passes it on.
  test.each([
    { signals: ["SIGTERM"] as const },
    { signals: ["SIGINT"] as const },
    { signals: ["SIGINT", "SIGINT"] as const },
  ])("$signals: what is in flight is answered and kept, PostgreSQL ends, exit 0", async ({ signals }) => {
    const program = await startProgram();
    const visitor = new Visitor(program);
    const id = await visitor.start("inflight@mail.example");
    const server = postgresProcess(program.dataDir);
    // A save that waits for a lock of ours is in flight for as long as we like.
    await program.query("begin");
    await program.query("select 1 from visa_applications where id = $1 for update", [id]);
    const save = visitor.save(id, form("applicant_info", "Applicant Information", { firstName: "In flight" }));
    await until("the save waits", async () => {
      // Not pg_stat_activity: what that says first is what it says until the end of our transaction.
      const waiting = "select 1 from pg_locks where not granted and locktype = 'transactionid'";
      return (await program.query(waiting)).length > 0;
    });
    for (const signal of signals) program.child.kill(signal);
    await until("it takes no more", () =>
      fetch(`${program.url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    await program.query("commit");
    expect(await save).toMatchObject({ status: 200, outcome: { kind: "saved" } });
    expect(await program.stop()).toBe(0);
    await until("PostgreSQL has ended", () => !isAlive(server));
    const next = await startProgram({ DATA_DIR: program.dataDir });
    const [row] = await next.query("select metadata #>> '{step1,firstName}' as name from visa_applications");
    expect(row).toEqual({ name: "In flight" });
    await next.stop();
  });

  test.each(["PostgreSQL runs", "something is written"])("Ctrl-C in a first start, once %s", async (moment) => {
    const folder = await freshFolder();
    const child = spawnProgram({ DATA_DIR: folder });
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
    // It has been told to end and has written everything; the kernel may still be clearing it away.
    await until("PostgreSQL has ended", () => !isAlive(server));
  });
});

describe("whom it shows what", () => {
  test("[A-FAIL-7] without DATABASE_URL it makes a PostgreSQL of its own, on loopback only, and keeps its secrets", async () => {
    const folder = await freshFolder();
    const program = await startProgram({ DATA_DIR: folder, ADMIN_EMAIL: "", ADMIN_PASSWORD: "", SAMPLE_DATA: "" });
    await new Visitor(program).start("private@mail.example");
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
    const rules = await asSuperuser(program, "select distinct auth_method as method from pg_hba_file_rules");
    expect(rules).toEqual([{ method: "scram-sha-256" }]);
    expect(await program.stop()).toBe(0);
  });

  test.runIf(root)(
    "as root, with a folder that belongs to another user: it starts, and PostgreSQL is not root",
    async () => {
      const folder = await freshFolder();
      chownSync(folder, 65534, 65534);
      const program = await startProgram({ DATA_DIR: folder });
      const owner = statSync(`/proc/${postgresProcess(folder)}`).uid;
      expect(owner).not.toBe(0);
      expect(statSync(join(folder, "postgres")).uid).toBe(owner);
      await new Visitor(program).start("owner@mail.example");
      expect(await program.stop()).toBe(0);
    },
  );

  test.runIf(root)("as root, with a parent folder that PostgreSQL's user can't enter: one line names it", async () => {
    const parent = await freshFolder();
    mkdirSync(join(parent, "closed"), { mode: 0o700 });
    chmodSync(join(parent, "closed"), 0o700);
    const ended = await runProgram({ DATA_DIR: join(parent, "closed", "data") });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toBe(
      `Started as root, PostgreSQL runs as the user 'postgres', who can't enter ${parent}/closed. ` +
        "Set DATA_DIR to a folder such as /var/lib/lucaya, start Lucaya as another user, or set DATABASE_URL.",
    );
  });

  test("a password file that is not this database's: one line names it, and PostgreSQL does not stay", async () => {
    const first = await startProgram();
    expect(await first.stop()).toBe(0);
    writeFileSync(join(first.dataDir, "postgres-password"), "x".repeat(43));
    const ended = await runProgram({
      DATA_DIR: first.dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toContain(`The password in ${first.dataDir}/postgres-password is not that of`);
    await until("it ended", () => !readdirSync(join(first.dataDir, "postgres")).includes("postmaster.pid"));
  });
});
