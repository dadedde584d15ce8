import { describe, expect, test } from "vitest";
import { readApplication } from "~/cases/case-data/case.server";
import { readForApplicant, readForDesk } from "~/cases/requests/read-requests.server";
import { db } from "~/db/client.server";
import { enqueueMail } from "~/mail/outbox.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { AskedCase } from "../../../../test/harness/in-process/asked-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { handleRequestsForm } from "./answer-form.server";
import { saveDraft } from "./draft.server";
import { removeFromItem } from "./draft-files.server";

const database = testDatabase();
const requestCase = new AskedCase(database);

const messages = () =>
  database.query<{ id: string; body: string }>("select id, body, side from case_messages where application_id = $1", [
    requestCase.id,
  ]);

describe("drafts of answers", () => {
  test("[C-ANS-6, C-ANS-7] a text and a file are saved until they are sent, and the desk sees that they were begun", async () => {
    expect(await requestCase.answer({ text: "My sister", files: [pdfFile("letter.pdf")], intent: "save" })).toEqual({
      kind: "saved",
    });
    const [paper, words] = await requestCase.open();
    expect([paper?.files.map(({ name }) => name), words?.draft]).toEqual([["letter.pdf"], "My sister"]);
    const desk = await readForDesk(requestCase.id);
    expect(desk.open.map(({ begunAt }) => begunAt !== null)).toEqual([true, true]);
    expect(JSON.stringify(desk)).not.toMatch(/My sister|letter\.pdf/);
    expect((await readApplication(requestCase.id))?.documents).toEqual([]);
    const [row] = await database.query<{ draft: string }>("select draft from case_request_items where id = $1", [
      requestCase.question,
    ]);
    expect(row?.draft.startsWith("sealed:1:"), "encrypted").toBe(true);
  });

  test("[C-ANS-6] an older tab can't overwrite a newer text and is told so", async () => {
    const save = (text: string, revision: number) =>
      saveDraft(requestCase.applicant.context(requestCase.id), requestCase.id, {
        item: requestCase.question,
        text,
        revision,
      });
    expect(await save("My sister", 0)).toEqual({ ok: true, revision: 1 });
    expect(await save("Nobody", 0)).toMatchObject({ reason: "conflict", detail: { revision: 1 } });
    expect((await requestCase.open())[1]?.draft).toBe("My sister");
    expect(await save("My sister, really", 1)).toEqual({ ok: true, revision: 2 });
  });

  test("[C-ANS-13] a file can be removed until it is sent", async () => {
    await requestCase.answer({ files: [pdfFile("one.pdf"), pdfFile("two.pdf")], intent: "save" });
    const [firstFile, two] = (await requestCase.open())[0]?.files ?? [];
    expect(await removeFromItem(requestCase.applicant.context(requestCase.id), requestCase.id, firstFile?.id)).toEqual({
      ok: true,
    });
    await requestCase.answer({});
    const done = (await requestCase.done())[0];
    expect(done?.answers.map(({ files }) => files.map(({ name }) => name))).toEqual([["two.pdf"]]);
    expect(
      await withoutChange(database, () =>
        removeFromItem(requestCase.applicant.context(requestCase.id), requestCase.id, two?.id),
      ),
    ).toMatchObject({
      reason: "not-found",
    });
  });
});

describe("sending answers", () => {
  test("[C-ANS-8, C-ANS-9] complete items are sent, the rest stay drafts, and each side gets one mail without the answers", async () => {
    const files = [pdfFile("one.pdf"), pdfFile("two.pdf")];
    expect(await requestCase.answer({ files, text: "" })).toEqual({
      kind: "sent",
      sent: 1,
      of: 2,
      kept: 0,
      left: [requestCase.names[1]],
    });
    const { open, done } = await readForApplicant(requestCase.id);
    expect([open.map(({ name }) => name), done.map(({ name, state }) => [name, state])]).toEqual([
      [requestCase.names[1]],
      [[requestCase.names[0], "sent"]],
    ]);
    expect(await requestCase.mails()).toEqual(["request_answered", "request_received"]);
    const data = await database.query<{ data: Record<string, string> }>(
      "select template_data as data from email_notifications where application_id = $1",
      [requestCase.id],
    );
    for (const mail of data) {
      expect(mail.data).toMatchObject({ arrived: requestCase.names[0], open: requestCase.names[1] });
      expect(JSON.stringify(mail.data)).not.toContain("one.pdf");
    }
    expect(await requestCase.row()).toEqual({ status: "additional_info_required", turn: "applicant" });
  });

  test("[C-ANS-9] answers sent while an earlier mail waits for the hourly limit are confirmed by mail too", async () => {
    const [{ to = "" } = {}] = await database.query<{ to: string }>(
      "select user_email as to from visa_applications where id = $1",
      [requestCase.id],
    );
    const optIn = { kind: "newsletter_opt_in", to, toName: "", data: { email: to } } as const;
    for (let sent = 0; sent < 6; sent++) await db.transaction((tx) => enqueueMail(tx, optIn));
    await requestCase.answer({ files: [pdfFile("one.pdf")], text: "" });
    await requestCase.answer({ text: "My sister" });
    const waiting = await database.query<{ arrived: string; open: string }>(
      `select template_data ->> 'arrived' as arrived, template_data ->> 'open' as open from email_notifications
       where application_id = $1 and email_type = 'request_received' and due_at > now() order by due_at`,
      [requestCase.id],
    );
    expect(waiting).toEqual([
      { arrived: requestCase.names[0], open: requestCase.names[1] },
      { arrived: requestCase.names[1], open: "" },
    ]);
  });

  test("[C-ANS-8] without a complete item nothing is sent, and begun items say what is missing", async () => {
    expect(await withoutChange(database, () => requestCase.answer({ text: "" }))).toMatchObject({
      kind: "refused",
      message: "Nothing is complete yet.",
      problems: [],
    });
    const text = "x".repeat(5120);
    expect(await requestCase.answer({ text })).toMatchObject({
      message: "Nothing is complete yet.",
      problems: [{ item: requestCase.question, message: "Please use at most 5,000 characters; this has 5,120." }],
      typed: { [requestCase.question]: text },
    });
    expect((await requestCase.open())[1]?.draft, "the longer text stays whole").toBe(text);
    expect(await requestCase.mails()).toEqual([]);
  });

  test("[C-ANS-3] each of several files is stored or named with the reason, independently of the others", async () => {
    const files = [pdfFile("one.pdf"), new File(["x".repeat(2000)], "virus.exe"), pdfFile("two.pdf")];
    expect(await requestCase.answer({ files })).toMatchObject({
      kind: "refused",
      problems: [
        { item: requestCase.document, message: expect.stringMatching(/^virus\.exe: File type \.exe is not allowed/) },
      ],
    });
    expect(
      (await requestCase.open())[0]?.files.map(({ name }) => name),
      "nothing was sent yet",
    ).toEqual(["one.pdf", "two.pdf"]);
  });

  test("[C-ANS-10] the last answer sets the case under review, with a history entry of no admin and no status mail", async () => {
    await requestCase.answer({ text: "My sister" });
    expect(await requestCase.row()).toEqual({ status: "additional_info_required", turn: "applicant" });
    await requestCase.answer({ files: [pdfFile("one.pdf")] });
    expect(await requestCase.row()).toEqual({ status: "under_review", turn: "office" });
    const [line] = await database.query(
      "select from_status, to_status, admin_email from application_status_history where application_id = $1 order by created_at desc limit 1",
      [requestCase.id],
    );
    expect(line).toEqual({ from_status: "additional_info_required", to_status: "under_review", admin_email: null });
    expect(await requestCase.mails()).not.toContain("status_update");
    expect((await recordOf(database, requestCase.id)).map(({ what }) => what)).toContain("request_items_sent");
  });

  test("[C-ANS-10] any other status stays unchanged", async () => {
    await database.query("update visa_applications set status = 'submitted' where id = $1", [requestCase.id]);
    await requestCase.answer({ text: "My sister", files: [pdfFile("one.pdf")] });
    expect(await requestCase.row()).toEqual({ status: "submitted", turn: "office" });
  });

  test("[C-BOTH-5] fifty identical answers with one key count as one, with one mail to each side", async () => {
    await requestCase.answer({ text: "My sister", intent: "save" });
    const attempt = crypto.randomUUID();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => requestCase.answer({ text: "My sister", attempt, revision: 1 })),
    );
    expect(new Set(all.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(all[0]).toMatchObject({ kind: "sent", sent: 1, of: 2 });
    expect(await requestCase.mails()).toEqual(["request_answered", "request_received"]);
    expect(await messages()).toEqual([]);
    const rows = await database.query("select id from case_item_answers where application_id = $1", [requestCase.id]);
    expect(rows).toHaveLength(1);
  });

  test("[C-BOTH-4] a stranger can't send or save", async () => {
    const otherApplicant = new Applicant(database);
    await withoutChange(database, () =>
      requestCase.answer({ text: "I was here", files: [pdfFile("one.pdf")], intent: "save" }, otherApplicant),
    );
  });

  test("[C-ANS-8] an unreadable draft is not sent as an answer, and a new one can replace it", async () => {
    await requestCase.answer({ text: "My sister", intent: "save" });
    await database.query("update case_request_items set draft = 'sealed:1:AAAA' where id = $1", [requestCase.question]);
    expect((await requestCase.open())[1]).toMatchObject({ draft: "", revision: 1 });
    expect(await requestCase.answer({ text: "", revision: 1 })).toMatchObject({ message: "Nothing is complete yet." });
    expect(await requestCase.answer({ text: "My aunt", revision: 1 })).toMatchObject({ kind: "sent", sent: 1 });
    expect((await requestCase.done())[0]?.answers).toMatchObject([{ text: "My aunt" }]);
  });

  test("[C-ANS-8] invalid items, and a form without a key, don't affect what is sent with them", async () => {
    const form = new FormData();
    form.set("intent", "send");
    const invalidItems = ["", "__proto__", "' or 1=1", "\u0000", crypto.randomUUID()];
    for (const item of [...invalidItems, requestCase.question, requestCase.question]) form.append("item", item);
    for (const item of invalidItems) form.set(`text-${item}`, "Somebody");
    for (const item of invalidItems) form.set(`fields-${item}`, "applicant_info cityOfBirth");
    form.set(`text-${requestCase.question}`, "My sister");
    expect(await handleRequestsForm(requestCase.applicant.context(requestCase.id), requestCase.id, form)).toMatchObject(
      {
        kind: "sent",
        sent: 1,
        kept: 0,
      },
    );
    expect((await requestCase.done())[0]?.answers).toMatchObject([{ text: "My sister" }]);
  });
});
