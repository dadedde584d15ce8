import type { AppServer } from "../app-server";

type Queryable = Pick<AppServer, "query">;

/** Inserts an import that has ended; returns its id. */
export async function insertImport(app: Queryable, { madeBy = "boss@lucaya.example" } = {}): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `insert into client_imports (file_name, byte_size, encoding, separator, date_format, basis, source, state, made_by, finished_at)
     values ('clients.csv', 100, 'utf-8', ',', 'iso', 'contract', 'Spreadsheet of the office', 'done', $1, now())
     returning id`,
    [madeBy],
  );
  return row?.id ?? "";
}

/** Inserts an import that was checked and has not begun, without its file; returns its id. */
export async function insertCheckedImport(app: Queryable): Promise<string> {
  const id = await insertImport(app);
  await app.query("update client_imports set state = 'checked', finished_at = null where id = $1", [id]);
  return id;
}

let made = 0;

/** Inserts a client of an import of its own; `endsOn`: when its permit ends. Returns its id. */
export async function insertClient(
  app: Queryable,
  {
    name = "Natasha Rolle",
    email = "",
    phone = "+1 242 555 0100",
    nationality = null as string | null,
    reference = "",
    endsOn = null as string | null,
    importedAt = null as string | null,
    importId = "",
  } = {},
): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `insert into clients (import_id, line, name, email, phone, nationality, reference, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8::timestamptz, now())) returning id`,
    [importId || (await insertImport(app)), ++made, name, email, phone, nationality, reference, importedAt],
  );
  const id = row?.id ?? "";
  if (endsOn)
    await app.query(
      "insert into key_dates (client_id, kind, ends_on, made_by) values ($1, 'permit', $2, 'boss@lucaya.example')",
      [id, endsOn],
    );
  return id;
}
