import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { storedName } from "~/applications/stored-answers/answers.server";
import { cancellationsAhead, hasInterviewAhead } from "~/cases/appointments/cancel.server";
import { checkDecisionDates, mailedSuspended, noDates } from "~/cases/key-dates/decision-dates.server";
import { countOpenItems, type NewItem } from "~/cases/requests/add-request.server";
import { acceptUnchecked } from "~/cases/requests/checking/decide.server";
import { describeUnchecked, type UncheckedAnswer, uncheckedAnswers } from "~/cases/requests/checking/unchecked.server";
import { statusMail } from "~/cases/status/status-mail.server";
import { counted } from "~/core/counted";
import { textInput } from "~/core/input-schemas.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import type { KeyDateProblems } from "~/key-dates/key-date";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { renderPreview } from "~/mail/preview.server";
import { statusLook } from "~/ui/lists/status-badge";
import { choicesFor, needsInterview, seenStatus, statusChoices } from "../status-choices";
import { type NewDecision, writeStatusChange } from "./put-status.server";

const inputSchema = z.object({
  applicationId: z.uuid(),
  status: z.enum(statusChoices),
  message: textInput(2000).default(""),
  /** What the admin saw, as of `seenStatus`: the status, and an open request to withdraw. */
  seen: z.string().optional(),
  /** `yes` to the question before a final status is left or set. */
  sure: z.string().optional(),
  /**
   * The question as it was shown: if it has changed since, for example because more would be closed, it is asked again.
   */
  question: z.string().max(1000).optional(),
  /** The mail was previewed, and its button sends it: that counts as `sure` unless the current status is final. */
  mailRead: z.string().optional(),
  /** Decision on unchecked answers, which a final status closes. */
  unchecked: z.enum(["accept", "close"]).optional(),
  /** Ids of these answers as they were shown, joined by spaces. */
  uncheckedSeen: z.string().max(4000).default(""),
  /** Idempotency key of the form that is shown. */
  attempt: z.uuid().optional(),
});

/** Detail of a refusal that asks; `unchecked` if answers would be closed unread. */
export type StatusQuestion = { ask: true; question: string; unchecked?: { ids: string[]; question: string } };
/** Detail of a refusal: what is wrong with each key date, by its position in the form. */
export type DatesProblem = { field: "dates"; problems: KeyDateProblems[] };
export const questionIn = (detail: StatusQuestion | DatesProblem | undefined): StatusQuestion | undefined =>
  detail && "ask" in detail ? detail : undefined;
export type StatusPreview = { subject: string; to: string; html: string; text: string };

const messages = {
  forbidden: "Your account is no longer active.",
  invalid:
    "Check the status and the message. A message can have up to 2,000 characters and can’t contain control characters.",
};
const refuseDraft = () => refuse("closed", "An application that was never submitted can only be withdrawn.");

const columns = {
  id: visaApplications.id,
  status: visaApplications.status,
  submittedAt: visaApplications.submittedAt,
  applicationNumber: visaApplications.applicationNumber,
  userEmail: visaApplications.userEmail,
  withdrawalRequestedAt: visaApplications.withdrawalRequestedAt,
};

const isFinal = (status: string) => status === "approved" || status === "denied" || status === "withdrawn";

function lacksYes(
  { status, sure, question, mailRead }: z.output<typeof inputSchema>,
  from: string,
  currentQuestion: string,
): boolean {
  if (sure === "yes") return question !== undefined && question !== currentQuestion;
  return isFinal(from) || (isFinal(status) && mailRead !== "yes");
}

/** The question before a final status is left or set, which is hard to take back. */
async function questionBefore(tx: Queryable, { id, status: from }: { id: string; status: string }, to: string) {
  const { label } = statusLook(to);
  if (isFinal(from)) return `This application is ${statusLook(from).label}. Change it to ${label}?`;
  const [items, appointments] = [await countOpenItems(tx, id), (await cancellationsAhead(tx, id)).length];
  const ends = [
    items > 0 ? `closes ${counted(items, "open request")}` : "",
    appointments > 0 ? `cancels ${counted(appointments, "appointment")}` : "",
  ];
  const also = ends.filter((end) => end !== "").join(" and ");
  return `Change this application to ${label}? ${also ? `That ${also}, and it` : "It"} can’t be undone.`;
}

/** Refuses a final status that would close unread answers, unless exactly these were shown and decided on. */
async function refuseUnchecked(
  tx: Queryable,
  before: { id: string; status: string },
  { question: shown, unchecked: fate, uncheckedSeen }: z.output<typeof inputSchema>,
  { unchecked, question }: { unchecked: readonly UncheckedAnswer[]; question: string },
) {
  const ids = unchecked.map(({ answer }) => answer);
  const seen = uncheckedSeen.split(" ").filter((id) => id !== "");
  if (ids.length === 0 || (fate && ids.every((id) => seen.includes(id)) && (shown ?? question) === question))
    return undefined;
  const name = (await storedName(tx, before.id)) || "The applicant";
  const detail: StatusQuestion = { ask: true, question, unchecked: { ids, question } };
  return refuse("conflict", describeUnchecked(name, unchecked), detail);
}

/** A status also answers a request to withdraw, so refuse one that was set without knowing of it. */
function changedSince(seen: string, { status, withdrawalRequestedAt }: Parameters<typeof seenStatus>[0]): string {
  if (seen.split(" ")[0] !== status)
    return "Someone else has just changed the status. The page shows the current one. Nothing was sent.";
  return withdrawalRequestedAt
    ? "The applicant has just asked to withdraw. Any status you set will answer that request. Nothing was changed or sent."
    : "The applicant has just taken back the request to withdraw. Nothing was changed or sent.";
}

const mayFollow = (application: { status: string; submittedAt: Date | null }, status: string) => {
  const choices: readonly string[] = choicesFor(application);
  return choices.includes(status);
};

const needsContentMessage = "Say what you need: ask for something, or write a message.";

/** `Additional Info Required` without an open request sends its message as one question; null without a message. */
async function questionFrom(from: Queryable, applicationId: string, status: string, message: string) {
  if (status !== "additional_info_required" || (await countOpenItems(from, applicationId)) > 0) return null;
  if (message === "") return "nothing";
  const reason = "We need your answer to continue with your application.";
  const question: NewItem = {
    kind: "question",
    documentType: null,
    name: message,
    description: "",
    reason,
    dueOn: null,
    ifLate: "",
  };
  return question;
}

/** `interview_scheduled` needs a future interview, which `makeAppointment` stores together with it. */
const lacksInterview = async (tx: Queryable, applicationId: string, from: string, to: string) =>
  to === "interview_scheduled" && from !== to && !(await hasInterviewAhead(tx, applicationId));

/**
 * Sets the status that staff chose: row, history, activity and mail in one transaction, so that a failure leaves the
 * old status and sends no mail. `mailed` is false if there is no email.
 */
export function setStatus(context: StaffContext, rawInput: unknown, decision: NewDecision = {}) {
  const alsoHashed = [decision.nextSteps, decision.files?.map(({ name, sha256 }) => [name, sha256]), decision.dates];
  const shown = ["seen", "sure", "question", "mailRead", "uncheckedSeen"];
  const verb = {
    input: inputSchema,
    once: "status",
    shown,
    alsoHashed,
    failed: "a status could not be updated",
    messages: messages,
  };
  return asStaff(context, verb, rawInput, async (work, input) => {
    const { applicationId, status, message, seen } = input;
    const { tx } = work;
    const [before] = await tx
      .select(columns)
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!before) return refuse("not-found");
    if (before.status === status)
      return refuse(
        "conflict",
        `The status is already ${statusLook(status).label}. Nothing was changed, and no email was sent.`,
      );
    if (seen !== undefined && seen !== seenStatus(before)) return refuse("conflict", changedSince(seen, before));
    if (!mayFollow(before, status)) return refuseDraft();
    const dates = status === "approved" ? decision.dates : undefined;
    const checked = dates ? await checkDecisionDates(tx, applicationId, dates) : null;
    if (checked && !checked.ok)
      return refuse("invalid", checked.message, { field: "dates", problems: checked.problems } satisfies DatesProblem);

    const unchecked = isFinal(status) ? await uncheckedAnswers(tx, applicationId) : [];
    const needsConfirmation = isFinal(status) || isFinal(before.status);
    const question = needsConfirmation ? await questionBefore(tx, before, status) : "";
    const unread = await refuseUnchecked(tx, before, input, { unchecked, question });
    if (unread) return unread;
    if (needsConfirmation && lacksYes(input, before.status, question))
      return refuse("conflict", question, { ask: true, question } satisfies StatusQuestion);
    if (await lacksInterview(tx, applicationId, before.status, status)) return refuse("invalid", needsInterview);

    const requestedItem = await questionFrom(tx, applicationId, status, message);
    if (requestedItem === "nothing") return refuse("invalid", needsContentMessage);
    if (input.unchecked === "accept") {
      const accepted = await acceptUnchecked(work, applicationId, unchecked);
      if (!accepted.ok) return refuse(accepted.reason, accepted.message);
    }
    const undoable = !isFinal(before.status) && !isFinal(status);
    const { mailed } = await writeStatusChange(work, before, {
      status,
      message,
      asks: requestedItem,
      decision,
      dates: checked?.dates ?? noDates,
      undoable,
    });
    return { ok: true, mailed };
  });
}

/** Renders the mail that `setStatus` would send for the same input; changes nothing. */
export async function previewStatus(
  context: StaffContext,
  input: unknown,
): Promise<Done<{ preview: StatusPreview }> | Refused> {
  const written = await asStaff(
    context,
    { input: inputSchema, messages: messages },
    input,
    async ({ tx }, { applicationId, status, message }) => {
      const [application] = await tx
        .select(columns)
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId));
      if (!application) return refuse("not-found");
      if (!mayFollow(application, status)) return refuseDraft();
      if (await lacksInterview(tx, applicationId, application.status, status)) return refuse("invalid", needsInterview);
      if ((await questionFrom(tx, applicationId, status, message)) === "nothing")
        return refuse("invalid", needsContentMessage);
      const ends = isUndecided(status) ? [] : await cancellationsAhead(tx, applicationId);
      const inForce = status === "approved" ? [] : await keyDatesOf(tx, { applicationId });
      const keyDates = mailedSuspended(inForce.filter(({ suspendedAt }) => suspendedAt === null));
      return { ok: true, mail: await statusMail(tx, application, status, message, { appointments: ends, keyDates }) };
    },
  );
  if (!written.ok) return written;
  const { mail } = written;
  const rendered = await renderPreview({ emailType: mail.kind, templateData: mail.data });
  if (!rendered) return refuse("failed");
  return { ok: true, preview: { to: mail.to, ...rendered } };
}
