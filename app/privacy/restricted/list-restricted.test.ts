import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { listRestricted } from "./open-restricted.server";

const database = testDatabase();

test("[V-ERASE-4] the desk lists the hundred restricted cases that are due next, and their total number", async () => {
  const [file] = await database.query(
    `insert into documents (document_type, document_name, storage_key, content_type, byte_size, sha256)
     values ('restricted_case', 'case.zip', 'restricted/case', 'application/zip', 1, '') returning id`,
  );
  await database.query(
    `insert into restricted_cases (id, application_number, service_name, status, document_id, data_document_id, started_on, restricted_until)
     select gen_random_uuid(), 'T-' || n, 'UK Visitor Visa', 'approved', $1, $1, '2026-01-01', date '2033-12-31' - n
     from generate_series(1, 101) n`,
    [file?.id],
  );
  const { all, cases } = await listRestricted();
  expect([all, cases.length, cases[0]?.number, cases.at(-1)?.number]).toEqual([101, 100, "T-101", "T-2"]);
});
