import { describe, expect, test } from "vitest";
import { writeToApplicant } from "~/applications/desk/case/messages/write-to-applicant.server";
import { applicationStatuses } from "~/db/schema/values";
import { Applicant, mailsOf, recordOf, whileRefused } from "../../../../test/harness/applicants/in-process";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { runJob } from "../../../../test/harness/in-process/jobs";
import { ownDatabase } from "../../../../test/harness/in-process/own-database";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { discardOldDrafts } from "./drafts.server";
import { registerMessageMails } from "./mail-messages.server";
import { type MessageForm, readMessageForm } from "./message-form.server";
import { writeMessage } from "./write-message.server";

const database = ownDatabase();
registerMessageMails();

/** A submitted application, or one with a status that staff set since. */
async function aCase(status = "submitted") {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await database.query(
    "update visa_applications set status = $2::application_status, submitted_at = now() where id = $1",
    [id, status],
  );
  return { applicant, id };
}
type Case = Awaited<ReturnType<typeof aCase>>;

function form(text: string, { files = [], ...more }: Partial<MessageForm> = {}): MessageForm {
  return { text, attempt: crypto.randomUUID(), drafts: [], remove: undefined, intent: "send", files, ...more };
}
const write = ({ applicant, id }: Case, given: MessageForm) => writeMessage(applicant.context(id), id, given);
const answer = async (id: string, given: MessageForm, seen?: string, by = staffMember(database)) =>
  writeToApplicant(await by, { applicationId: id, seen }, given);
async function unsentOf(result: ReturnType<typeof write>) {
  const got = await result;
  if (!got.ok || !got.unsent) throw new Error("It was sent");
  return { ...got.unsent, retryAfterSeconds: got.retryAfterSeconds };
}
const messagesOf = (id: string) =>
  database.query<{ id: string; side: string; body: string; status: string; files: number; answered: boolean }>(
    `select m.id, m.side, m.body, a.status, m.answered_at is not null as answered,
       (select count(*)::int from documents d where d.case_message_id = m.id) as files
     from case_messages m join visa_applications a on a.id = m.application_id
     where m.application_id = $1 order by m.created_at`,
    [id],
  );
const draftsOf = (id: string) =>
  database.query<{ id: string; name: string }>(
    `select id, document_name as name from documents where application_id = $1 and document_type like '%message_draft'
     order by created_at`,
    [id],
  );
const paper = (name = "letter.pdf") => pdfFile(name);
const wrong = (name = "virus.exe") => new File(["x".repeat(2000)], name);

/** Lets the five minutes of every message pass and runs the jobs that wait for it. */
async function mailNow(id: string) {
  await database.query(
    "update case_messages set mail_due_at = mail_due_at - interval '5 minutes' where application_id = $1 and mailed_at is null",
    [id],
  );
  const own = new Set((await messagesOf(id)).map((message) => message.id));
  for (const data of await database.enqueued("case.mail-messages"))
    if (own.has((data as { messageId: string }).messageId)) await runJob("case.mail-messages", data);
}
const mailed = (id: string) =>
  database.query<{ kind: string; to: string; messages: string }>(
    `select email_type as kind, recipient_email as to, template_data ->> 'messages' as messages from email_notifications
     where application_id = $1 and email_type like 'case_message%' order by created_at, id`,
    [id],
  );
const textsIn = ({ messages }: { messages: string }) =>
  (JSON.parse(messages) as { text: string; files: number }[]).map(({ text, files }) => [text, files]);

describe("both sides write", () => {
  test.each(applicationStatuses.filter((status) => status !== "draft"))(
    "[C-MSG-1] in the status %s, which stays",
    async (status) => {
      const given = await aCase(status);
      expect(await write(given, form("Hello"))).toEqual({ ok: true });
      expect(await answer(given.id, form("Good day"))).toEqual({ ok: true });
      expect((await messagesOf(given.id)).map(({ side, body, status }) => [side, body, status])).toEqual([
        ["applicant", "Hello", status],
        ["office", "Good day", status],
      ]);
      await mailNow(given.id);
      expect((await mailed(given.id)).map(({ kind }) => kind).sort()).toEqual([
        "case_message",
        "case_message_notification",
      ]);
    },
  );

  test("[C-MSG-1] nobody writes in a draft", async () => {
    const given = await aCase("draft");
    expect(await write(given, form("Hello"))).toMatchObject({ ok: false, reason: "closed" });
    expect(await answer(given.id, form("Hello"))).toMatchObject({ ok: false });
    expect(await messagesOf(given.id)).toEqual([]);
  });

  test("[C-BOTH-4] a stranger and the holder of another application write nothing", async () => {
    const given = await aCase();
    const other = await aCase();
    for (const context of [new Applicant(database).context(given.id), other.applicant.context(other.id)])
      expect(await writeMessage(context, given.id, form("Hello", { files: [paper()] }))).toMatchObject({
        reason: "forbidden",
      });
    expect([await messagesOf(given.id), await draftsOf(given.id)]).toEqual([[], []]);
  });

  test.each(["case_messages", "admin_activity_log", "attempts"])(
    "when %s can't be written, neither message nor file is",
    async (table) => {
      const given = await aCase();
      const files = [paper()];
      await expect(whileRefused(database, table, () => write(given, form("Hello", { files })))).rejects.toThrow();
      expect([await messagesOf(given.id), await draftsOf(given.id)]).toEqual([[], []]);
    },
  );

  test("[C-MSG-12] what was written can't be changed in the database either", async () => {
    const given = await aCase();
    await write(given, form("Hello"));
    const change = database.query("update case_messages set body = 'x' where application_id = $1", [given.id]);
    await expect(change).rejects.toThrow("immutable");
  });

  test("the record says that one was written, and nothing of its words", async () => {
    const given = await aCase();
    await write(given, form("My secret", { files: [paper("secret.pdf")] }));
    const record = await recordOf(database, given.id);
    expect(record.at(-1)).toMatchObject({ action: "case_message_written", details: { by: "applicant", files: 1 } });
    expect(JSON.stringify(record)).not.toMatch(/secret/);
  });
});

describe("what a message may be", () => {
  test("[C-MSG-2] an empty one is refused, files alone are taken, five of them", async () => {
    const given = await aCase();
    expect((await unsentOf(write(given, form(" \n ")))).problems).toEqual({
      text: "Write a message or add a file.",
      files: [],
    });
    const files = [1, 2, 3, 4, 5].map((n) => paper(`${n}.pdf`));
    expect(await write(given, form("", { files }))).toEqual({ ok: true });
    expect(await messagesOf(given.id)).toMatchObject([{ body: "", files: 5 }]);
  });

  test("[C-MSG-2] a sixth file is refused, and the five before it wait in the form", async () => {
    const given = await aCase();
    const files = [1, 2, 3, 4, 5, 6].map((n) => paper(`${n}.pdf`));
    const unsent = await unsentOf(write(given, form("Hello", { files })));
    expect(unsent).toMatchObject({
      text: "Hello",
      problems: { files: ["A message can have 5 files. Please send the others with another one."] },
    });
    expect(unsent.drafts?.map(({ name }) => name)).toEqual(["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf"]);
    expect(await messagesOf(given.id)).toEqual([]);
  });

  test("[C-MSG-2] 5,000 characters are taken, of more none is lost", async () => {
    const given = await aCase();
    const long = "é".repeat(5120);
    expect(await unsentOf(write(given, form(long)))).toMatchObject({
      text: long,
      problems: { text: "Please use at most 5,000 characters; this has 5,120." },
    });
    const family = "👨‍👩‍👧".repeat(600);
    expect(await write(given, form("x".repeat(5000)))).toEqual({ ok: true });
    expect(await write(given, form(family))).toEqual({ ok: true });
    expect((await messagesOf(given.id)).map(({ body }) => body)).toEqual(["x".repeat(5000), family]);
  });

  test("[C-MSG-3] a refused file is named, keeps the message unsent, and takes no other with it", async () => {
    const given = await aCase();
    const unsent = await unsentOf(write(given, form("Hello", { files: [paper(), wrong()] })));
    expect(unsent).toMatchObject({ text: "Hello", drafts: [{ name: "letter.pdf" }] });
    expect(unsent.problems.files).toEqual([
      "virus.exe: File type .exe is not allowed. Accepted types: pdf, jpg, jpeg, png, doc, docx",
    ]);
    expect(await messagesOf(given.id)).toEqual([]);
    const drafts = unsent.drafts?.map(({ id }) => id) ?? [];
    expect(await write(given, form("Hello", { drafts }))).toEqual({ ok: true });
    expect(await messagesOf(given.id)).toMatchObject([{ body: "Hello", files: 1 }]);
    expect(await draftsOf(given.id)).toEqual([]);
  });

  test("[C-MSG-3] a waiting file is of its browser alone; it can be removed, and goes after a day", async () => {
    const given = await aCase();
    const kept = async () => (await unsentOf(write(given, form("", { files: [paper(), wrong()] })))).drafts ?? [];
    const [first] = await kept();
    const drafts = [first?.id ?? ""];
    const another = new Applicant(database);
    await another.changeBrowser(given.id);
    await writeMessage(another.context(given.id), given.id, form("Mine", { drafts }));
    await writeMessage(another.context(given.id), given.id, form("", { remove: drafts[0], intent: "remove" }));
    expect(await messagesOf(given.id)).toMatchObject([{ body: "Mine", files: 0 }]);
    expect(await draftsOf(given.id)).toHaveLength(1);

    const removed = await unsentOf(write(given, form("Still here", { remove: drafts[0], intent: "remove" })));
    expect(removed).toMatchObject({ text: "Still here", problems: { files: [] }, drafts: [] });
    await kept();
    await discardOldDrafts();
    expect(await draftsOf(given.id)).toHaveLength(1);
    await database.query("update documents set created_at = now() - interval '25 hours' where application_id = $1", [
      given.id,
    ]);
    await discardOldDrafts();
    expect(await draftsOf(given.id)).toEqual([]);
  });

  test("a form is read: its texts, its files, what is to go", () => {
    const sent = new FormData();
    sent.set("text", "Hello");
    sent.append("file", paper());
    sent.append("file", new File([], ""));
    sent.append("draft", "no id");
    expect(readMessageForm(sent)).toMatchObject({ text: "Hello", drafts: [], intent: "send", attempt: undefined });
    expect(readMessageForm(sent).files).toHaveLength(1);
  });

  test("[C-BOTH-5] fifty equal messages with one key at once are one, with its file", async () => {
    const given = await aCase();
    const once = form("Once", { files: [paper()] });
    const sent = await Promise.all(Array.from({ length: 50 }, () => write(given, once)));
    expect(sent).toEqual(Array(50).fill({ ok: true }));
    expect(await messagesOf(given.id)).toMatchObject([{ body: "Once", files: 1 }]);
    expect(await draftsOf(given.id)).toEqual([]);
    await mailNow(given.id);
    expect(await mailed(given.id)).toHaveLength(1);
  });
});

describe("the limits", () => {
  test("[C-MSG-14] the 31st message of an application in an hour is refused with the minutes that remain", async () => {
    const given = await aCase();
    for (let n = 0; n < 30; n++) expect(await write(given, form(`No. ${n}`))).toEqual({ ok: true });
    await database.query(
      "update limit_counts set window_ends = now() + interval '1170 seconds' where key like 'case message as%'",
    );
    expect(await unsentOf(write(given, form("One more", { files: [paper()] })))).toMatchObject({
      text: "One more",
      problems: { text: "Too many messages were sent from here. Please try again in 20 minutes." },
      drafts: [{ name: "letter.pdf" }],
      retryAfterSeconds: expect.any(Number),
    });
    expect(await messagesOf(given.id)).toHaveLength(30);
  });

  test("[C-MSG-14] the 61st of an address too, whatever the application; what is refused does not count", async () => {
    const cases = await Promise.all([aCase(), aCase(), aCase()]);
    const { address } = cases[0].applicant.context(cases[0].id);
    const from = ({ applicant, id }: Case, text: string) =>
      writeMessage({ ...applicant.context(id), address }, id, form(text));
    await from(cases[0], "");
    for (const one of cases.slice(0, 2))
      for (let n = 0; n < 30; n++) expect(await from(one, "x")).toEqual({ ok: true });
    expect((await unsentOf(from(cases[2], "x"))).problems.text).toMatch(/^Too many messages were sent from here\./);
    expect(await write(cases[2], form("from elsewhere"))).toEqual({ ok: true });
  });

  test("[C-ANS-4] forty files count anew from the submission on; infected and refused ones and the office's do not", async () => {
    const given = await aCase();
    const add = (count: number, more = "", of = "message_draft") =>
      database.query(
        `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256,
           created_at, uploaded_by ${more ? `, ${more.split("=")[0]}` : ""})
         select $1, $3, 'a.pdf', gen_random_uuid(), 'application/pdf', 1000, 'x', now(), 'somebody'
           ${more ? `, ${more.split("=")[1]}` : ""} from generate_series(1, $2::int)`,
        [given.id, count, of],
      );
    await add(40, "", "passport_copy");
    await add(38);
    await add(5, "scan='infected'");
    await add(5, "", "office_message_draft");
    expect(await write(given, form("", { files: [paper("39.pdf")] }))).toEqual({ ok: true });
    expect(await write(given, form("", { files: [paper("40.pdf")] }))).toEqual({ ok: true });
    expect((await unsentOf(write(given, form("", { files: [paper("41.pdf")] })))).problems.files).toEqual([
      "41.pdf: After the submission we can take 40 files. Please call us about more.",
    ]);
    expect(await answer(given.id, form("", { files: [paper()] }))).toEqual({ ok: true });
  });
});

describe("the mail to the other side", () => {
  test("[C-MSG-5] goes to the address on file and to the office, with the text and the number of files", async () => {
    const given = await aCase();
    const email = (await given.applicant.found(given.id)).application.userEmail;
    await write(given, form("Is it\na copy?", { files: [paper("a.pdf"), paper("b.pdf")] }));
    await answer(given.id, form("It is."));
    expect(await mailed(given.id)).toEqual([]);
    await mailNow(given.id);
    const [toOffice, toApplicant] = (await mailed(given.id)).sort((one, other) => (one.kind < other.kind ? 1 : -1));
    expect(toOffice).toMatchObject({ kind: "case_message_notification" });
    expect(toOffice?.to).not.toBe(email);
    expect(textsIn(toOffice as never)).toEqual([["Is it\na copy?", 2]]);
    expect(toApplicant).toMatchObject({ kind: "case_message", to: email });
    expect(textsIn(toApplicant as never)).toEqual([["It is.", 0]]);
  });

  test("[C-MSG-6] what is written within five minutes of the first is one mail, in order, once", async () => {
    const given = await aCase();
    for (const text of ["one", "two"]) await write(given, form(text));
    // Four minutes later.
    await database.query(
      "update case_messages set mail_due_at = mail_due_at - interval '4 minutes' where application_id = $1",
      [given.id],
    );
    await write(given, form("three"));
    expect(
      await database.query("select distinct mail_due_at from case_messages where application_id = $1", [given.id]),
    ).toHaveLength(1);
    await mailNow(given.id);
    expect((await mailed(given.id)).map(textsIn)).toEqual([
      [
        ["one", 0],
        ["two", 0],
        ["three", 0],
      ],
    ]);
    await write(given, form("four"));
    await mailNow(given.id);
    await mailNow(given.id);
    expect((await mailed(given.id)).map(textsIn)).toEqual([
      [
        ["one", 0],
        ["two", 0],
        ["three", 0],
      ],
      [["four", 0]],
    ]);
    expect(await mailsOf(database, given.id)).toHaveLength(3);
  });

  test("[C-MSG-6] two instances at once send it once, and none before its time", async () => {
    const given = await aCase();
    await write(given, form("one"));
    const [message] = await messagesOf(given.id);
    const job = { messageId: message?.id };
    await runJob("case.mail-messages", job);
    expect(await mailed(given.id)).toEqual([]);
    await database.query("update case_messages set mail_due_at = now() - interval '1 second' where id = $1", [
      message?.id,
    ]);
    await Promise.all([1, 2, 3].map(() => runJob("case.mail-messages", job)));
    expect(await mailed(given.id)).toHaveLength(1);
  });

  test("[C-MSG-6] the queue holds the mail's job until the five minutes are over", async () => {
    const given = await aCase();
    await write(given, form("one"));
    const [message] = await messagesOf(given.id);
    const [job] = await database.query(
      `select round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job
       where name = 'case.mail-messages' and data ->> 'messageId' = $1`,
      [message?.id],
    );
    expect(job).toEqual({ minutes: 5 });
  });
});
