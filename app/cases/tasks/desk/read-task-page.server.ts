import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { closingStatuses, isTaskOpen } from "~/cases/tasks/due-days.server";
import { describeEvent } from "~/core/tasks/task-events";
import { calendarDate, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseTasks } from "~/db/schema/tasks";

/** The data of the page that adds or changes a task; null for a draft. */
export async function readTaskPage(id: string, change: string | null) {
  if (!z.uuid().safeParse(id).success) return null;
  const { applicationNumber: number, status, submittedAt } = visaApplications;
  const [application] = await db
    .select({ number, status, submittedAt })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  if (!application?.submittedAt) return null;
  const changed = change === null ? null : await readTask(id, change);
  return {
    ...{ id, number: application.number, today: nassauDay(), changed },
    isClosed: closingStatuses.includes(application.status),
    /** The task to change is done or removed: what was typed can be added as a new one. */
    isGone: change !== null && changed === null,
  };
}

/** An open task, as in its form. */
async function readTask(applicationId: string, id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db
    .select()
    .from(caseTasks)
    .where(and(eq(caseTasks.applicationId, applicationId), eq(caseTasks.id, id), isTaskOpen));
  if (!row) return null;
  const { title, note, dueOn, event, days, isDatedByHand, revision } = row;
  return {
    ...{ id: row.id, title, note, revision, dueOn: dueOn ?? "" },
    due: dueOn && calendarDate(dueOn),
    /** What its due day follows. */
    follows: event !== null && days !== null && !isDatedByHand ? describeEvent(event, days) : null,
  };
}
