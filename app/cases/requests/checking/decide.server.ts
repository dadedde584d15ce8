import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { countOpenItems, openItemsOf } from "~/cases/requests/add-request.server";
import { acceptCorrection } from "~/cases/requests/amendments/accepting/accept-correction.server";
import { textProblem } from "~/cases/requests/asking/check-items";
import { type LockedCase, type LockedItem, lockedItem } from "~/cases/requests/item-verb.server";
import { notifyOfItems } from "~/cases/requests/request-status.server";
import { itemLimits } from "~/cases/requests/request-words";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { changedUnseen } from "~/core/activity-log/changes";
import { isDueDay, wrongDay } from "~/core/due-day";
import { normalizeText } from "~/core/text-input";
import { nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { amendments, caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { statementOf } from "~/documents/dates/date-rule";
import { endHintsOfAnswer } from "~/documents/hints/hints.server";
import type { UncheckedAnswer } from "./unchecked.server";

const ids = {
  applicationId: z.uuid(),
  item: z.uuid(),
  /** The answer that the person saw: a later Send of the same item has another id. */
  answer: z.uuid(),
  attempt: z.uuid().optional(),
};
const acceptInput = z.object(ids);
const againInput = z.object({
  ...ids,
  /** Unlimited, so that the length is refused at the field. */
  reason: z.string().default(""),
  dueOn: z.string().max(40).default(""),
  setStatus: z.boolean(),
});
const messages = {
  forbidden: "Your account is no longer active.",
  failed: "This couldn’t be saved. Please try again.",
};
const decidedAlready = "Someone else has already decided on this. This page shows the decision. Nothing was changed.";
const stillChecked = "This file is still being checked for viruses.";
const unreadable =
  "The answers of this step can’t be read at the moment, so they can’t be corrected. Nothing was changed.";
const asksForFiles =
  "Accepting this correction asks the applicant for a file. Accept it under Requests first, and decide when the file is here. Nothing was changed.";
const whatIsWrong = "Say what is wrong with it: the applicant reads this.";

type DecisionRefused = Refused<{ field: "reason" | "dueOn" } | undefined>;
type Decided = { application: LockedCase; item: LockedItem };
type Decision = z.infer<typeof acceptInput>;

/** Accepts the answer of an item, without a mail. */
export function acceptAnswer(context: StaffContext, input: unknown) {
  const verb = { input: acceptInput, once: "accept", failed: "an answer could not be accepted", messages: messages };
  return asStaff(context, verb, input, (work, decision) =>
    deciding(work, decision, (found) => acceptInside(work, found, decision.answer)),
  );
}

/** Accepts one answer in the caller's transaction, which has to be rolled back after a refusal. */
async function acceptInside(
  { tx, staff, record }: StaffWork,
  { application, item }: Decided,
  answer: string,
): Promise<Done | DecisionRefused> {
  const [scanned] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.caseAnswerId, answer), eq(documents.scan, "waiting")))
    .limit(1);
  if (scanned) return refuse("invalid", stillChecked);
  const isCorrection = item.kind === "correction";
  const corrected = isCorrection ? await questionsIn(tx, answer) : [];
  if (isCorrection && !(await acceptCorrection(tx, application, { item, answer, by: staff.email })))
    return refuse("invalid", unreadable);
  const now = new Date();
  await tx
    .update(caseItemAnswers)
    .set({ outcome: "accepted", decidedBy: staff.email, decidedAt: now })
    .where(eq(caseItemAnswers.id, answer));
  await tx.update(caseRequestItems).set({ state: "accepted", stateAt: now }).where(eq(caseRequestItems.id, item.id));
  await endHintsOfAnswer(tx, answer);
  await record({
    actionType: "request_item_accepted",
    subjectType: "application",
    subjectId: application.id,
    details: { number: application.applicationNumber, kind: item.kind },
    changes: corrected.map(changedUnseen),
  });
  return { ok: true };
}

/**
 * Accepts all these answers in the transaction of a final status, which closes the case. Refused if one can't be
 * accepted, or if accepting it would request a file, which the status would close.
 */
export async function acceptUnchecked(
  work: StaffWork,
  applicationId: string,
  unchecked: readonly UncheckedAnswer[],
): Promise<Done | DecisionRefused> {
  const openBefore = await countOpenItems(work.tx, applicationId);
  for (const { item, answer } of unchecked) {
    const found = await lockedItem(work.tx, applicationId, item);
    if (!found) return refuse("conflict", decidedAlready);
    const accepted = await acceptInside(work, found, answer);
    if (!accepted.ok) return accepted;
  }
  if ((await countOpenItems(work.tx, applicationId)) > openBefore) return refuse("conflict", asksForFiles);
  return { ok: true };
}

async function questionsIn(tx: Transaction, answerId: string): Promise<string[]> {
  const rows = await tx
    .select({ label: amendments.label })
    .from(amendments)
    .where(eq(amendments.answerId, answerId))
    .orderBy(asc(amendments.position));
  return rows.map(({ label }) => label);
}

/** Opens an item again with the given reason, and mails it. */
export function askAgain(context: StaffContext, input: unknown) {
  const verb = {
    input: againInput,
    once: "ask again",
    failed: "an item could not be asked for again",
    messages: messages,
  };
  return asStaff(context, verb, input, async (work, decision): Promise<Done | DecisionRefused> => {
    const reason = normalizeText(decision.reason);
    const dueOn = decision.dueOn.trim() || null;
    const problem = textProblem(reason, { label: "The reason", limit: itemLimits.reason, empty: whatIsWrong });
    if (problem) return refuse("invalid", problem, { field: "reason" });
    if (dueOn !== null && !isDueDay(dueOn, nassauDay())) return refuse("invalid", wrongDay, { field: "dueOn" });
    return deciding(work, decision, async ({ application, item }) => {
      const { tx, staff, record } = work;
      const now = new Date();
      await tx
        .update(caseItemAnswers)
        .set({ outcome: "refused", reason, decidedBy: staff.email, decidedAt: now })
        .where(eq(caseItemAnswers.id, decision.answer));
      const stillOpen = await openItemsOf(tx, application.id);
      const open = { state: "open", stateAt: now, reason, dueOn } as const;
      await tx.update(caseRequestItems).set(open).where(eq(caseRequestItems.id, item.id));
      const { setStatus } = decision;
      const required = (await requirementsOf(application.visaServiceId, tx)).find(
        ({ type }) => type === item.documentType,
      );
      const statement = required?.dateRule ? { statement: statementOf(required.dateRule) } : {};
      const items = [{ ...item, ...open, ...statement }];
      await notifyOfItems(tx, application, { items, stillOpen, setStatus, adminEmail: staff.email });
      await record({
        actionType: "request_item_asked_again",
        subjectType: "application",
        subjectId: application.id,
        details: { number: application.applicationNumber, kind: item.kind },
      });
      return { ok: true };
    });
  });
}

/** Locks case and item; the first decision on an answer is final. */
async function deciding(
  { tx }: StaffWork,
  { applicationId, item: itemId, answer }: Decision,
  decide: (decided: Decided) => Promise<Done | DecisionRefused>,
): Promise<Done | DecisionRefused> {
  const found = await lockedItem(tx, applicationId, itemId);
  if (!found) return refuse("not-found");
  const [sent] = await tx
    .select({ outcome: caseItemAnswers.outcome })
    .from(caseItemAnswers)
    .where(and(eq(caseItemAnswers.id, answer), eq(caseItemAnswers.itemId, itemId)));
  if (!sent) return refuse("not-found");
  if (sent.outcome !== "waiting" || found.item.state !== "sent") return refuse("conflict", decidedAlready);
  const result = await decide(found);
  if (!result.ok) return result;
  await updateTurn(tx, applicationId);
  return result;
}
