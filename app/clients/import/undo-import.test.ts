import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { clientImports } from "../../../test/harness/desk/client-imports";
import { recordOf, withoutChange } from "../../../test/harness/desk/verbs";
import { until } from "../../../test/harness/http-client";
import { leaveStale, staffMember } from "../../../test/harness/in-process/staff";
import { beginImport } from "./begin-import.server";
import { countUndo, undoImport } from "./undo-import.server";

const { database, who, lines, csv, work, imported, counts, all, count } = clientImports();
const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe("undoing an import", () => {
  test("[X-IMPORT-10] removes all its clients and key dates, and nothing else", async () => {
    const [other = []] = lines(1, 900);
    await imported([other]);
    const id = await imported(lines(450));
    expect(await countUndo(id)).toEqual({ clients: 450, keyDates: 450, changed: [], changedKeyDates: 0 });
    expect(await undoImport(who.by, { importId: id })).toEqual({ ok: true });
    await work("clients.undo-import");
    expect(await counts(id)).toEqual({ ...all, state: "undone", created: 450, removed: 450 });
    expect([await count("clients"), await count("key_dates"), await count("people")]).toEqual([1, 1, 1]);
    expect((await recordOf(database, id)).at(-1)).toMatchObject({
      what: "client_import_undone",
      details: { removed: 450, left: 0 },
    });
  });

  test("[X-IMPORT-10] that stops continues where it was", async () => {
    const id = await imported(lines(250));
    await undoImport(who.by, { importId: id });
    const stop = new AbortController();
    stop.abort(new Error("the program stops"));
    await expect(work("clients.undo-import", stop.signal)).rejects.toThrow("the program stops");
    expect(await counts(id)).toMatchObject({ state: "undoing", removed: 200 });
    expect(await beginImport(who.by, new File([csv(lines(1))], "a.csv"))).toMatchObject({ reason: "conflict" });
    await work("clients.undo-import");
    expect(await counts(id)).toMatchObject({ state: "undone", removed: 250 });
  });

  test("[X-IMPORT-10] leaves clients that staff have changed, unless that is asked for too", async () => {
    const rows = lines(3);
    for (const all of [undefined, "yes"]) {
      const id = await imported(rows);
      await database.query("update clients set changed_at = now() where name = 'Client Number00001'");
      expect(await countUndo(id)).toMatchObject({
        ...{ clients: 2, keyDates: 2, changedKeyDates: 1, changed: [{ name: "Client Number00001" }] },
      });
      await undoImport(who.by, { importId: id, all });
      await work("clients.undo-import");
      const left = await database.query("select name from clients");
      expect(left).toEqual(all ? [] : [{ name: "Client Number00001" }]);
      await database.query("delete from clients");
      await database.query("delete from person_records");
      await database.query("delete from people");
    }
  });

  test("[X-IMPORT-10] leaves a client that somebody is changing while the import is undone", async () => {
    const id = await imported(lines(2));
    await undoImport(who.by, { importId: id });
    let undone = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`update clients set changed_at = now() where name = 'Client Number00001'`);
      undone = work("clients.undo-import");
      await until("the undoing waits", async () => (await database.query(waiting)).length === 1);
    });
    await undone;
    expect(await database.query("select name from clients")).toEqual([{ name: "Client Number00001" }]);
    expect(await counts(id)).toMatchObject({ state: "undone", removed: 1 });
  });

  test("[X-IMPORT-10] needs a fresh confirmation, and is refused after 72 hours", async () => {
    const id = await imported(lines(1));
    const stale = await staffMember(database);
    await leaveStale(database, stale);
    expect(await withoutChange(database, () => undoImport(stale, { importId: id }))).toMatchObject({ reason: "fresh" });
    await database.query("update client_imports set finished_at = now() - interval '72 hours'");
    expect(await withoutChange(database, () => undoImport(who.by, { importId: id }))).toMatchObject({
      reason: "conflict",
      message: "It is too late to undo this import. Remove single clients instead.",
    });
  });
});
