import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db, type Queryable } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import { visaInquiries } from "~/db/schema/inquiries";
import { log } from "~/log.server";
import { textInput } from "~/typed-input.server";

const actionType = "inquiry_notes_updated";

const input = z.object({
  inquiryId: z.uuid(),
  notes: textInput(10_000, "The note"),
  /** The revision that the text began from. */
  revision: z.coerce.number().int().min(0),
});

export type SaveNotesResult =
  | { ok: true; revision: number }
  /** Somebody else saved other notes meanwhile: `stored`, of `revision`, `by` an email. Nothing was overwritten. */
  | { ok: false; status: 409; stored: string; revision: number; by: string | null }
  | { ok: false; status: 400; message?: string | undefined }
  | { ok: false; status: 403 | 404 | 500 };

/**
 * Saves the notes of an inquiry (A-INQ-16), at most 10,000 characters. Notes equal to what is stored are saved whatever
 * their revision: a lost answer is no conflict.
 */
export async function saveNotes({ staff, address }: StaffContext, given: unknown): Promise<SaveNotesResult> {
  const parsed = input.safeParse(given);
  if (!parsed.success)
    return { ok: false, status: 400, message: parsed.error.issues.find(({ path }) => path[0] === "notes")?.message };
  const { inquiryId, notes, revision } = parsed.data;
  try {
    return await db.transaction(async (tx): Promise<SaveNotesResult> => {
      if (!(await mayAct(tx, staff))) return { ok: false, status: 403 };
      const [row] = await tx
        .select({ notes: visaInquiries.adminNotes, revision: visaInquiries.notesRevision })
        .from(visaInquiries)
        .where(eq(visaInquiries.id, inquiryId))
        .for("update");
      if (!row) return { ok: false, status: 404 };
      const stored = row.notes ?? "";
      if (stored === notes) return { ok: true, revision: row.revision };
      if (row.revision !== revision) {
        const last = await lastNotes(inquiryId, tx);
        return { ok: false, status: 409, stored, revision: row.revision, by: last?.by ?? null };
      }
      const next = row.revision + 1;
      await tx
        .update(visaInquiries)
        .set({ adminNotes: notes || null, notesRevision: next, updatedAt: new Date() })
        .where(eq(visaInquiries.id, inquiryId));
      await recordActivity(tx, staff, {
        actionType,
        subjectType: "inquiry",
        subjectId: inquiryId,
        details: { revision: next, characters: notes.length },
        address,
      });
      return { ok: true, revision: next };
    });
  } catch (err) {
    log.error({ err, inquiryId }, "the notes of an inquiry could not be saved");
    return { ok: false, status: 500 };
  }
}

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
  return last ?? null;
}
