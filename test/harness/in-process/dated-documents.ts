import { randomUUID } from "node:crypto";
import type { TestDatabase } from "./test-database";

type Row = Record<string, unknown>;

const insert = (database: TestDatabase, table: string, row: Row) => {
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  return database.query<{ id: string }>(
    `insert into ${table} (${names.join(", ")}) values (${values.join(", ")}) returning id`,
    Object.values(row),
  );
};

/** Replaces what a service requires, in order: each document by its type, with its name and rule. */
export async function requireDocuments(database: TestDatabase, service: string, rows: Record<string, Row>) {
  await database.query("delete from document_requirements where visa_service_id = $1", [service]);
  for (const [index, [type, columns]] of Object.entries(rows).entries())
    await insert(database, "document_requirements", {
      ...{ visa_service_id: service, document_type: type, document_name: type, display_order: index },
      ...columns,
    });
}

/** A date rule's columns, such as of `30 days filing`. */
export function ruled(rule: `${number} ${"days" | "months"} ${"submission" | "filing" | "trip"}`) {
  const [date_amount, date_unit, date_rule] = rule.split(" ");
  return { date_amount, date_unit, date_rule };
}

/** A file of an application without its bytes; returns its id. */
export async function insertFile(database: TestDatabase, application: string, type: string, columns: Row = {}) {
  const [row] = await insert(database, "documents", {
    ...{ application_id: application, document_type: type, document_name: "scan.pdf", storage_key: randomUUID() },
    ...{ content_type: "application/pdf", byte_size: 2048, sha256: "x" },
    ...columns,
  });
  return row?.id ?? "";
}
