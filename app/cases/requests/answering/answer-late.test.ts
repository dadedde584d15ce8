import { describe, expect, test } from "vitest";
import { withdrawItem } from "~/cases/requests/asking/change-item.server";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { attachToItem } from "./draft-files.server";

const database = testDatabase();
const requestCase = new AskedCase(database);

const messages = () =>
  database.query<{ id: string; body: string }>("select id, body, side from case_messages where application_id = $1", [
    requestCase.id,
  ]);

describe("answers that arrive too late", () => {
  test("[C-BOTH-6] an answer sent after staff withdrew the item is stored with its files as a message", async () => {
    await requestCase.answer({ files: [pdfFile("letter.pdf")], intent: "save" });
    for (const item of [requestCase.document, requestCase.question])
      await withdrawItem(requestCase.staff, { applicationId: requestCase.id, item, reason: "We have it." });
    expect(await requestCase.answer({ text: "My sister" })).toMatchObject({ kind: "sent", sent: 0, kept: 2 });
    const stored = await messages();
    expect(stored.map(({ body }) => body).sort()).toEqual([
      requestCase.names[0],
      `${requestCase.names[1]}\n\nMy sister`,
    ]);
    const [file] = await database.query<{ message: string }>(
      "select case_message_id as message from documents where application_id = $1",
      [requestCase.id],
    );
    expect(stored.find(({ body }) => body === requestCase.names[0])?.id).toBe(file?.message);
    expect((await requestCase.row())?.turn).toBe("office");
  });

  const withdrawDocument = () =>
    withdrawItem(requestCase.staff, {
      applicationId: requestCase.id,
      item: requestCase.document,
      reason: "We have it.",
    });
  const storedFiles = () =>
    database.query<{ body: string; file: string }>(
      "select m.body, d.document_name as file from case_messages m join documents d on d.case_message_id = m.id where m.application_id = $1 order by d.created_at",
      [requestCase.id],
    );

  test("[C-BOTH-6] a file that arrives after its item was withdrawn is stored as a message at once, with the item's other files", async () => {
    await requestCase.answer({ files: [pdfFile("front.pdf")], intent: "save" });
    await withdrawDocument();
    const late = { item: requestCase.document, file: pdfFile("back.pdf"), attempt: crypto.randomUUID() };
    const attach = () => attachToItem(requestCase.applicant.context(requestCase.id), requestCase.id, late);
    const attached = await attach();
    expect(attached).toMatchObject({ ok: true, name: "back.pdf", kept: true });
    expect(await attach(), "the answer was lost").toEqual(attached);
    expect(await storedFiles()).toEqual(
      ["front.pdf", "back.pdf"].map((file) => ({ body: requestCase.names[0], file })),
    );
  });

  test("[C-BOTH-6] Save for later without JavaScript stores such files as messages too, while a text for an open item stays a draft", async () => {
    await withdrawDocument();
    const input = { text: "My sister", files: [pdfFile("one.pdf"), pdfFile("two.pdf")], intent: "save" };
    expect(await requestCase.answer(input)).toEqual({ kind: "sent", sent: 0, of: 0, kept: 2, left: [] });
    expect((await storedFiles()).map(({ file }) => file)).toEqual(["one.pdf", "two.pdf"]);
    expect((await requestCase.open()).map(({ draft }) => draft)).toEqual(["My sister"]);
  });

  test("[C-BOTH-6] files sent along with Send are in one message with the other files of the item", async () => {
    await withdrawDocument();
    const files = [pdfFile("one.pdf"), pdfFile("two.pdf")];
    expect(await requestCase.answer({ files })).toMatchObject({ kind: "sent", kept: 1 });
    expect(await messages()).toHaveLength(1);
    expect(await storedFiles()).toHaveLength(2);
  });

  test("[C-BOTH-6] an answer sent after the case was closed is stored as a message too, and the case's items read Closed", async () => {
    await setStatus(requestCase.staff, { applicationId: requestCase.id, status: "withdrawn", sure: "yes" });
    expect((await requestCase.done()).map(({ state }) => state)).toEqual(["closed", "closed"]);
    expect(await requestCase.answer({ text: "My sister" })).toMatchObject({ kept: 1 });
    expect(await requestCase.row()).toEqual({ status: "withdrawn", turn: null });
  });
});

describe("answers repeated under the same key after a lost response", () => {
  const attempt = crypto.randomUUID();
  const send = (text: string, more: object = {}) => requestCase.answer({ text, attempt, ...more });
  const answers = async () => (await requestCase.done()).flatMap((item) => item.answers.map(({ text }) => text));

  test("[C-BOTH-5, C-BOTH-6] an edited answer is stored once as a message, and the success of the first is reported again", async () => {
    const first = "My sister\r\nand I";
    const sent = await send(first);
    expect(sent).toMatchObject({ kind: "sent", sent: 1, of: 2, kept: 0, left: [requestCase.names[0]] });
    expect(await send(first), "the same again").toEqual(sent);
    expect(await messages()).toEqual([]);
    for (let time = 0; time < 2; time++) expect(await send("My sister pays for all")).toEqual({ ...sent, kept: 1 });
    expect((await messages()).map(({ body }) => body)).toEqual([`${requestCase.names[1]}\n\nMy sister pays for all`]);
    expect(await send("Only my sister")).toEqual({ ...sent, kept: 2 });
    expect(await messages()).toHaveLength(2);
    expect([await answers(), await requestCase.mails()]).toEqual([
      ["My sister\nand I"],
      ["request_answered", "request_received"],
    ]);
  });

  test("[C-ANS-8, C-BOTH-5] items completed since then are sent", async () => {
    await send("My sister");
    const files = [pdfFile("letter.pdf")];
    for (let time = 0; time < 2; time++)
      expect(await send("My sister", { files })).toMatchObject({ kind: "sent", sent: 2, of: 2, kept: 0, left: [] });
    expect(await requestCase.open()).toEqual([]);
    expect(await messages()).toEqual([]);
    expect((await requestCase.mails()).filter((kind) => kind === "request_answered")).toHaveLength(2);
  });

  test("[C-BOTH-6] a different file is stored as a message", async () => {
    const fileOf = (size: number) => ({ files: [pdfFile("letter.pdf", size)] });
    await send("", fileOf(2048));
    await send("", fileOf(2048));
    expect(await messages()).toEqual([]);
    for (let time = 0; time < 2; time++)
      expect(await send("", fileOf(4096))).toMatchObject({ kind: "sent", sent: 1, kept: 1 });
    expect((await messages()).map(({ body }) => body)).toEqual([requestCase.names[0]]);
  });

  test("[C-BOTH-6] an answer stored as a message is not stored twice", async () => {
    for (const item of [requestCase.document, requestCase.question])
      await withdrawItem(requestCase.staff, { applicationId: requestCase.id, item, reason: "We have it." });
    for (let time = 0; time < 2; time++)
      expect(await send("My sister")).toEqual({ kind: "sent", sent: 0, of: 0, kept: 1, left: [] });
    expect(await messages()).toHaveLength(1);
  });
});
