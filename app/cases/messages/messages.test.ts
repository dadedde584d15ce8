import { describe, expect, test } from "vitest";
import { applicationStatuses } from "~/db/schema/values";
import { Applicant, recordOf, whileRefused } from "../../../test/harness/applicants/in-process";
import { messagesIn } from "../../../test/harness/case/messages";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { registerMessageMails } from "./mail-messages.server";
import { readMessageForm } from "./message-form.server";
import { writeMessage } from "./write-message.server";

const database = testDatabase();
registerMessageMails();
const { aCase, form, write, answer, unsentOf, messagesOf, draftsOf, paper, wrong, mailNow, mailed } =
  messagesIn(database);

describe("messages of both sides", () => {
  test.each(applicationStatuses.filter((status) => status !== "draft"))(
    "[C-MSG-1] both sides can write in the status %s, which stays",
    async (status) => {
      const messageCase = await aCase(status);
      expect(await write(messageCase, form("Hello"))).toEqual({ ok: true });
      expect(await answer(messageCase.id, form("Good day"))).toEqual({ ok: true });
      expect((await messagesOf(messageCase.id)).map(({ side, body, status }) => [side, body, status])).toEqual([
        ["applicant", "Hello", status],
        ["office", "Good day", status],
      ]);
      await mailNow(messageCase.id);
      expect((await mailed(messageCase.id)).map(({ kind }) => kind).sort()).toEqual([
        "case_message",
        "case_message_notification",
      ]);
    },
  );

  test("[C-MSG-1] a draft can have no messages", async () => {
    const messageCase = await aCase("draft");
    expect(await write(messageCase, form("Hello"))).toMatchObject({ ok: false, reason: "closed" });
    expect(await answer(messageCase.id, form("Hello"))).toMatchObject({ ok: false });
    expect(await messagesOf(messageCase.id)).toEqual([]);
  });

  test("[C-BOTH-4] a stranger and a browser with access to another application can't write", async () => {
    const messageCase = await aCase();
    const otherCase = await aCase();
    for (const context of [new Applicant(database).context(messageCase.id), otherCase.applicant.context(otherCase.id)])
      expect(await writeMessage(context, messageCase.id, form("Hello", { files: [paper()] }))).toMatchObject({
        reason: "forbidden",
      });
    expect([await messagesOf(messageCase.id), await draftsOf(messageCase.id)]).toEqual([[], []]);
  });

  test.each(["case_messages", "admin_activity_log", "attempts"])(
    "a failed write of %s stores neither message nor file",
    async (table) => {
      const messageCase = await aCase();
      const files = [paper()];
      await expect(whileRefused(database, table, () => write(messageCase, form("Hello", { files })))).rejects.toThrow();
      expect([await messagesOf(messageCase.id), await draftsOf(messageCase.id)]).toEqual([[], []]);
    },
  );

  test("[C-MSG-12] the database refuses to change a message", async () => {
    const messageCase = await aCase();
    await write(messageCase, form("Hello"));
    const change = database.query("update case_messages set body = 'x' where application_id = $1", [messageCase.id]);
    await expect(change).rejects.toThrow("immutable");
  });

  test("a message is recorded without its text", async () => {
    const messageCase = await aCase();
    await write(messageCase, form("My secret", { files: [paper("secret.pdf")] }));
    const record = await recordOf(database, messageCase.id);
    expect(record.at(-1)).toMatchObject({ action: "case_message_written", details: { by: "applicant", files: 1 } });
    expect(JSON.stringify(record)).not.toMatch(/secret/);
  });
});

describe("the content of a message", () => {
  test("[C-MSG-2] an empty message is refused, and one of up to five files alone is accepted", async () => {
    const messageCase = await aCase();
    expect((await unsentOf(write(messageCase, form(" \n ")))).problems).toEqual({
      text: "Write a message or add a file.",
      files: [],
    });
    const files = [1, 2, 3, 4, 5].map((n) => paper(`${n}.pdf`));
    expect(await write(messageCase, form("", { files }))).toEqual({ ok: true });
    expect(await messagesOf(messageCase.id)).toMatchObject([{ body: "", files: 5 }]);
  });

  test("[C-MSG-2] a sixth file is refused, and the five before it stay in the form", async () => {
    const messageCase = await aCase();
    const files = [1, 2, 3, 4, 5, 6].map((n) => paper(`${n}.pdf`));
    const unsent = await unsentOf(write(messageCase, form("Hello", { files })));
    expect(unsent).toMatchObject({
      text: "Hello",
      problems: { files: ["A message can have 5 files. Please send the others in another message."] },
    });
    expect(unsent.drafts?.map(({ name }) => name)).toEqual(["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf"]);
    expect(await messagesOf(messageCase.id)).toEqual([]);
  });

  test("[C-MSG-2] 5,000 characters are accepted, and a longer text is returned whole", async () => {
    const messageCase = await aCase();
    const long = "é".repeat(5120);
    expect(await unsentOf(write(messageCase, form(long)))).toMatchObject({
      text: long,
      problems: { text: "Please use at most 5,000 characters; this has 5,120." },
    });
    const family = "👨‍👩‍👧".repeat(600);
    expect(await write(messageCase, form("x".repeat(5000)))).toEqual({ ok: true });
    expect(await write(messageCase, form(family))).toEqual({ ok: true });
    expect((await messagesOf(messageCase.id)).map(({ body }) => body)).toEqual(["x".repeat(5000), family]);
  });

  test("[C-MSG-3] a refused file is named and keeps the message unsent, without affecting other files", async () => {
    const messageCase = await aCase();
    const unsent = await unsentOf(write(messageCase, form("Hello", { files: [paper(), wrong()] })));
    expect(unsent).toMatchObject({ text: "Hello", drafts: [{ name: "letter.pdf" }] });
    expect(unsent.problems.files).toEqual([
      "virus.exe: File type .exe is not allowed. Accepted types: pdf, jpg, jpeg, png, doc, docx",
    ]);
    expect(await messagesOf(messageCase.id)).toEqual([]);
    const drafts = unsent.drafts?.map(({ id }) => id) ?? [];
    expect(await write(messageCase, form("Hello", { drafts }))).toEqual({ ok: true });
    expect(await messagesOf(messageCase.id)).toMatchObject([{ body: "Hello", files: 1 }]);
    expect(await draftsOf(messageCase.id)).toEqual([]);
  });

  test("[C-MSG-3] an unsent file is visible to its browser only and can be removed", async () => {
    const messageCase = await aCase();
    const storedDrafts = async () =>
      (await unsentOf(write(messageCase, form("", { files: [paper(), wrong()] })))).drafts ?? [];
    const [first] = await storedDrafts();
    const drafts = [first?.id ?? ""];
    const another = new Applicant(database);
    await another.changeBrowser(messageCase.id);
    await writeMessage(another.context(messageCase.id), messageCase.id, form("Mine", { drafts }));
    await writeMessage(
      another.context(messageCase.id),
      messageCase.id,
      form("", { remove: drafts[0], intent: "remove" }),
    );
    expect(await messagesOf(messageCase.id)).toMatchObject([{ body: "Mine", files: 0 }]);
    expect(await draftsOf(messageCase.id)).toHaveLength(1);

    const removed = await unsentOf(write(messageCase, form("Still here", { remove: drafts[0], intent: "remove" })));
    expect(removed).toMatchObject({ text: "Still here", problems: { files: [] }, drafts: [] });
  });

  test("a form's texts, files and removals are read", () => {
    const sent = new FormData();
    sent.set("text", "Hello");
    sent.append("file", paper());
    sent.append("file", new File([], ""));
    sent.append("draft", "no id");
    expect(readMessageForm(sent)).toMatchObject({ text: "Hello", drafts: [], intent: "send", attempt: undefined });
    expect(readMessageForm(sent).files).toHaveLength(1);
  });

  test("[C-BOTH-5] fifty identical messages with one key at once are one message with its file", async () => {
    const messageCase = await aCase();
    const once = form("Once", { files: [paper()] });
    const sent = await Promise.all(Array.from({ length: 50 }, () => write(messageCase, once)));
    expect(sent).toEqual(Array(50).fill({ ok: true }));
    expect(await messagesOf(messageCase.id)).toMatchObject([{ body: "Once", files: 1 }]);
    expect(await draftsOf(messageCase.id)).toEqual([]);
    await mailNow(messageCase.id);
    expect(await mailed(messageCase.id)).toHaveLength(1);
  });

  test("[C-BOTH-5] a message that was extended after its response was lost is stored as another one, even with the same key", async () => {
    const messageCase = await aCase();
    const first = form("Hello", { files: [paper("a.pdf")] });
    const more = { ...first, text: "Hello, and one thing more" };
    for (const once of [first, first, more, more, first]) expect(await write(messageCase, once)).toEqual({ ok: true });
    const texts = async () => (await messagesOf(messageCase.id)).map(({ body, files }) => [body, files]);
    expect(await texts()).toEqual([
      ["Hello", 1],
      ["Hello, and one thing more", 1],
    ]);
    const changed = { ...first, text: "", files: [paper("b.pdf")] };
    for (const once of [changed, changed]) expect(await write(messageCase, once)).toEqual({ ok: true });
    expect(await texts()).toHaveLength(3);
    const bad = { ...first, files: [paper("a.pdf"), wrong()] };
    expect((await unsentOf(write(messageCase, bad))).problems.files).toHaveLength(1);
  });

  test("[C-BOTH-5] a message of staff that was extended by a file is stored as another one, even with the same key", async () => {
    const messageCase = await aCase();
    const by = staffMember(database);
    const first = form("Good day");
    const more = { ...first, files: [paper()] };
    for (const once of [first, first, more, more])
      expect(await answer(messageCase.id, once, undefined, by)).toEqual({ ok: true });
    expect(await messagesOf(messageCase.id)).toMatchObject([{ files: 0 }, { files: 1 }]);
  });
});
