import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import { type Due, dueOf } from "~/accounts/owners/due";
import { closingStatuses } from "~/cases/tasks/due-days.server";
import { describeEvent } from "~/core/tasks/task-events";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { caseTasks as t } from "~/db/schema/tasks";

export type DeskTask = {
  id: string;
  title: string;
  note: string;
  due: Due;
  /** What its due day waits for, such as `5 days after filing`. */
  waitsFor: string | null;
  revision: number;
  done: { at: string; by: string; byEmail: string } | null;
};
export type DeskTasks = { open: DeskTask[]; done: DeskTask[]; isClosed: boolean };

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "status" | "submittedAt">;

/** The tasks of a submitted case: the open ones by due day, then those that are done, the latest first. */
export async function readTasks({ id, status, submittedAt }: Application): Promise<DeskTasks | null> {
  if (submittedAt === null) return null;
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.applicationId, id), isNull(t.removedAt)))
    .orderBy(sql`${t.doneAt} desc nulls first`, asc(t.dueOn), asc(t.position), asc(t.createdAt), asc(t.id));
  const nameOf = await nameAll(
    db,
    rows.map(({ doneBy }) => doneBy),
  );
  const today = nassauDay();
  const tasks = rows.map((row): DeskTask => {
    const { doneAt, doneBy, event, days } = row;
    const waits = row.dueOn === null && !row.isDatedByHand && event !== null && days !== null;
    return {
      ...{ id: row.id, title: row.title, note: row.note, revision: row.revision },
      due: dueOf(row.dueOn, doneAt === null ? "open" : "approved", today),
      waitsFor: waits ? describeEvent(event, days) : null,
      done: doneAt && doneBy ? { at: doneAt.toISOString(), by: nameOf(doneBy) ?? doneBy, byEmail: doneBy } : null,
    };
  });
  return {
    open: tasks.filter(({ done }) => done === null),
    done: tasks.filter(({ done }) => done !== null),
    isClosed: closingStatuses.includes(status),
  };
}
