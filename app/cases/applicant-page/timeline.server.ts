import { and, asc, eq } from "drizzle-orm";
import { agreementEntries } from "~/cases/agreement/timeline.server";
import { keyDateLines } from "~/cases/key-dates/timeline.server";
import { isItemShown } from "~/cases/request-items/shown.server";
import { db } from "~/db/client.server";
import { appointments, caseItemAnswers, caseRequestItems, caseRequests } from "~/db/schema/case";
import type { ApplicationStatus } from "~/db/schema/values";
import { happened } from "../../applications/status/status-words";
import { itemName } from "../requests/request-words";
import { endedDecision, eventOf, statusHistory } from "../status/status-history.server";

/** A line of the timeline, without staff's internal notes. `at` is an ISO instant. */
export type TimelineEntry = {
  id: string;
  by: "You" | "Lucaya";
  what: string;
  status: ApplicationStatus | null;
  message: string | null;
  at: string;
};

/** What both sides did in a case, newest first. */
export async function timelineOf(applicationId: string): Promise<TimelineEntry[]> {
  const lines = await Promise.all([
    statusLines(applicationId),
    requestLines(applicationId),
    answerLines(applicationId),
    appointmentLines(applicationId),
    agreementEntries(applicationId),
    keyDateLines(applicationId).then((lines) => lines.map((line) => ({ ...line, by: "Lucaya" as const }))),
  ]);
  return lines
    .flat()
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map((line) => ({ status: null, message: null, ...line, at: line.at.toISOString() }));
}

type Line = Pick<TimelineEntry, "id" | "by" | "what"> &
  Partial<Pick<TimelineEntry, "status" | "message">> & { at: Date };
type Lines = Promise<Line[]>;

const requests = {
  withdrawal_requested: "You asked to withdraw the application.",
  withdrawal_taken_back: "You took back the request to withdraw.",
};

async function statusLines(applicationId: string): Lines {
  const history = await statusHistory(applicationId);
  return history.flatMap((entry): Line[] => {
    const { id, toStatus: status, createdAt: instant } = entry;
    const event = eventOf(entry);
    if (event !== "status") {
      // The first line is ours; the holder's reason follows it.
      const [, ...reason] = (entry.message ?? "").split("\n");
      return [{ id, by: "You" as const, what: requests[event], message: reason.join("\n") || null, at: instant }];
    }
    const by = entry.adminEmail === null && status === "submitted" ? ("You" as const) : ("Lucaya" as const);
    // The status that the program set after the last open request was answered.
    if (entry.adminEmail === null && status === "under_review")
      return [{ id, by, what: "We have everything we asked for and are checking it.", status, at: instant }];
    const ended = endedDecision(entry, history);
    return [{ id, by, what: ended ?? happened[status], status, message: entry.message, at: instant }];
  });
}

/** Three items at most, each in a line: the list of what is open has the others. */
function named(items: readonly Parameters<typeof itemName>[0][]): string {
  const names = items.map((item) => {
    const name = itemName(item).replaceAll(/\s+/g, " ");
    return name.length > 80 ? `${name.slice(0, 79).trimEnd()}…` : name;
  });
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");
}

async function requestLines(applicationId: string): Lines {
  const rows = await db
    .select({
      id: caseRequests.id,
      at: caseRequests.createdAt,
      kind: caseRequestItems.kind,
      name: caseRequestItems.name,
    })
    .from(caseRequests)
    .innerJoin(caseRequestItems, eq(caseRequestItems.requestId, caseRequests.id))
    .where(and(eq(caseRequests.applicationId, applicationId), isItemShown))
    .orderBy(asc(caseRequestItems.position));
  const itemsByRequest = Map.groupBy(rows, ({ id }) => id);
  return [...itemsByRequest].map(([id, items]) => ({
    id,
    by: "Lucaya" as const,
    what: `We asked you for: ${named(items)}`,
    at: items[0]?.at ?? new Date(0),
  }));
}

async function answerLines(applicationId: string): Lines {
  const rows = await db
    .select({ answer: caseItemAnswers, kind: caseRequestItems.kind, name: caseRequestItems.name })
    .from(caseItemAnswers)
    .innerJoin(caseRequestItems, eq(caseRequestItems.id, caseItemAnswers.itemId))
    .where(eq(caseItemAnswers.applicationId, applicationId));
  return rows.flatMap(({ answer: { id, createdAt, outcome, reason, decidedAt }, ...item }) => [
    { id, by: "You" as const, what: `You sent: ${itemName(item)}`, at: createdAt },
    ...(decidedAt && outcome === "accepted"
      ? [{ id: `${id} decided`, by: "Lucaya" as const, what: `We accepted: ${itemName(item)}`, at: decidedAt }]
      : []),
    ...(decidedAt && outcome === "refused"
      ? [
          {
            id: `${id} decided`,
            by: "Lucaya" as const,
            what: `We need this again: ${itemName(item)}`,
            message: reason,
            at: decidedAt,
          },
        ]
      : []),
  ]);
}

async function appointmentLines(applicationId: string): Lines {
  const rows = await db.select().from(appointments).where(eq(appointments.applicationId, applicationId));
  return rows.flatMap(({ id, kind, state, createdAt, updatedAt, confirmedAt }) => [
    { id, by: "Lucaya" as const, what: `We made an appointment: ${kind}`, at: createdAt },
    ...(confirmedAt
      ? [{ id: `${id} confirmed`, by: "You" as const, what: `You confirmed: ${kind}`, at: confirmedAt }]
      : []),
    ...(state === "cancelled"
      ? [{ id: `${id} cancelled`, by: "Lucaya" as const, what: `We canceled the appointment: ${kind}`, at: updatedAt }]
      : []),
  ]);
}
