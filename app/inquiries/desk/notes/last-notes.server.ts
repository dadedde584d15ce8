import { and, desc, eq } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import { db, type Queryable } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";

/** The word of the activity log for saved notes. */
export const actionType = "inquiry_notes_updated";

/** Who saved the notes of an inquiry last, and when, as the activity log has it. */
export async function lastNotes(inquiryId: string, from: Queryable = db) {
  const [last] = await from
    .select({ by: adminActivityLog.adminEmail, at: adminActivityLog.createdAt })
    .from(adminActivityLog)
    .where(
      and(
        eq(adminActivityLog.subjectType, "inquiry"),
        eq(adminActivityLog.subjectId, inquiryId),
        eq(adminActivityLog.actionType, actionType),
      ),
    )
    .orderBy(desc(adminActivityLog.createdAt))
    .limit(1);
  if (!last) return null;
  const named = await nameAll(from, [last.by]);
  return { by: named(last.by), at: last.at };
}
