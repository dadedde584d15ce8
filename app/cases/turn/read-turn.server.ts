import { and, desc, eq, lt, sql } from "drizzle-orm";
import { isUndecided } from "~/applications/status/undecided";
import { isNotUndone } from "~/cases/status/status-history.server";
import { promisedBy } from "~/content/settings/hours";
import { settingFacts } from "~/content/settings/settings.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { applicationStatusHistory, type visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";
import { statusLook } from "~/ui/lists/status-badge";
import { authorityOf, type TurnData } from "./turn-text";
import { type OpenWork, readOpenWork, turnOf, waitedForDay } from "./update-turn.server";

type Case = Pick<
  typeof visaApplications.$inferSelect,
  "id" | "status" | "submittedAt" | "lastUpdatedAt" | "turn" | "turnSince" | "filedOn" | "decisionExpectedBy"
>;

/**
 * Whose turn a submitted application is; null if never submitted. `asApplicant`: without changes that can still be
 * undone; `application` must be read that way too.
 */
export async function readTurn(
  application: Case,
  service: { processingTime: string | null; country: string | null },
  { asApplicant = false }: { asApplicant?: boolean } = {},
): Promise<TurnData | null> {
  if (application.submittedAt === null) return null;
  if (!isUndecided(application.status))
    return { closed: statusLook(application.status).label, since: (await closedAt(application)).toISOString() };
  const waiting = await readOpenWork(db, application.id, { asApplicant });
  const turn = turnOf(application, waiting);
  if (turn === null) return null;
  return {
    closed: null,
    turn,
    since: (await sinceOf(application, turn)).toISOString(),
    things: waiting.things,
    wantedBy: waiting.wantedBy,
    wantedThen: waiting.wantedThen,
    ours: await oursIn(application.id, waiting),
    processingTime: service.processingTime,
    authority: authorityOf(service.country),
    expectedBy: application.decisionExpectedBy,
  };
}

async function oursIn(applicationId: string, waiting: OpenWork) {
  const { answerBy, sentAt } = waiting;
  if (answerBy) return { does: "answer" as const, by: answerBy.toISOString() };
  if (!sentAt) {
    const until = await waitedForDay(db, applicationId);
    return until && until > nassauDay() ? { does: "wait" as const, until } : { does: "work" as const };
  }
  const { hours, holidays } = await settingFacts(db);
  return { does: "check" as const, by: promisedBy(sentAt, hours, holidays)?.toISOString() ?? null };
}

async function closedAt({ id, status, lastUpdatedAt }: Case): Promise<Date> {
  const [line] = await db
    .select({ at: applicationStatusHistory.createdAt })
    .from(applicationStatusHistory)
    .where(
      and(
        eq(applicationStatusHistory.applicationId, id),
        eq(applicationStatusHistory.toStatus, status),
        sql`from_status is distinct from to_status`,
        isNotUndone,
      ),
    )
    .orderBy(desc(applicationStatusHistory.createdAt))
    .limit(1);
  return line?.at ?? lastUpdatedAt;
}

/** When the turn changed: stored with each change, but an appointment that begins changes it without one. */
async function sinceOf({ id, submittedAt, turn, turnSince, lastUpdatedAt }: Case, now: string): Promise<Date> {
  if (turn === now && turnSince) return turnSince;
  const [startedAppointment] = await db
    .select({ at: appointments.startsAt })
    .from(appointments)
    .where(
      and(eq(appointments.applicationId, id), eq(appointments.state, "planned"), lt(appointments.startsAt, sql`now()`)),
    )
    .orderBy(desc(appointments.startsAt))
    .limit(1);
  return turn === "applicant" && startedAppointment ? startedAppointment.at : (submittedAt ?? lastUpdatedAt);
}
