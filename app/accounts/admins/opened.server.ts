import { desc, eq, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { openedRecords as t } from "~/db/schema/opened-records";

type RecordKind = "application" | "inquiry" | "person";

/** Per admin. */
const maxRemembered = 20;

/** Remembers that an admin opened a record; forgets the oldest one. */
export async function rememberOpened({ adminId }: Staff, kind: RecordKind, id: string): Promise<void> {
  await db.execute(sql`
    with opened as (
      insert into ${t} (admin_id, subject_type, subject_id) values (${adminId}, ${kind}, ${id})
      on conflict (admin_id, subject_type, subject_id) do update set opened_at = excluded.opened_at
    )
    delete from ${t} where ${t.adminId} = ${adminId} and (${t.subjectType}, ${t.subjectId}) in (
      select subject_type, subject_id from ${t} others
      where admin_id = ${adminId} and (subject_type, subject_id) <> (${kind}, ${id}::uuid)
      order by opened_at desc offset ${maxRemembered - 1}
    )`);
}

/** Last opened first; some may be deleted by now. */
export const listOpened = ({ adminId }: Staff): Promise<{ kind: string; id: string }[]> =>
  db
    .select({ kind: t.subjectType, id: t.subjectId })
    .from(t)
    .where(eq(t.adminId, adminId))
    .orderBy(desc(t.openedAt))
    .limit(maxRemembered);
