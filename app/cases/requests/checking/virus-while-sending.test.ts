import { beforeAll, expect, test, vi } from "vitest";
import { pool } from "~/db/client.server";
import { registerFoundVirus, registerScans } from "~/documents/scan-job.server";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { runJob } from "../../../../test/harness/in-process/jobs";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../../test/harness/waiting";
import { requestCleanFile } from "./found-virus.server";

const scanner = vi.hoisted(() => ({ verdict: { virus: "Eicar" } as { virus: string } | "clean" }));
vi.mock("~/documents/scanner.server", () => ({ scans: false, scan: async () => scanner.verdict }));

const database = testDatabase();
const requestCase = new AskedCase(database);
beforeAll(() => {
  registerScans();
  registerFoundVirus(requestCleanFile);
});

/** A scan that ends while a transaction locks the case, which then writes the file. */
async function scanMeanwhile() {
  await requestCase.answer({ files: [pdfFile("letter.pdf")] });
  const [file] = await database.query<{ id: string }>(
    "update documents set scan = 'waiting', issued_on = '2026-11-20' where application_id = $1 returning id",
    [requestCase.id],
  );
  const writing = await pool.connect();
  try {
    await writing.query("begin");
    await writing.query("select 1 from visa_applications where id = $1 for update", [requestCase.id]);
    const scanning = runJob("documents.scan", { documentId: file?.id });
    await untilWaiting(database);
    await writing.query("update documents set document_name = 'Letter.pdf' where id = $1", [file?.id]);
    await writing.query("commit");
    await scanning;
  } finally {
    writing.release();
  }
}

test("[C-CHK-5] a virus found while a transaction locks the case waits for it and blocks nothing", async () => {
  await scanMeanwhile();
  expect((await requestCase.open())[0]).toMatchObject({
    answers: [{ outcome: "refused", files: [{ scan: "infected" }] }],
  });
});

test("[U-AGE-12, C-CHK-5] so does a dated file that is found to be clean, whose case the day of its documents is stored in", async () => {
  scanner.verdict = "clean";
  await scanMeanwhile();
  expect((await requestCase.done())[0]).toMatchObject({ answers: [{ files: [{ scan: "clean" }] }] });
});
