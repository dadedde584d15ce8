import { and, desc, eq } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import { db, type Queryable } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";

/** The action type of saved notes in the activity log. */
export const actionType = "inquiry_notes_updated";

/** Who last saved the notes of an inquiry, and when, from the activity log. */
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
  return { by: named(last.by), byEmail: last.by, at: last.at };
}
