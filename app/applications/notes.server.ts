import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db, type Transaction } from "~/db/client.server";
import { applicationNotes, visaApplications } from "~/db/schema/applications";
import { textInput } from "~/typed-input.server";
import { barredSigns } from "~/typed-text";
import { longestNote } from "./note-length";

const body = textInput(longestNote, "The note").pipe(z.string().min(1));
const added = z.object({ applicationId: z.uuid(), note: z.uuid(), body });
const edited = added.extend({ revision: z.coerce.number().int().min(1) });

export type NoteResult = { ok: true } | { ok: false; reason: NoteReason; message: string };
type NoteReason = "empty" | "barred" | "forbidden" | "not-found" | "changed";

const messages: Record<NoteReason, string> = {
  empty: `Write a note of at most ${longestNote.toLocaleString("en-US")} characters.`,
  barred: barredSigns("The note"),
  forbidden: "Your account is not active any more.",
  "not-found": "That note is not here any more.",
  changed:
    "Somebody else changed this note in the meantime. Theirs stands above, yours is still in the box: save again to put yours in its place.",
};
const refuse = (reason: NoteReason): NoteResult => ({ ok: false, reason, message: messages[reason] });
const refuseWords = ({ issues }: z.ZodError) =>
  refuse(issues.some(({ code }) => code === "custom") ? "barred" : "empty");

/**
 * A note among staff on an application; applicants never see it. Its id comes with the form that it was written in:
 * sent twice, it is one note.
 */
export async function addNote({ staff, address }: StaffContext, given: unknown): Promise<NoteResult> {
  const parsed = added.safeParse(given);
  if (!parsed.success) return refuseWords(parsed.error);
  const { applicationId, note: id, body } = parsed.data;
  return db.transaction(async (tx): Promise<NoteResult> => {
    if (!(await mayAct(tx, staff))) return refuse("forbidden");
    const number = await numberOf(tx, applicationId);
    if (number === undefined) return refuse("not-found");
    const made = await tx
      .insert(applicationNotes)
      .values({ id, applicationId, body, authorEmail: staff.email })
      .onConflictDoNothing()
      .returning({ id: applicationNotes.id });
    if (made.length === 0) return { ok: true };
    await recordActivity(tx, staff, {
      actionType: "application_note_added",
      subjectType: "application",
      subjectId: applicationId,
      details: { number },
      address,
    });
    return { ok: true };
  });
}

/**
 * Changes a note's words, whoever wrote it, and keeps who changed it. It carries the revision that it started from:
 * what somebody else wrote since is never lost silently. Saving what is stored already succeeds, whatever its revision.
 */
export async function editNote({ staff, address }: StaffContext, given: unknown): Promise<NoteResult> {
  const parsed = edited.safeParse(given);
  if (!parsed.success) return refuseWords(parsed.error);
  const { applicationId, note: id, body, revision } = parsed.data;
  return db.transaction(async (tx): Promise<NoteResult> => {
    if (!(await mayAct(tx, staff))) return refuse("forbidden");
    const [before] = await tx.select().from(applicationNotes).where(eq(applicationNotes.id, id)).for("update");
    if (before?.applicationId !== applicationId) return refuse("not-found");
    if (before.body === body) return { ok: true };
    if (before.revision !== revision) return refuse("changed");
    await tx
      .update(applicationNotes)
      .set({ body, revision: revision + 1, editedAt: new Date(), editedBy: staff.email })
      .where(eq(applicationNotes.id, id));
    await recordActivity(tx, staff, {
      actionType: "application_note_edited",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: (await numberOf(tx, applicationId)) ?? null },
      address,
    });
    return { ok: true };
  });
}

async function numberOf(tx: Transaction, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ number: visaApplications.applicationNumber })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  return row?.number;
}

/** An application's notes, oldest first. */
export function notesOf(applicationId: string) {
  return db
    .select({
      id: applicationNotes.id,
      body: applicationNotes.body,
      authorEmail: applicationNotes.authorEmail,
      revision: applicationNotes.revision,
      editedBy: applicationNotes.editedBy,
      editedAt: applicationNotes.editedAt,
      createdAt: applicationNotes.createdAt,
    })
    .from(applicationNotes)
    .where(eq(applicationNotes.applicationId, applicationId))
    .orderBy(asc(applicationNotes.createdAt));
}
