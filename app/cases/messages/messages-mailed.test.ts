import { describe, expect, test } from "vitest";
import { mailsOf } from "../../../test/harness/applicants/in-process";
import { messagesIn } from "../../../test/harness/case/messages";
import { runJob } from "../../../test/harness/in-process/jobs";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { registerMessageMails } from "./mail-messages.server";
import { writeMessage } from "./write-message.server";

const database = testDatabase();
registerMessageMails();
const { aCase, form, write, answer, unsentOf, messagesOf, paper, mailNow, mailed, textsIn } = messagesIn(database);

describe("the limits of messages", () => {
  test("[C-MSG-14] an application's 31st message in an hour is refused with the remaining minutes", async () => {
    const messageCase = await aCase();
    for (let n = 0; n < 30; n++) expect(await write(messageCase, form(`No. ${n}`))).toEqual({ ok: true });
    await database.query(
      "update limit_counts set window_ends = now() + interval '1170 seconds' where key like 'case message as%'",
    );
    expect(await unsentOf(write(messageCase, form("One more", { files: [paper()] })))).toMatchObject({
      text: "One more",
      problems: { text: "Too many messages were sent for this application. Please try again in 20 minutes." },
      drafts: [{ name: "letter.pdf" }],
      retryAfterSeconds: expect.any(Number),
    });
    expect(await messagesOf(messageCase.id)).toHaveLength(30);
  });

  test("[C-MSG-14] an IP's 61st message in an hour is refused, over all applications; refused ones don't count", async () => {
    const cases = await Promise.all([aCase(), aCase(), aCase()]);
    const { address } = cases[0].applicant.context(cases[0].id);
    const from = ({ applicant, id }: (typeof cases)[0], text: string) =>
      writeMessage({ ...applicant.context(id), address }, id, form(text));
    await from(cases[0], "");
    for (const messageCase of cases.slice(0, 2))
      for (let n = 0; n < 30; n++) expect(await from(messageCase, "x")).toEqual({ ok: true });
    expect((await unsentOf(from(cases[2], "x"))).problems.text).toMatch(
      /^Too many messages were sent from your internet connection\./,
    );
    expect(await write(cases[2], form("from elsewhere"))).toEqual({ ok: true });
  });

  test("[C-ANS-4] after the submission forty new files are allowed; infected and refused files and staff's don't count", async () => {
    const messageCase = await aCase();
    const add = (count: number, more = "", of = "message_draft") =>
      database.query(
        `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256,
           created_at, uploaded_by ${more ? `, ${more.split("=")[0]}` : ""})
         select $1, $3, 'a.pdf', gen_random_uuid(), 'application/pdf', 1000, 'x', now(), 'somebody'
           ${more ? `, ${more.split("=")[1]}` : ""} from generate_series(1, $2::int)`,
        [messageCase.id, count, of],
      );
    await add(40, "", "passport_copy");
    await add(38);
    await add(5, "scan='infected'");
    await add(5, "", "office_message_draft");
    await database.query(
      `with request as (insert into case_requests (application_id) values ($1) returning id),
       item as (insert into case_request_items (request_id, application_id, position, kind, name, reason)
         select id, $1, 0, 'document', 'Letter', 'It is missing.' from request returning id),
       answer as (insert into case_item_answers (item_id, application_id, outcome) select id, $1, 'refused' from item
         returning id, item_id)
       insert into documents (application_id, case_item_id, case_answer_id, document_type, document_name, storage_key,
         content_type, byte_size, sha256)
       select $1, item_id, id, 'letter', 'a.pdf', gen_random_uuid(), 'application/pdf', 1000, 'x'
       from answer, generate_series(1, 5)`,
      [messageCase.id],
    );
    expect(await write(messageCase, form("", { files: [paper("39.pdf")] }))).toEqual({ ok: true });
    expect(await write(messageCase, form("", { files: [paper("40.pdf")] }))).toEqual({ ok: true });
    expect((await unsentOf(write(messageCase, form("", { files: [paper("41.pdf")] })))).problems.files).toEqual([
      "41.pdf: After you submit, we can accept up to 40 files. Please call us if you need to send more.",
    ]);
    expect(await answer(messageCase.id, form("", { files: [paper()] }))).toEqual({ ok: true });
  });
});

describe("the mail to the other side", () => {
  test("[C-MSG-5] the mail goes to the email on file, or to the office, with the text and the number of files", async () => {
    const messageCase = await aCase();
    const email = (await messageCase.applicant.found(messageCase.id)).application.userEmail;
    await write(messageCase, form("Is it\na copy?", { files: [paper("a.pdf"), paper("b.pdf")] }));
    await answer(messageCase.id, form("It is."));
    expect(await mailed(messageCase.id)).toEqual([]);
    await mailNow(messageCase.id);
    const [toOffice, toApplicant] = (await mailed(messageCase.id)).sort((a, b) => (a.kind < b.kind ? 1 : -1));
    expect(toOffice).toMatchObject({ kind: "case_message_notification" });
    expect(toOffice?.to).not.toBe(email);
    expect(textsIn(toOffice as never)).toEqual([["Is it\na copy?", 2]]);
    expect(toApplicant).toMatchObject({ kind: "case_message", to: email });
    expect(textsIn(toApplicant as never)).toEqual([["It is.", 0]]);
  });

  test("[C-MSG-6] messages within five minutes of the first are one mail, in order, sent once", async () => {
    const messageCase = await aCase();
    for (const text of ["one", "two"]) await write(messageCase, form(text));
    // Four minutes later.
    await database.query(
      "update case_messages set mail_due_at = mail_due_at - interval '4 minutes' where application_id = $1",
      [messageCase.id],
    );
    await write(messageCase, form("three"));
    expect(
      await database.query("select distinct mail_due_at from case_messages where application_id = $1", [
        messageCase.id,
      ]),
    ).toHaveLength(1);
    await mailNow(messageCase.id);
    expect((await mailed(messageCase.id)).map(textsIn)).toEqual([
      [
        ["one", 0],
        ["two", 0],
        ["three", 0],
      ],
    ]);
    await write(messageCase, form("four"));
    await mailNow(messageCase.id);
    await mailNow(messageCase.id);
    expect((await mailed(messageCase.id)).map(textsIn)).toEqual([
      [
        ["one", 0],
        ["two", 0],
        ["three", 0],
      ],
      [["four", 0]],
    ]);
    expect(await mailsOf(database, messageCase.id)).toHaveLength(3);
  });

  test("[C-MSG-6] two instances at once send the mail once and not before its time", async () => {
    const messageCase = await aCase();
    await write(messageCase, form("one"));
    const [message] = await messagesOf(messageCase.id);
    const job = { messageId: message?.id };
    await runJob("case.mail-messages", job);
    expect(await mailed(messageCase.id)).toEqual([]);
    await database.query("update case_messages set mail_due_at = now() - interval '1 second' where id = $1", [
      message?.id,
    ]);
    await Promise.all([1, 2, 3].map(() => runJob("case.mail-messages", job)));
    expect(await mailed(messageCase.id)).toHaveLength(1);
  });

  test("[C-MSG-6] the mail's job stays queued until the five minutes have passed", async () => {
    const messageCase = await aCase();
    await write(messageCase, form("one"));
    const [message] = await messagesOf(messageCase.id);
    const [job] = await database.query(
      `select round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job
       where name = 'case.mail-messages' and data ->> 'messageId' = $1`,
      [message?.id],
    );
    expect(job).toEqual({ minutes: 5 });
  });
});
