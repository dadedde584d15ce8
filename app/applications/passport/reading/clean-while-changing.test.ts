import { beforeAll, expect, test, vi } from "vitest";
import { pool } from "~/db/client.server";
import { registerScans } from "~/documents/scan-job.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { runJob } from "../../../../test/harness/in-process/jobs";
import { storedFile } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../../test/harness/waiting";
import { readingStates } from "../readings.server";
import { registerPassportReading } from "./read-passport.server";

vi.mock("~/documents/scanner.server", () => ({ scans: false, scan: async () => "clean" }));

const database = testDatabase();
beforeAll(() => {
  registerScans();
  registerPassportReading();
});

test("[U-MRZ-2] a page that is found to be clean while its draft is changed waits for that and blocks nothing", async () => {
  const service = await serviceOf(database, "bahamian-evisa");
  const id = await new Applicant(database).start(undefined, { service: service.id });
  const file = await storedFile(id);
  await database.query(
    "update documents set scan = 'waiting', document_type = 'passport_copy', content_type = 'image/jpeg' where id = $1",
    [file.id],
  );
  const changing = await pool.connect();
  try {
    await changing.query("begin");
    await changing.query("select 1 from visa_applications where id = $1 for update", [id]);
    const scanning = runJob("documents.scan", { documentId: file.id });
    await untilWaiting(database);
    await changing.query("update documents set page = 1 where id = $1", [file.id]);
    await changing.query("commit");
    await scanning;
  } finally {
    changing.release();
  }
  expect(await readingStates(id)).toEqual({ [file.id]: "waiting" });
});
