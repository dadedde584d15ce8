import type { receivedMails } from "~/db/schema/received-mails";

type Row = Pick<
  typeof receivedMails.$inferSelect,
  "sender" | "subject" | "quoted" | "refusedFiles" | "leftOut" | "decidedBy"
>;

/** What a thread shows of an email besides its text and files. */
export type ReceivedParts = Pick<Row, "quoted" | "refusedFiles" | "leftOut"> & {
  /** The sender of an email that staff put there, if that is not the person of the thread. */
  from: string | null;
  /** Null for the subject of a reply, which says nothing new. */
  subject: string | null;
};

/** `email`: of the person whose thread it is. */
export function receivedPartsOf(
  { sender, subject, quoted, refusedFiles, leftOut, decidedBy }: Row,
  email: string,
): ReceivedParts {
  const isOther = decidedBy !== null && sender.toLowerCase() !== email.toLowerCase();
  return {
    ...{ quoted, refusedFiles, leftOut },
    from: isOther ? sender : null,
    subject: subject === "" || isReplySubject.test(subject) ? null : subject,
  };
}

/** English, Spanish and French programs, German and Scandinavian ones, and Italian ones. */
const isReplySubject = /^\s*(?:re|res|rv|rép|aw|sv|vs|r|tr)\s*(?:\[\d+\])?\s*:/i;
