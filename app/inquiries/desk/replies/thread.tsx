import type { ReactNode } from "react";
import { Form } from "react-router";
import { nassauTime } from "~/core/time";
import { SentFiles } from "~/documents/sent-files";
import { eventText } from "~/inquiries/consultation/event-text";
import type { ConsultationHistory } from "~/inquiries/consultation/history.server";
import type { InquiryDetail } from "~/inquiries/desk/detail.server";
import { MailStatus } from "~/mail/mail-status";
import { ReceivedFrom, ReceivedRest } from "~/mail/received/received-parts";
import { SubmitButton } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { MessageBanner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import { RecordAnswer } from "./record-answer";
import type { ReplyFormResult } from "./reply-answer";
import { ReplyBox } from "./reply-box";
import type { InquiryThread } from "./thread.server";

type ThreadProps = {
  inquiry: InquiryDetail["inquiry"];
  thread: InquiryThread;
  /** What happened to its consultation. */
  events: ConsultationHistory;
  /** The result of a refused form. */
  answered: ReplyFormResult | undefined;
};

/** Question and answers, oldest first, with the form for the next answer. */
export function Thread({ inquiry, thread, events, answered }: ThreadProps) {
  return (
    <section aria-labelledby="thread" className="min-w-0">
      <h2 id="thread" className="text-lg">
        Conversation
      </h2>
      <ol className="mt-3 grid gap-3">
        <Entry by={inquiry.fullName} at={inquiry.createdAt} about={inquiry.visaService}>
          <section aria-labelledby="purpose">
            <h2 id="purpose" className="sr-only">
              Purpose
            </h2>
            <Words>{inquiry.purpose || <span className="text-stone">Nothing was written.</span>}</Words>
          </section>
          {inquiry.uploadedDocuments.length > 0 ? (
            <p className="mt-1.5 text-sm">
              <a href="#documents" className="font-medium text-sea-ink underline underline-offset-4">
                {inquiry.uploadedDocuments.length === 1
                  ? "One file came with it"
                  : `${inquiry.uploadedDocuments.length} files came with it`}
              </a>
            </p>
          ) : null}
        </Entry>
        {inOrder([...thread.answers, ...thread.received, ...events]).map((entry) =>
          "what" in entry ? (
            <ConsultationEntry key={`${entry.at} ${entry.what}`} event={entry} />
          ) : "receivedAt" in entry ? (
            <Received key={entry.id} by={inquiry.fullName} received={entry} />
          ) : (
            <Answer
              key={entry.id}
              answer={entry}
              problem={answered?.of === "again" && answered.reply === entry.id ? answered.problem : undefined}
            />
          ),
        )}
      </ol>
      {thread.waiting ? <NoAnswerNeeded name={inquiry.fullName} seen={thread.waiting} /> : null}
      <ReplyBox inquiry={inquiry} thread={thread} answered={answered?.of === "reply" ? answered : undefined} />
      <RecordAnswer inquiry={inquiry} thread={thread} answered={answered?.of === "record" ? answered : undefined} />
    </section>
  );
}

type ThreadAnswer = InquiryThread["answers"][number];
type ThreadEvent = ConsultationHistory[number];

type ThreadMail = InquiryThread["received"][number];
type ThreadEntry = ThreadAnswer | ThreadMail | ThreadEvent;

/** Answers, emails and what happened to the consultation, oldest first. */
function inOrder(entries: readonly ThreadEntry[]): ThreadEntry[] {
  const timeOf = (entry: ThreadEntry) =>
    "what" in entry ? Date.parse(entry.at) : ("receivedAt" in entry ? entry.receivedAt : entry.saidAt).getTime();
  return [...entries].sort((a, b) => timeOf(a) - timeOf(b));
}

function Received({ by, received: { body, receivedAt, mail, files } }: { by: string; received: ThreadMail }) {
  return (
    <Entry by={by} at={receivedAt} about="by email">
      <ReceivedFrom mail={mail} />
      {body ? <Words>{body}</Words> : null}
      {files.length > 0 ? <SentFiles files={files} /> : null}
      <ReceivedRest mail={mail} />
    </Entry>
  );
}

/** `seen`: the newest email on the screen, so that later ones stay unanswered. */
function NoAnswerNeeded({ name, seen }: { name: string; seen: string }) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-warning-ground px-3.5 py-2.5"
    >
      <input type="hidden" name="seenMail" value={seen} />
      <p className="min-w-0 text-sm font-medium wrap-anywhere">
        <bdi>{name}</bdi> is waiting for an answer.
      </p>
      <SubmitButton intent="no-answer" variant="outline" size="sm" busyLabel="Saving…">
        No answer needed
      </SubmitButton>
    </Form>
  );
}

function ConsultationEntry({ event }: { event: ThreadEvent }) {
  const { at, by, reason } = event;
  return (
    <li className="min-w-0 border-l-2 border-line pl-4 text-sm text-stone">
      <p>
        <span className="font-medium text-ink">{eventText(event)}</span> · {nassauTime(at)} ·{" "}
        {by ? <StaffName {...by} /> : "by the visitor"}
      </p>
      {reason ? (
        <p dir="auto" className="wrap-anywhere">
          {reason}
        </p>
      ) : null}
    </li>
  );
}

type EntryProps = { by: string; byEmail?: string; at: Date; about: ReactNode; isOurs?: boolean; children: ReactNode };

function Entry({ by, byEmail, at, about, isOurs = false, children }: EntryProps) {
  return (
    <li
      className={classNames(
        "min-w-0 rounded-xl border px-4 py-3",
        isOurs ? "border-sea/30 bg-foam sm:ml-8" : "border-line bg-white sm:mr-8",
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-stone">
        <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">
          {byEmail ? <StaffName name={by} email={byEmail} /> : by}
        </bdi>
        <time dateTime={at.toISOString()} className="tabular-nums">
          {nassauTime(at)}
        </time>
        <span>{about}</span>
      </p>
      {children}
    </li>
  );
}

const Words = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className="mt-1.5 [overflow-wrap:anywhere] whitespace-pre-wrap">
    {children}
  </p>
);

type AnswerProps = { answer: InquiryThread["answers"][number]; problem: string | undefined };

function Answer({ answer: { id, kind, body, by, byEmail, recorder, way, saidAt, mail }, problem }: AnswerProps) {
  const recorded = recorder ? (
    <>
      {way}, recorded by <StaffName {...recorder} />
    </>
  ) : (
    `${way}, recorded`
  );
  return (
    <Entry by={by} byEmail={byEmail} at={saidAt} about={kind === "mail" ? "by email" : recorded} isOurs>
      <Words>{body}</Words>
      {mail ? <Delivery reply={id} mail={mail} problem={problem} /> : null}
    </Entry>
  );
}

type DeliveryProps = { reply: string; mail: NonNullable<AnswerProps["answer"]["mail"]>; problem: string | undefined };

/** The delivery status of a reply's mail; a failed one can be resent. */
function Delivery({ reply, mail: { id, status, waitsUntil, errorMessage }, problem }: DeliveryProps) {
  const failed = status === "failed";
  return (
    <div className="mt-2.5 grid justify-items-start gap-2">
      <MailStatus status={status} waitsUntil={waitsUntil} />
      {failed ? (
        <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <input type="hidden" name="reply" value={reply} />
          <input type="hidden" name="mail" value={id} />
          <p className="text-sm text-error [overflow-wrap:anywhere]">This reply did not arrive. {errorMessage ?? ""}</p>
          <SubmitButton intent="send-again" of={{ mail: id }} variant="outline" size="sm" busyLabel="Sending…">
            Send again
          </SubmitButton>
        </Form>
      ) : null}
      <MessageBanner message={problem} />
    </div>
  );
}
