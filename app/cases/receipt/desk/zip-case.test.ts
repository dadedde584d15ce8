import { rmSync, truncateSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { casePdf } from "~/cases/receipt/case-pdf.server";
import { readReceipt } from "~/cases/receipt/read-receipt.server";
import { log } from "~/log.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { filesIn } from "../../../../test/harness/case/zip";
import { openFiles, paper, pathOf, storedFile } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { textOf } from "../../../../test/harness/pdf-text";
import { zipCase } from "./zip-case.server";

const database = testDatabase();
let found: { id: string; applicationNumber: string };
beforeEach(async () => {
  const applicant = new Applicant(database);
  const id = await applicant.ready();
  await applicant.submit(id);
  found = (await applicant.found(id)).application;
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A file of the case; `columns` say what it came with. */
async function file(name: string, columns: Record<string, unknown> = {}, bytes = paper(3000)) {
  const row = await storedFile(found.id, { bytes });
  const set = Object.entries({ document_name: name, ...columns });
  await database.query(
    `update documents set ${set.map(([column], index) => `${column} = $${index + 2}`).join(", ")} where id = $1`,
    [row.id, ...set.map(([, value]) => value)],
  );
  return { ...row, bytes };
}
const insertRow = async (text: string, values: unknown[]) =>
  (await database.query<{ id: string }>(text, values))[0]?.id ?? "";
async function zipped() {
  const { size, stream } = await zipCase(found);
  const bytes = await buffer(stream);
  expect(size, "what the browser is told, for its bar").toBe(bytes.byteLength);
  return filesIn(bytes);
}
const pdfName = () => `Lucaya-${found.applicationNumber}.pdf`;

test("[C-RCPT-7] the ZIP has the PDF and every sent document byte for byte, each under a unique name; no drafts and no notes", async () => {
  const message = await insertRow(
    "insert into case_messages (application_id, side, body) values ($1, 'office', 'See this') returning id",
    [found.id],
  );
  const request = await insertRow("insert into case_requests (application_id) values ($1) returning id", [found.id]);
  const item = await insertRow(
    `insert into case_request_items (request_id, application_id, position, kind, name, reason)
     values ($1, $2, 0, 'document', 'Letter', 'We need it') returning id`,
    [request, found.id],
  );
  const answer = await insertRow(
    "insert into case_item_answers (item_id, application_id) values ($1, $2) returning id",
    [item, found.id],
  );
  const decision = await insertRow(
    "insert into application_status_history (application_id, to_status) values ($1, 'approved') returning id",
    [found.id],
  );
  await database.query(
    "insert into application_notes (application_id, body, author_email) values ($1, 'Zephyrine seems nervous', 'a@lucaya.example')",
    [found.id],
  );
  const sent = {
    "letter.pdf": await file("letter.pdf"),
    "LETTER (2).pdf": await file("LETTER.pdf", { case_message_id: message }),
    "letter (3).pdf": await file("letter.pdf", { case_item_id: item, case_answer_id: answer }),
    "山田_ヴィザ.pdf": await file("山田:ヴィザ.pdf", { decision_id: decision }),
    "_con.pdf": await file("con.pdf"),
  };
  await file("draft of a message.pdf", { document_type: "message_draft" });
  await file("draft of an answer.pdf", { case_item_id: item });
  const files = await zipped();
  expect([...files.keys()].sort()).toEqual([...Object.keys(sent), pdfName()].sort());
  for (const [name, { bytes }] of Object.entries(sent)) expect(files.get(name)?.equals(bytes), name).toBe(true);
  const receipt = await readReceipt(found);
  expect(receipt && files.get(pdfName())?.equals(await casePdf(receipt))).toBe(true);
  expect(textOf(files.get(pdfName()) ?? Buffer.alloc(0)).join(" ")).not.toContain("Zephyrine");
});

test("[C-RCPT-7, T-BYTES-5] quarantined, infected, missing and damaged files are listed in missing.txt, and the others are included", async () => {
  vi.spyOn(log, "error").mockReturnValue(undefined);
  await file("good.pdf");
  await file("held.pdf", { scan: "waiting" });
  await file("infected.pdf", { scan: "infected", virus: "Eicar" });
  rmSync(pathOf(await file("gone.pdf")));
  truncateSync(pathOf(await file("damaged.pdf")), 1000);
  const files = await zipped();
  expect([...files.keys()].sort()).toEqual([pdfName(), "good.pdf", "missing.txt"].sort());
  expect(files.get("missing.txt")?.toString().trim().split("\r\n")).toEqual([
    "These files of the case are not in this ZIP:",
    "held.pdf: on hold until it has been scanned for viruses",
    "infected.pdf: removed: a virus was found (Eicar)",
    "gone.pdf: the file is missing from storage",
    "damaged.pdf: can’t be opened: the stored copy is damaged",
  ]);
});

test("[C-RCPT-7] aborting a download logs no failure, and the next download is complete", async () => {
  const errors = vi.spyOn(log, "error");
  for (let count = 0; count < 4; count++) await file(`large ${count}.pdf`, {}, paper(3_000_000));
  const { stream } = await zipCase(found);
  for await (const chunk of stream) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await finished(stream).catch(() => undefined);
  expect(stream.destroyed).toBe(true);
  expect((await zipped()).size).toBe(5);
  // The one that was verified meanwhile, too.
  await expect.poll(() => openFiles(found.id), { timeout: 60_000 }).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
});
