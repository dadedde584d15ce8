import { writeToApplicant } from "~/cases/messages/desk/write-to-applicant.server";
import type { MessageForm } from "~/cases/messages/message-form.server";
import { writeMessage } from "~/cases/messages/write-message.server";
import { Applicant } from "../applicants/in-process";
import { pdfFile } from "../applicants/uploads";
import { runJob } from "../in-process/jobs";
import { staffMember } from "../in-process/staff";
import type { TestDatabase } from "../in-process/test-database";

type MessagedCase = { applicant: Applicant; id: string };

/** For tests of messages: writes as each side, reads what is stored, makes mails due. */
export function messagesIn(database: TestDatabase) {
  /** A submitted application, or one with a status set by staff. */
  async function aCase(status = "submitted") {
    const applicant = new Applicant(database);
    const id = await applicant.start();
    await database.query(
      "update visa_applications set status = $2::application_status, submitted_at = now() where id = $1",
      [id, status],
    );
    return { applicant, id };
  }
  function form(text: string, { files = [], ...more }: Partial<MessageForm> = {}): MessageForm {
    return { text, attempt: crypto.randomUUID(), drafts: [], remove: undefined, intent: "send", files, ...more };
  }
  const write = ({ applicant, id }: MessagedCase, message: MessageForm) =>
    writeMessage(applicant.context(id), id, message);
  const answer = async (id: string, message: MessageForm, seen?: string, by = staffMember(database)) =>
    writeToApplicant(await by, { applicationId: id, seen }, message);
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

  /** Skips the five minutes of every message and runs its jobs. */
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
  return { aCase, form, write, answer, unsentOf, messagesOf, draftsOf, paper, wrong, mailNow, mailed, textsIn };
}
