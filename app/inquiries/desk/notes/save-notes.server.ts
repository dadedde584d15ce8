import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { textInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { visaInquiries } from "~/db/schema/inquiries";
import { actionType, lastNotes } from "./last-notes.server";

const input = z.object({
  inquiryId: z.uuid(),
  notes: textInput(10_000, "The note"),
  /** The revision that the text is based on. */
  revision: z.coerce.number().int().min(0),
  /** The admin whose page sends it: another admin who signed in meanwhile must not save it under their name. */
  writer: z.string().nullish(),
});

const verb = {
  input,
  failed: "the notes of an inquiry could not be saved",
  messages: {
    invalid: ({ issues }: z.ZodError) => refuse("invalid", issues.find(({ path }) => path[0] === "notes")?.message),
  },
};

/**
 * Saves the notes of an inquiry, at most 10,000 characters. Notes equal to the stored ones succeed whatever their
 * revision: a retry is no conflict. If somebody else saved other notes meanwhile, it is refused, with stored notes,
 * revision and author in the detail.
 */
export function saveNotes(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, staff, record }, { inquiryId, notes, revision, writer }) => {
    if (writer && writer !== staff.adminId) return refuse("forbidden");
    const [row] = await tx
      .select({ notes: visaInquiries.adminNotes, revision: visaInquiries.notesRevision })
      .from(visaInquiries)
      .where(eq(visaInquiries.id, inquiryId))
      .for("update");
    if (!row) return refuse("not-found");
    const stored = row.notes ?? "";
    if (stored === notes) return { ok: true, revision: row.revision };
    if (row.revision !== revision) {
      const last = await lastNotes(inquiryId, tx);
      return refuse("conflict", "", {
        stored,
        revision: row.revision,
        by: last?.by ?? null,
        byEmail: last?.byEmail ?? null,
      });
    }
    const next = row.revision + 1;
    await tx
      .update(visaInquiries)
      .set({ adminNotes: notes || null, notesRevision: next, updatedAt: new Date() })
      .where(eq(visaInquiries.id, inquiryId));
    await record({
      actionType,
      subjectType: "inquiry",
      subjectId: inquiryId,
      details: { revision: next, characters: notes.length },
    });
    return { ok: true, revision: next };
  });
}
