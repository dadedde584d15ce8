import { createHash, randomUUID } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { describe, expect, test } from "vitest";
import { type AppServer, admin, emptyDataDir, runApp, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { filesIn } from "../harness/fakes/storage-server";
import { HttpClient, until } from "../harness/http-client";
import { runJob } from "../harness/queue";

/** The list of erasures is in document storage, where a restore reads it (V-ERASE-7). */
function copyErasures(from: string, to: string): void {
  const list = join("documents", "visa-documents", "erasures");
  cpSync(join(from, list), join(to, list), { recursive: true });
}

/** What is compared of tables that partly change. */
const compared: Record<string, string> = {
  // Counters are rows that are summed up from time to time.
  "public.row_counts": "(select subject, key, sum(n) from row_counts group by 1, 2)",
  // Links mailed before a restore are invalid after it.
  "public.visa_applications": "(select to_jsonb(a) - 'resume_token' - 'opens_by_link_only' from visa_applications a)",
};
const outside = await emptyDataDir();
const backup = join(outside, "lucaya.tar");
const app = await startApp({ TRUST_PROXY: "yes", SAMPLE_DATA: "yes" });
const original = app.dataDir;
const service = await serviceId(app, "bahamian-evisa");
const applicant = new HttpClient(app);
const application = await applicant.start("restored@mail.example", { service });
expect((await upload(applicant, application)).status).toBe(200);
// Characters that COPY's text format must not lose.
await app.query("update email_notifications set error_message = $1 where application_id = $2", [
  "\\N\t\r\n\\. 🌊 '\"",
  application,
]);
const running = await runApp({ DATA_DIR: original }, ["backup", join(outside, "while-running.tar")]);
expect(running, "the program may run meanwhile").toMatchObject({ status: 0, err: "" });
// The restored app's job would do it too.
await runJob(app, "people.assign");
await until("everybody has a person", async () =>
  (await app.query("select from people_waiting limit 1")).length === 0 ? true : undefined,
);
/** What staff see in the running app: a line of checksums per table. */
const before = await sumsOf(app);
await app.stop();
const made = await runApp({ DATA_DIR: original }, ["backup", backup]);
expect(made).toMatchObject({ status: 0, err: "" });
expect(made.out).toMatch(/lucaya\.tar: \d+ rows and \d+ documents\./);

/** A checksum of the rows of each of our tables, in any order. */
async function sumsOf(app: AppServer): Promise<Record<string, string>> {
  const tables = await app.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'drizzle') order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = compared[name] ?? name;
    const [row] = await app.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as sum from ${rows} t`,
    );
    sums[name] = row?.sum ?? "";
  }
  return sums;
}

/** The content of a backup: sorted lines of each table, and a checksum of each file. */
async function contentsOf(path: string): Promise<Map<string, string>> {
  const contents = new Map<string, string[]>();
  for await (const entry of createReadStream(path).pipe(extract())) {
    const bytes = await buffer(entry);
    const [kind, name = ""] = entry.header.name.split(/\/(.*)/s);
    if (kind === "database") {
      const table = name.split("/")[0] ?? "";
      contents.set(table, [...(contents.get(table) ?? []), bytes.toString("utf8")]);
    } else if (kind !== "lucaya-backup.json" && kind !== "complete.json")
      contents.set(entry.header.name, [createHash("sha256").update(bytes).digest("hex")]);
  }
  return new Map([...contents].map(([name, parts]) => [name, parts.join("").split("\n").sort().join("\n")]));
}

describe("a backup", () => {
  test("[F-DESK-13] a restore into an empty directory by the command alone brings back every row and every byte", async () => {
    const restored = await emptyDataDir();
    // The key is not in the backup (V-BAK-1).
    copyFileSync(join(original, "secret"), join(restored, "secret"));
    const ended = await runApp({ DATA_DIR: restored }, ["restore", backup]);
    expect(ended).toMatchObject({ status: 0, err: "" });
    const again = join(outside, "again.tar");
    expect((await runApp({ DATA_DIR: restored }, ["backup", again])).status).toBe(0);
    const [was, is] = [await contentsOf(backup), await contentsOf(again)];
    // Rights that may have been revoked since aren't restored.
    for (const ended of ["public.session", "public.verification", "public.application_holders"]) was.delete(ended);
    expect([...is.keys()].sort()).toEqual([...was.keys()].sort());
    for (const [name, content] of was) if (!compared[name]) expect(is.get(name) === content, name).toBe(true);
    expect([...was.keys()].filter((name) => name.startsWith("documents/")).length).toBeGreaterThan(100);
    expect(was.get("public.visa_applications")?.split("\n").length).toBeGreaterThan(10);
    expect([...was.keys()]).toContain("pgboss.job");

    const [from, to] = [original, restored].map((folder) => join(folder, "documents", "visa-documents"));
    const named = filesIn(to ?? "").sort();
    // The next start creates the list of erasures.
    expect(named).toEqual(
      filesIn(from ?? "")
        .filter((name) => !name.startsWith("erasures"))
        .sort(),
    );
    for (const name of named)
      expect(readFileSync(join(to ?? "", name)).equals(readFileSync(join(from ?? "", name))), name).toBe(true);
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    // The app runs, and staff sign in as before; the browser with access needs a new link.
    const app = await startApp({ DATA_DIR: restored, TRUST_PROXY: "yes", SAMPLE_DATA: "yes" });
    try {
      // Counters and reports are summed up every few minutes: other rows, same totals.
      const ignored = [
        "public.report_changes",
        "public.report_figures",
        "public.session",
        "public.application_holders",
        "public.limit_counts",
        "public.troubles",
        "public.row_counts",
      ];
      const now = await sumsOf(app);
      for (const [name, sum] of Object.entries(before)) if (!ignored.includes(name)) expect(now[name], name).toBe(sum);
      const holder = new HttpClient(app);
      for (const [name, value] of applicant.cookies) holder.cookies.set(name, value);
      expect((await holder.get(`/apply/${application}/documents`)).status).not.toBe(200);
      const [file] = await app.query<{ id: string }>("select id from documents where application_id = $1", [
        application,
      ]);
      expect((await holder.get(`/documents/${file?.id}`)).status).not.toBe(200);
      const desk = new HttpClient(app);
      expect((await desk.post("/admin/login", admin)).status).toBe(302);
      expect((await desk.get("/admin/applications")).status).toBe(200);
      expect((await desk.get(`/documents/${file?.id}`)).status).toBe(200);
      expect((await desk.get("/forms")).status).toBe(200);
    } finally {
      await app.stop();
    }
  });

  test("[V-ERASE-7] a restore erases again everyone erased since the backup, and refuses without the list of erasures", async () => {
    const folder = await emptyDataDir();
    copyFileSync(join(original, "secret"), join(folder, "secret"));
    // Somebody was erased before the backup was made.
    const earlier = join(original, "documents", "visa-documents", "erasures", `${randomUUID()}.json`);
    writeFileSync(earlier, "{}");
    const later = join(outside, "later.tar");
    expect((await runApp({ DATA_DIR: original }, ["backup", later])).status).toBe(0);
    rmSync(earlier);
    const without = await runApp({ DATA_DIR: folder }, ["restore", later]);
    expect(without.status).toBe(1);
    expect(without.err).toMatch(/^The erasure list is missing. .*--without-erasures.* Nothing was restored\.\n$/);
    copyErasures(original, folder);
    const list = join(folder, "documents", "visa-documents", "erasures");
    const entry = { id: application, kind: "application", at: new Date().toISOString() };
    writeFileSync(join(list, `${application}.json`), `${JSON.stringify(entry)}\n`);
    expect(await runApp({ DATA_DIR: folder }, ["restore", backup])).toMatchObject({ status: 0, err: "" });
    const again = join(outside, "erased.tar");
    expect((await runApp({ DATA_DIR: folder }, ["backup", again])).status).toBe(0);
    const [was, is] = [await contentsOf(backup), await contentsOf(again)];
    expect([...was.values()].join("\n")).toContain("restored@mail.example");
    expect([...is.values()].join("\n")).not.toContain("restored@mail.example");
    expect([...is.keys()].some((name) => name.includes(application))).toBe(false);
    expect(filesIn(join(folder, "documents", "visa-documents")).some((name) => name.startsWith(application))).toBe(
      false,
    );
    expect(is.get("public.erasures")).toContain(application);
  });

  test("[V-ERASE-6] a backup older than 35 days is refused without the flag", async () => {
    const folder = await emptyDataDir();
    copyFileSync(join(original, "secret"), join(folder, "secret"));
    const old = join(outside, "old.tar");
    const made = new Date(Date.now() - 35.1 * 86_400_000).toISOString();
    const text = readFileSync(backup).toString("latin1");
    writeFileSync(old, text.replace(/("made": ")[^"]+/, `$1${made}`), "latin1");
    const refused = await runApp({ DATA_DIR: folder }, ["restore", old, "--without-erasures"]);
    expect(refused.status).toBe(1);
    expect(refused.err).toMatch(/^The backup is older than 35 days .*--older-than-35-days.* Nothing was restored\.\n$/);
    const ended = await runApp({ DATA_DIR: folder }, ["restore", old, "--without-erasures", "--older-than-35-days"]);
    // The backup's date is part of its checksum.
    expect(ended.err).toContain("its checksums differ");
  });

  test("a restore into a non-empty directory is refused and replaces no file", async () => {
    const ended = await runApp({ DATA_DIR: original }, ["restore", backup]);
    expect(ended.status).toBe(1);
    expect(ended.err).toMatch(/^The database is not empty, and a restore never overwrites data\. .*\n$/);
    const twice = await runApp({ DATA_DIR: original }, ["backup", backup]);
    expect(twice.status).toBe(1);
    expect(twice.err).toContain("already exists");
    // An empty database next to existing files.
    const folder = await emptyDataDir();
    const target = { DATA_DIR: folder };
    const first = await runApp(target, ["restore", join(outside, "nothing.tar")]);
    expect(first).toMatchObject({ status: 1, err: `There is no file ${join(outside, "nothing.tar")}.\n` });
    const documents = join(folder, "documents", "visa-documents");
    mkdirSync(documents, { recursive: true });
    writeFileSync(join(documents, "stray.pdf"), "stray");
    const stray = await runApp(target, ["restore", backup]);
    expect(stray.status).toBe(1);
    expect(stray.err).toMatch(/^Document storage is not empty/);
  });

  test("a truncated, altered or invalid backup restores nothing, and a valid one can be restored afterwards", async () => {
    const folder = await emptyDataDir();
    copyFileSync(join(original, "secret"), join(folder, "secret"));
    const wrong = join(outside, "wrong.tar");
    const bytes = readFileSync(backup);
    const damaged = Buffer.from(bytes.toString("latin1").replace("restored@mail.", "xestored@mail."), "latin1");
    const madeAt = (moment: string) => bytes.toString("latin1").replace(/("migration": )\d{13}/, `$1${moment}`);
    const tries: [string, (path: string) => void, RegExp][] = [
      ["cut off", (path) => truncateSync(path, Math.floor(bytes.length / 2)), /is incomplete/],
      ["changed", (path) => writeFileSync(path, damaged), /its checksums differ/],
      [
        "of before",
        (path) => writeFileSync(path, madeAt("1795333763870"), "latin1"),
        /made before Lucaya 1\.0\.0; commit ca130e83 /,
      ],
      ["of later", (path) => writeFileSync(path, madeAt("9995333763870"), "latin1"), /by a newer release of Lucaya/],
      ["no backup", (path) => writeFileSync(path, "not a tar"), /is not a Lucaya backup/],
    ];
    for (const [name, spoil, pattern] of tries) {
      writeFileSync(wrong, bytes);
      spoil(wrong);
      const ended = await runApp({ DATA_DIR: folder }, ["restore", wrong, "--without-erasures"]);
      expect(ended.status, name).toBe(1);
      expect(ended.err, name).toMatch(pattern);
      expect(ended.err.trim().split("\n"), name).toHaveLength(1);
      const documents = join(folder, "documents", "visa-documents");
      expect(existsSync(documents) ? filesIn(documents) : [], name).toEqual([]);
    }
    expect((await runApp({ DATA_DIR: folder }, ["restore", backup])).status).toBe(0);
    expect(readFileSync(join(folder, "secret"))).toEqual(readFileSync(join(original, "secret")));
  });
});
