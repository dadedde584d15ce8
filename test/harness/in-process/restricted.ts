import { storedFile } from "./stored-file";
import type { TestDatabase } from "./test-database";

/** A restricted case, of which number, days and two files are left; returns its id. */
export async function restrictedCase(database: TestDatabase, number: string, until: string): Promise<string> {
  const files = [(await storedFile(null)).id, (await storedFile(null)).id];
  await database.query("update documents set document_type = 'restricted_case' where id = any($1)", [files]);
  const [row] = await database.query<{ id: string }>(
    `insert into restricted_cases (id, application_number, service_name, status, document_id, data_document_id, started_on, restricted_until)
     values (gen_random_uuid(), $1, 'Bahamian e-Visa', 'denied', $2, $3, '2020-01-01', $4) returning id`,
    [number, ...files, until],
  );
  return row?.id ?? "";
}
