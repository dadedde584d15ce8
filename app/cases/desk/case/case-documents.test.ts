import { expect, test } from "vitest";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { readApplication } from "../../case-data/case.server";

const database = testDatabase();
const requestCase = new AskedCase(database);

const shown = async () =>
  (await readApplication(requestCase.id))?.documents.map(({ title, documentName, from }) => [
    title,
    documentName,
    from,
  ]);

test("[F-DESK-6] a file that answered a request is listed in the case’s documents under its kind, with its origin", async () => {
  await requestCase.answer({ files: [pdfFile("scan_001.pdf")] });
  expect(await shown()).toEqual([[requestCase.names[0], "scan_001.pdf", "Answer to a request"]]);
});

test("[F-DESK-6] files of messages and decisions are listed too, and unsent ones are not", async () => {
  await requestCase.answer({ files: [pdfFile("not-sent.pdf")], intent: "save" });
  expect((await shown())?.filter(([, name]) => name === "not-sent.pdf")).toEqual([]);
  const [message] = await database.query<{ id: string }>(
    `insert into case_messages (application_id, side, body) values ($1, 'applicant', '') returning id`,
    [requestCase.id],
  );
  const add = (name: string, columns: string, value: unknown) =>
    database.query(
      `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256, ${columns})
       values ($1, 'message', $2, $2, 'application/pdf', 10, 'ab', $3)`,
      [requestCase.id, name, value],
    );
  await add("told.pdf", "case_message_id", message?.id);
  const [line] = await database.query<{ id: string }>(
    "select id from application_status_history where application_id = $1 limit 1",
    [requestCase.id],
  );
  await add("visa.pdf", "decision_id", line?.id);
  const from = new Map((await shown())?.map(([, name, where]) => [name, where]));
  expect([from.get("told.pdf"), from.get("visa.pdf")]).toEqual(["Message from the applicant", "The decision"]);
});
