import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "~/db/client.server";
import { log } from "~/log.server";
import { joinPeople } from "~/people/join-people.server";
import { clientImports } from "../../../test/harness/desk/client-imports";
import { recordOf, withoutChange } from "../../../test/harness/desk/verbs";
import { everyRow } from "../../../test/harness/encryption/every-row";
import { until } from "../../../test/harness/http-client";
import { inDays } from "../../../test/harness/in-days";
import { leaveStale, staffMember } from "../../../test/harness/in-process/staff";
import { beginImport } from "./begin-import.server";
import { cancelImport, checkImport } from "./check-import.server";
import { exportImportErrors } from "./export-errors.server";
import { startImport } from "./start-import.server";
import { undoImport } from "./undo-import.server";

const {
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
} = clientImports();
const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe("an import", () => {
  test("[X-IMPORT-9] runs in chunks and gives each line one client with its key dates", async () => {
    const id = await imported(lines(450));
    expect(await counts(id)).toEqual({ ...all, state: "done", created: 450 });
    expect([await count("clients"), await count("key_dates"), await count("client_import_lines")]).toEqual([
      450, 450, 450,
    ]);
    expect(await database.query("select name, email, phone, line from clients order by line limit 1")).toEqual([
      { name: "Client Number00000", email: "c00000@mail.example", phone: "+1 242 5500000", line: 2 },
    ]);
    expect((await recordOf(database, id)).map(({ what, details }) => [what, details])).toEqual([
      ["client_import_started", { total: 450, basis: "contract", reminded: false }],
      ["client_import_finished", { created: 450, joined: 0, skipped: 0, failed: 0 }],
    ]);
  });

  test("[X-IMPORT-9] that stops continues after the last chunk, and no line is imported twice", async () => {
    const id = await begin(lines(450));
    await check(id);
    await startImport(who.by, { importId: id });
    const stop = new AbortController();
    stop.abort(new Error("the program stops"));
    await expect(work("clients.import", stop.signal)).rejects.toThrow("the program stops");
    expect(await importRow(id)).toMatchObject({ state: "running", created: 200, cursor: 201 });
    await work();
    expect(await counts(id)).toEqual({ ...all, state: "done", created: 450 });
    expect(await count("clients")).toBe(450);
  });

  test("[X-IMPORT-9] two instances at once import each line once", async () => {
    const id = await begin(lines(450));
    await check(id);
    await startImport(who.by, { importId: id });
    await Promise.all([work(), work()]);
    expect(await counts(id)).toEqual({ ...all, state: "done", created: 450 });
    expect(await count("clients")).toBe(450);
    expect((await recordOf(database, id)).filter(({ what }) => what === "client_import_finished")).toHaveLength(1);
  });

  test("[X-IMPORT-8] a known person gets a further record, and what is there already is skipped", async () => {
    const [first = [], second = [], third = []] = lines(3);
    await imported([first]);
    const later = first.with(3, inDays(600));
    const withoutPhone = third.with(2, "");
    const rows = [first, later, second, second, withoutPhone, withoutPhone.with(3, inDays(400))];
    const id = await begin(rows);
    await check(id);
    const expected = { created: 3, joined: 1, skipped: 2 };
    expect(await preview(id)).toMatchObject(expected);
    await startImport(who.by, { importId: id });
    await work();
    expect(await counts(id)).toMatchObject(expected);
    expect(
      await database.query(
        "select line, outcome, reason from client_import_lines where import_id = $1 and outcome = 'skipped' order by line",
        [id],
      ),
    ).toEqual([
      { line: 2, outcome: "skipped", reason: "already_here" },
      { line: 5, outcome: "skipped", reason: "already_here" },
    ]);
    const [joined] = await database.query("select clients from people where name = 'Client Number00000'");
    expect(joined).toEqual({ clients: 2 });
  });

  test("[X-IMPORT-8] a date is already here too if it came by somebody who was joined into a person that was joined", async () => {
    const rows = lines(3);
    await imported(rows);
    const person = async (number: number) => {
      const [row] = await database.query("select id from people where name = $1", [`Client Number0000${number}`]);
      return row?.id;
    };
    const [first, second, third] = [await person(0), await person(1), await person(2)];
    await joinPeople(who.by, { personId: second, otherId: first });
    await joinPeople(who.by, { personId: third, otherId: second });
    // The third one’s name and phone, with a date that only the first one has.
    await database.query(
      "update key_dates set ends_on = ends_on + 50 where client_id in (select id from clients where line = 2)",
    );
    const again = await begin([(rows[2] ?? []).with(3, inDays(350))]);
    await check(again);
    expect(await preview(again)).toMatchObject({ created: 0, joined: 0, skipped: 1 });
  });

  test("[X-IMPORT-8, X-IMPORT-9] the same file a second time skips every line, also those with an email alone", async () => {
    const rows = lines(20).map((cells, index) => (index % 2 ? cells.with(2, "") : cells));
    await imported(rows);
    const again = await begin(rows);
    await check(again);
    expect(await preview(again)).toMatchObject({ created: 0, joined: 0, skipped: 20 });
    await startImport(who.by, { importId: again });
    await work();
    expect(await counts(again)).toEqual({ ...all, state: "done", created: 0, skipped: 20 });
  });

  test("[X-IMPORT-7] the dry run writes nothing, and lines with errors are left out of the import", async () => {
    const [right = [], wrong = []] = lines(2);
    const id = await begin([right, wrong.with(3, "1 Mar 27"), wrong.with(0, "")]);
    await check(id);
    const found = await withoutChange(database, () => preview(id));
    expect(found).toMatchObject({ created: 1, joined: 0, skipped: 0, wrongLines: 2 });
    expect(found?.errors.map(({ line, column, message }) => `Line ${line}, ${column}: ${message}`)).toEqual([
      "Line 3, Permit expires: “1 Mar 27” is no date in the chosen format.",
      "Line 4, Name: the name is missing.",
    ]);
    await startImport(who.by, { importId: id });
    await work();
    expect(await counts(id)).toEqual({ ...all, state: "done", created: 1, failed: 2 });
    expect(
      await database.query("select line, reason from client_import_lines where outcome = 'failed' order by line"),
    ).toEqual([
      { line: 3, reason: "permitExpires" },
      { line: 4, reason: "name" },
    ]);
  });

  test("[X-IMPORT-7, X-IMPORT-13, V-FRESH-4] downloading the lines with errors needs a fresh confirmation, and none is a formula", async () => {
    const [right = [], wrong = []] = lines(2);
    const id = await begin([right, wrong.with(0, "=cmd|calc").with(3, "soon").with(4, "@sum")]);
    await check(id);
    const stale = await staffMember(database);
    await leaveStale(database, stale);
    const refused = await withoutChange(database, () => exportImportErrors(stale, { importId: id }));
    expect(refused).toMatchObject({ reason: "fresh" });
    const exported = await exportImportErrors(who.by, { importId: id });
    expect(exported.ok && exported.csv.split("\r\n")).toEqual([
      '\uFEFF"Name","Email","Phone","Permit expires","Secret notes","Problem"',
      `"'=cmd|calc","c00001@mail.example","+1 242 5500001","soon","'@sum","Line 3: Permit expires: “soon” is no date in the chosen format."`,
      "",
    ]);
    expect(await recordOf(database, id)).toMatchObject([
      { what: "client_import_errors_exported", details: { lines: 1 } },
    ]);
  });
});

describe("what others change during an import", () => {
  test("[X-IMPORT-9] a line that became a duplicate since the dry run is skipped and named", async () => {
    const [only = []] = lines(1);
    const [one, two] = [await begin([only]), await begin([only])];
    for (const id of [one, two]) {
      await check(id);
      expect(await preview(id)).toMatchObject({ created: 1, skipped: 0 });
    }
    for (const importId of [one, two]) {
      await startImport(who.by, { importId });
      await work();
    }
    expect(await counts(two)).toMatchObject({ created: 0, skipped: 1 });
  });

  test("[X-IMPORT-9] a service that is deleted meanwhile costs its own lines, not the rest of the import", async () => {
    const [service] = await database.query(
      "insert into visa_services (service_name, slug) values ('Yacht permit', 'yacht-permit') returning id",
    );
    const rows = [
      [...heads, "Service"],
      ...lines(2).map((cells, index) => [...cells, index === 0 ? "yacht-permit" : ""]),
    ];
    const begun = await beginImport(who.by, new File([rows.map((cells) => cells.join(",")).join("\n")], "a.csv"));
    const importId = begun.ok ? begun.id : "";
    await check(importId, { columns: [...columns, "service"] });
    await startImport(who.by, { importId });
    let run = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from client_imports where id = ${importId} for update`);
      run = work();
      run.catch(() => undefined);
      await until("the import waits", async () => (await database.query(waiting)).length === 1);
      await tx.execute(sql`delete from visa_services where id = ${service?.id}`);
    });
    await expect(run).rejects.toThrow();
    await work();
    expect(await counts(importId)).toEqual({ ...all, state: "done", created: 1, failed: 1 });
  });
});

describe("what an import needs", () => {
  test("[X-IMPORT-1] a regular admin can’t import, and writes nothing", async () => {
    const id = await begin(lines(1));
    await check(id);
    const refused = { ok: false, reason: "forbidden", message: "Only super admins import clients." };
    for (const attempt of [
      () => beginImport(who.regular, new File([csv(lines(1))], "a.csv")),
      () => checkImport(who.regular, { importId: id, columns, ...settings }),
      () => startImport(who.regular, { importId: id }),
      () => cancelImport(who.regular, { importId: id }),
      () => undoImport(who.regular, { importId: id }),
    ])
      expect(await withoutChange(database, attempt)).toMatchObject(refused);
  });

  test("[X-IMPORT-1] while an import runs, a second one is refused", async () => {
    const [one, two] = [await begin(lines(1)), await begin(lines(1, 1))];
    for (const id of [one, two]) await check(id);
    const started = await Promise.all([one, two].map((importId) => startImport(who.by, { importId })));
    expect(started.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = { reason: "conflict", message: "Another import is running. Please wait until it is done." };
    expect(started.find(({ ok }) => !ok)).toMatchObject(refused);
    expect(await beginImport(who.by, new File([csv(lines(1))], "a.csv"))).toMatchObject(refused);
  });

  test("[X-IMPORT-3] a file that can’t be read is refused and not stored", async () => {
    const refusal = async (file: File | null) => {
      const begun = await withoutChange(database, () => beginImport(who.by, file));
      return "message" in begun ? begun.message : "";
    };
    expect(await refusal(null)).toBe("Choose a file.");
    expect(await refusal(new File([""], "empty.csv"))).toBe("This file has no lines.");
    expect(await refusal(new File(["PK\u0003\u0004"], "book.xlsx"))).toContain("CSV UTF-8");
    expect(await refusal(new File([new Uint8Array(6_000_000)], "large.csv"))).toBe(
      "This file has 5.8 MB. The limit is 5 MB.",
    );
  });

  test("[X-IMPORT-4] what columns are mapped to is remembered for everybody, and a column left out is stored nowhere", async () => {
    const first = await begin(lines(1));
    expect(await importRow(first)).toMatchObject({
      mapping: { Name: "name", Email: "email", Phone: "phone", "Permit expires": "permitExpires" },
    });
    await check(first, { columns: ["name", "", "phone", "visaExpires", ""] });
    await startImport(who.by, { importId: first });
    await work();
    expect(await database.query("select email from clients")).toEqual([{ email: "" }]);
    expect(await database.query("select kind from key_dates")).toEqual([{ kind: "visa" }]);
    const rows = await everyRow(database);
    for (const left of ["XYZZY", "c00000@mail.example"]) expect(rows).not.toContain(left);
    const colleague = await staffMember(database);
    const begun = await beginImport(colleague, new File([csv(lines(1, 1))], "b.csv"));
    if (!begun.ok) throw new Error(begun.message);
    expect((await importRow(begun.id)).mapping).toMatchObject({ "Permit expires": "visaExpires" });
  });

  test("[X-IMPORT-7, X-IMPORT-12] an import that was changed since the question isn’t started by its answer", async () => {
    const id = await begin(lines(1));
    await check(id);
    const [page, other] = [await pageOf(id), await pageOf(id)];
    await check(id, { remind: "yes" });
    expect(await withoutChange(database, () => startImport(who.by, { importId: id, seen: page.seen }))).toMatchObject({
      reason: "conflict",
      message: "This import was changed meanwhile. Look at it again: nothing was imported.",
    });
    await check(id);
    expect(await startImport(who.by, { importId: id, seen: other.seen })).toEqual({ ok: true });
  });

  test("[X-IMPORT-4] two columns for one field are refused, and so is none for the name", async () => {
    const id = await begin(lines(1));
    expect(await check(id, { columns: ["name", "email", "email", "permitExpires", ""] })).toMatchObject({
      reason: "invalid",
      detail: { mapping: "Two columns are mapped to Email." },
    });
    expect(await check(id, { columns: ["", "email", "phone", "permitExpires", ""] })).toMatchObject({
      detail: { mapping: "Map a column to Name." },
    });
  });

  test("[X-IMPORT-3, X-IMPORT-4] another separator makes other columns, which are mapped by their headings", async () => {
    const id = await begin(lines(1));
    const wrong = { separator: ";", columns };
    expect(await check(id, wrong)).toMatchObject({ detail: { mapping: "Map a column to Name." } });
    expect(await check(id, { columns: [""] })).toEqual({ ok: true });
    expect(await importRow(id)).toMatchObject({
      separator: ",",
      mapping: { Name: "name", Email: "email", Phone: "phone", "Permit expires": "permitExpires" },
    });
    expect(await preview(id)).toMatchObject({ created: 1 });
  });

  test("[X-IMPORT-3, X-IMPORT-4] what was chosen for the columns counts, although the encoding is changed with it", async () => {
    const id = await begin(lines(1));
    expect(await check(id, { encoding: "windows-1252", columns: columns.with(3, "visaExpires") })).toEqual({
      ok: true,
    });
    expect(await importRow(id)).toMatchObject({
      encoding: "windows-1252",
      mapping: { "Permit expires": "visaExpires" },
    });
  });

  test("[X-IMPORT-6] without legal basis, source or format of dates an import is refused", async () => {
    const id = await begin(lines(1));
    const why = "Say on what legal basis you hold these data, and where they come from.";
    expect(await check(id, { basis: "", source: " ", dateFormat: "" })).toMatchObject({
      detail: { basis: why, source: why, dateFormat: "Choose how the dates of this file are written." },
    });
    expect(await check(id, { source: "x".repeat(201) })).toMatchObject({
      detail: { source: "The source can have at most 200 characters." },
    });
    expect(await startImport(who.by, { importId: id })).toMatchObject({ ok: false, message: "Check the file first." });
    expect(await check(id)).toEqual({ ok: true });
    expect(await database.query("select basis, source from client_imports")).toEqual([
      { basis: "contract", source: "Old spreadsheet" },
    ]);
  });
});

test("[X-IMPORT-9, X-IMPORT-10] a form that is sent twice starts one import, and undoes it once", async () => {
  const id = await begin(lines(2));
  await check(id);
  for (const _ of [1, 2]) expect(await startImport(who.by, { importId: id })).toEqual({ ok: true });
  expect(await database.enqueued("clients.import")).toHaveLength(1);
  await work();
  expect(await startImport(who.by, { importId: id })).toMatchObject({ reason: "conflict" });
  for (const _ of [1, 2]) expect(await undoImport(who.by, { importId: id })).toEqual({ ok: true });
  expect(await database.enqueued("clients.undo-import")).toHaveLength(1);
});

describe("the file of an import", () => {
  test("[X-IMPORT-13] is stored encrypted until the import ends, and no cell of it is anywhere else", async () => {
    const logged = vi.spyOn(log, "error");
    const id = await begin(lines(3));
    const bytes = await readFile(stored(id));
    for (const text of ["Number00001", "c00001@mail", "XYZZY"]) expect(bytes.includes(text)).toBe(false);
    await check(id);
    await startImport(who.by, { importId: id });
    for (const table of ["pgboss.job", "admin_activity_log", "client_imports"])
      for (const row of await database.query(`select t::text as row from ${table} t`))
        expect(row.row).not.toMatch(/Number0000|mail\.example|XYZZY/);
    await work();
    await work("documents.remove-bytes");
    expect(existsSync(stored(id))).toBe(false);
    expect(await importRow(id)).toMatchObject({ storageKey: null, fileKey: null, fileKeyBy: null });
    for (const row of await database.query("select t::text as row from client_import_lines t"))
      expect(row.row).not.toMatch(/Number|mail/);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  test("[X-IMPORT-13] that is gone from the storage is named, by the check and by the download of its lines with errors", async () => {
    const id = await begin(lines(1));
    await check(id);
    await rm(stored(id));
    const message = "The file can’t be read any longer. Cancel this import and choose the file again.";
    expect(await check(id)).toMatchObject({ ok: false, message });
    expect(await exportImportErrors(who.by, { importId: id })).toMatchObject({ ok: false, message });
  });

  test("[X-IMPORT-13] is deleted when the import is canceled", async () => {
    const id = await begin(lines(1));
    expect(await cancelImport(who.by, { importId: id })).toEqual({ ok: true });
    await work("documents.remove-bytes");
    expect(existsSync(stored(id))).toBe(false);
    expect(await importRow(id)).toMatchObject({ state: "called_off", storageKey: null, mapping: {} });
    expect(await startImport(who.by, { importId: id })).toMatchObject({ ok: false, reason: "conflict" });
  });

  test("[X-IMPORT-9] a file that can’t be read any longer ends the import, without a cell in the log", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const id = await begin(lines(2));
    await check(id);
    await startImport(who.by, { importId: id });
    await database.query("update client_imports set file_key = 'broken'");
    await work();
    expect(await counts(id)).toEqual({ ...all, state: "done", created: 0 });
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/Number0000|mail\.example/);
    logged.mockRestore();
  });
});
