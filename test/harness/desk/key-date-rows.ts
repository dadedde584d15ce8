import type { TestDatabase } from "../in-process/test-database";

type Runs = Pick<TestDatabase, "query">;

/** A key date of a case or a client: `columns` in addition to a permit's. */
export const insertKeyDate = async (database: Runs, columns: Record<string, unknown>): Promise<string> =>
  inserted(database, "key_dates", { kind: "permit", made_by: "desk@lucaya.example", ...columns });

/** A task of a case; `columns` in addition to its title. */
export const insertTask = async (database: Runs, columns: Record<string, unknown>): Promise<string> =>
  inserted(database, "case_tasks", { title: "Call the client", ...columns });

let lines = 0;

/** An imported client, with its import. */
export async function insertClient(database: Runs, columns: Record<string, unknown> = {}): Promise<string> {
  const importId = await inserted(database, "client_imports", {
    ...{ file_name: "clients.csv", byte_size: 1, encoding: "utf-8", separator: ",", state: "done" },
    made_by: "desk@lucaya.example",
  });
  return inserted(database, "clients", {
    ...{ import_id: importId, line: ++lines, name: "Calvin Rolle", email: "calvin@mail.example" },
    ...columns,
  });
}

async function inserted(database: Runs, table: string, columns: Record<string, unknown>): Promise<string> {
  const names = Object.keys(columns);
  const [row] = await database.query<{ id: string }>(
    `insert into ${table} (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")}) returning id`,
    Object.values(columns),
  );
  if (!row) throw new Error(`nothing was inserted into ${table}`);
  return row.id;
}
