import { daysAfter, nassauDay } from "~/core/time";
import type { Queried } from "../app-server";
import { draftOf } from "./draft";
import type { TestDatabase } from "./test-database";

type Columns = Record<string, unknown>;

async function insert(on: Queried, table: string, row: Columns): Promise<string> {
  const names = Object.keys(row);
  const [stored] = await on.query<{ id: string }>(
    `insert into ${table} (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")}) returning id`,
    Object.values(row),
  );
  if (!stored) throw new Error(`Nothing was inserted into ${table}`);
  return stored.id;
}

/** An approved case; `columns` of it can be set. */
export const approvedCase = (database: TestDatabase, columns: Columns = {}) =>
  draftOf(database, {
    ...{
      status: "approved",
      submitted_at: new Date(),
      metadata: { step1: { firstName: "Maria", lastName: "Santos" } },
    },
    ...columns,
  });

/** An imported client of an import that ended `endedAgo` (an interval) ago. */
export async function importedClient(on: Queried, columns: Columns = {}, endedAgo = "100 hours"): Promise<string> {
  const [done] = await on.query<{ id: string }>(
    `insert into client_imports (file_name, byte_size, encoding, separator, state, made_by, finished_at)
     values ('clients.csv', 1, 'utf-8', ',', 'done', 'theo@lucaya.example', now() - $1::interval) returning id`,
    [endedAgo],
  );
  return insert(on, "clients", {
    ...{ import_id: done?.id, line: 2, name: "Natasha Rolle", email: "natasha@mail.test", is_reminded: true },
    ...columns,
  });
}

/** A work permit that ends in `days`, of a case (`application_id`) or a client (`client_id`). */
export const keyDateIn = (on: Queried, days: number, columns: Columns) =>
  insert(on, "key_dates", {
    ...{ kind: "permit", ends_on: daysAfter(nassauDay(), days), made_by: "theo@lucaya.example", ...columns },
  });
