import { and, asc, count, eq, gt, inArray, isNull, min, sql } from "drizzle-orm";
import { isUndecided } from "~/applications/status/undecided";
import { unsignedAgreement } from "~/cases/agreement/reading/unsigned-agreement.server";
import { refreshSent } from "~/cases/request-items/sent.server";
import { isItemShown } from "~/cases/request-items/shown.server";
import { closingStatuses, firstTaskDay, refreshTaskDays } from "~/cases/tasks/due-days.server";
import { nassauDay } from "~/core/time";
import type { Queryable, Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments, caseItemAnswers, caseMessages, caseRequestItems } from "~/db/schema/case";
import { type AppointmentKind, appointmentKinds, type Turn } from "~/db/schema/values";

/** Open work of both sides in a case. Days as YYYY-MM-DD. */
export type OpenWork = {
  /** Open items, appointments to confirm, and an agreement without which work does not begin. */
  things: number;
  /** The earliest due day, and the number of items due by it. */
  wantedBy: string | null;
  wantedThen: number;
  /** Promised answer to the oldest unanswered message. */
  answerBy: Date | null;
  /** When the oldest unchecked answer was sent. */
  sentAt: Date | null;
};

export async function readOpenWork(
  from: Queryable,
  applicationId: string,
  { asApplicant = false }: { asApplicant?: boolean } = {},
): Promise<OpenWork> {
  const items = await from
    .select({ dueOn: caseRequestItems.dueOn, open: count() })
    .from(caseRequestItems)
    .where(
      and(
        eq(caseRequestItems.applicationId, applicationId),
        eq(caseRequestItems.state, "open"),
        asApplicant ? isItemShown : undefined,
      ),
    )
    .groupBy(caseRequestItems.dueOn)
    .orderBy(asc(caseRequestItems.dueOn));
  // Earliest due day first, nulls last.
  const [first] = items;
  const [toConfirm] = await from
    .select({ n: count() })
    .from(appointments)
    .where(
      and(
        eq(appointments.applicationId, applicationId),
        eq(appointments.state, "planned"),
        isNull(appointments.confirmedAt),
        isNull(appointments.otherTime),
        gt(appointments.startsAt, sql`now()`),
      ),
    );
  const [message] = await from
    .select({ answerBy: min(caseMessages.answerBy) })
    .from(caseMessages)
    .where(
      and(
        eq(caseMessages.applicationId, applicationId),
        eq(caseMessages.side, "applicant"),
        isNull(caseMessages.answeredAt),
      ),
    );
  const [sent] = await from
    .select({ at: min(caseItemAnswers.createdAt) })
    .from(caseItemAnswers)
    .where(and(eq(caseItemAnswers.applicationId, applicationId), eq(caseItemAnswers.outcome, "waiting")));
  const toSign = (await unsignedAgreement(from, applicationId)) === "unsigned" ? 1 : 0;
  return {
    things: items.reduce((sum, { open }) => sum + open, 0) + (toConfirm?.n ?? 0) + toSign,
    wantedBy: first?.dueOn ?? null,
    wantedThen: first?.dueOn ? first.open : 0,
    answerBy: message?.answerBy ?? null,
    sentAt: sent?.at ?? null,
  };
}

type Case = Pick<typeof visaApplications.$inferSelect, "status" | "filedOn">;

/** Whose turn it is; null for a draft and with a final status. */
export function turnOf({ status, filedOn }: Case, { things, answerBy, sentAt }: OpenWork): Turn | null {
  if (!isUndecided(status)) return null;
  if (things > 0) return "applicant";
  return answerBy === null && sentAt === null && filedOn !== null ? "authority" : "office";
}

/**
 * Recomputes whose turn a case is, the due dates of its tasks, its own rule-based one and what its waiting
 * corrections are found by. Call it last in every verb that changes a case, with the same `tx`. `turnSince` moves
 * only when the side changes. `reopened`: the case was closed until now.
 */
export async function updateTurn(
  tx: Transaction,
  applicationId: string,
  { reopened = false }: { reopened?: boolean } = {},
): Promise<void> {
  const [row] = await tx
    .select({
      status: visaApplications.status,
      filedOn: visaApplications.filedOn,
      turn: visaApplications.turn,
      submittedAt: visaApplications.submittedAt,
      ruleDueOn: visaApplications.ruleDueOn,
      isSentFound: sql<boolean>`${visaApplications.sentText} <> '' or ${visaApplications.sentPassportDigests} <> '{}'`,
      waitsUntil: visaApplications.waitsUntil,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId))
    .for("update");
  if (!row) return;
  const waiting = await readOpenWork(tx, applicationId);
  if (waiting.sentAt !== null || row.isSentFound) await refreshSent(tx, applicationId);
  const turn = turnOf(row, waiting);
  const coming = isUndecided(row.status) ? await comingDay(tx, applicationId) : null;
  await refreshTaskDays(tx, applicationId);
  const tasks = closingStatuses.includes(row.status) ? null : await firstTaskDay(tx, applicationId);
  const wanted = turn === null ? null : waiting.wantedBy;
  const days = {
    // The earliest day of its open requests, future appointments and open tasks.
    ruleDueOn: [wanted, coming, tasks].filter((day) => day !== null).sort()[0] ?? null,
    waitsUntil:
      turn === "office" && !waiting.answerBy && !waiting.sentAt ? await waitedForDay(tx, applicationId) : null,
  };
  if (days.ruleDueOn !== row.ruleDueOn || days.waitsUntil !== row.waitsUntil)
    await tx.update(visaApplications).set(days).where(eq(visaApplications.id, applicationId));
  // A case older than turns has been ours since it was submitted.
  const isOursFromBefore = turn === "office" && row.turn === null && row.submittedAt !== null && !reopened;
  if (turn === row.turn || isOursFromBefore) return;
  await tx.update(visaApplications).set({ turn, turnSince: sql`now()` }).where(eq(visaApplications.id, applicationId));
}

/** Appointments that pause our work on a case; a call or a collection doesn't (F-DESK-10). */
const waitedFor = ["interview", "biometrics"] as const;

export const waitedForDay = (from: Queryable, applicationId: string) => comingDay(from, applicationId, waitedFor);

/** The day in Nassau of the next appointment of these kinds. */
async function comingDay(
  from: Queryable,
  applicationId: string,
  kinds: readonly AppointmentKind[] = appointmentKinds,
): Promise<string | null> {
  const [coming] = await from
    .select({ first: min(appointments.startsAt) })
    .from(appointments)
    .where(
      and(
        eq(appointments.applicationId, applicationId),
        eq(appointments.state, "planned"),
        inArray(appointments.kind, [...kinds]),
        gt(appointments.startsAt, sql`now()`),
      ),
    );
  return coming?.first ? nassauDay(coming.first) : null;
}
