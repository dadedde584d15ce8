import { sealReading } from "~/applications/passport/readings.server";
import type { PassportValues } from "~/applications/passport/values";
import { db } from "~/db/client.server";
import type { TestDatabase } from "./test-database";

/** A passport page of a draft that waits to be read; returns its file's id. */
export async function sendPassportPage(database: TestDatabase, application: string): Promise<string> {
  const [file] = await database.query<{ id: string }>(
    `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
     values ($1, 'passport_copy', 'passport.jpg', gen_random_uuid()::text, 'image/jpeg', 2000, '') returning id`,
    [application],
  );
  const id = file?.id ?? "";
  await database.query("insert into passport_readings (document_id, application_id) values ($1, $2)", [
    id,
    application,
  ]);
  return id;
}

/** The same, read with these values. */
export async function readPassportPage(
  database: TestDatabase,
  application: string,
  values: PassportValues,
): Promise<string> {
  const id = await sendPassportPage(database, application);
  if (!(await db.transaction((tx) => sealReading(tx, application, id, values))))
    throw new Error("The page does not wait to be read");
  return id;
}
