import { join } from "node:path";
import { beforeAll, beforeEach, expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { findImport, readImportPage } from "~/clients/desk/import/read-import.server";
import { beginImport } from "~/clients/import/begin-import.server";
import { checkImport } from "~/clients/import/check-import.server";
import { dryRun } from "~/clients/import/dry-run.server";
import type { ClientImport } from "~/clients/import/import-file.server";
import { openImport } from "~/clients/import/prepare-import.server";
import { registerImport } from "~/clients/import/run.server";
import { startImport } from "~/clients/import/start-import.server";
import { registerUndoImport } from "~/clients/import/undo-import.server";
import { config } from "~/config.server";
import { registerDocuments } from "~/documents/discard.server";
import { inDays } from "../in-days";
import { runJob } from "../in-process/jobs";
import { staffMember } from "../in-process/staff";
import { testDatabase } from "../in-process/test-database";

/** Imports in process: files, the verbs from choosing a file to the end of the import, and what is stored then. */
export function clientImports() {
  const database = testDatabase();
  const who = {} as { by: StaffContext; regular: StaffContext };
  beforeAll(async () => {
    registerImport();
    registerUndoImport();
    registerDocuments();
    who.by = await staffMember(database);
    who.regular = await staffMember(database, "regular_admin");
  });
  beforeEach(async () => {
    for (const table of ["clients", "client_imports", "visa_inquiries", "admin_activity_log", "pgboss.job"])
      await database.query(`delete from ${table}`);
    await database.query("delete from person_records");
    await database.query("delete from people");
  });

  const heads = ["Name", "Email", "Phone", "Permit expires", "Secret notes"];
  /** Lines with a name, an email and a phone of their own. */
  const lines = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => {
      const number = String(first + index).padStart(5, "0");
      return [`Client Number${number}`, `c${number}@mail.example`, `+1 242 55${number}`, inDays(300), "XYZZY"];
    });
  const csv = (rows: string[][]) => [heads, ...rows].map((cells) => cells.join(",")).join("\r\n");

  async function begin(rows: string[][]): Promise<string> {
    const begun = await beginImport(who.by, new File([csv(rows)], "Old clients.csv"));
    if (!begun.ok) throw new Error(begun.message);
    return begun.id;
  }
  const columns = ["name", "email", "phone", "permitExpires", ""];
  const settings = {
    encoding: "utf-8",
    separator: ",",
    dateFormat: "iso",
    basis: "contract",
    source: "Old spreadsheet",
  };
  const check = (importId: string, more: object = {}) =>
    checkImport(who.by, { importId, columns, ...settings, ...more });

  async function importRow(id: string): Promise<ClientImport> {
    const [row] = await database.query(
      `select id, state, cursor, total, created, joined, skipped, failed, removed, encoding, separator, mapping,
        storage_key as "storageKey", file_key as "fileKey", file_key_by as "fileKeyBy", byte_size as "byteSize",
        date_format as "dateFormat" from client_imports where id = $1`,
      [id],
    );
    return row as unknown as ClientImport;
  }
  const preview = async (id: string) => {
    const row = await importRow(id);
    return dryRun(row, await openImport(row));
  };
  async function pageOf(id: string) {
    const run = await findImport(id);
    return run ? readImportPage(run) : expect.fail("there is no such import");
  }
  async function work(name = "clients.import", signal?: AbortSignal) {
    await runJob(name, (await database.enqueued(name)).at(-1), signal);
  }
  async function imported(rows: string[][]): Promise<string> {
    const id = await begin(rows);
    expect(await check(id)).toEqual({ ok: true });
    expect(await startImport(who.by, { importId: id })).toEqual({ ok: true });
    await work();
    return id;
  }
  const counts = async (id: string) => {
    const { state, created, joined, skipped, failed, removed } = await importRow(id);
    return { state, created, joined, skipped, failed, removed };
  };
  const all = { joined: 0, skipped: 0, failed: 0, removed: 0 };
  const count = async (table: string) => (await database.query(`select 1 from ${table}`)).length;
  const stored = (id: string) => join(config.dataDir, "documents", "visa-documents", "imports", `${id}.csv`);
  return {
    database,
    who,
    heads,
    lines,
    csv,
    begin,
    columns,
    settings,
    check,
    importRow,
    preview,
    pageOf,
    work,
    imported,
    counts,
    all,
    count,
    stored,
  };
}
