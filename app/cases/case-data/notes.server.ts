import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { idempotencyHash } from "~/core/idempotency-hash.server";
import { textInput } from "~/core/input-schemas.server";
import { invalidCharactersMessage } from "~/core/text-input";
import { refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { applicationNotes, visaApplications } from "~/db/schema/applications";
import { maxNoteLength } from "./note-length";

const body = textInput(maxNoteLength, "The note").pipe(z.string().min(1));
const added = z.object({ applicationId: z.uuid(), note: z.uuid(), body });
const edited = added.extend({ revision: z.coerce.number().int().min(1) });

const messages = {
  forbidden: "Your account is no longer active.",
  invalid: ({ issues }: z.ZodError) =>
    refuse(
      "invalid",
      issues.some(({ code }) => code === "custom")
        ? invalidCharactersMessage("The note")
        : `Write a note of at most ${maxNoteLength.toLocaleString("en-US")} characters.`,
    ),
};
const unknownNote = () => refuse("not-found", "That note no longer exists.");

/**
 * Adds a staff note to an application; applicants never see it. The form carries the note's id, so that a repeated send
 * adds one note.
 */
export function addNote(context: StaffContext, input: unknown) {
  const verb = { input: added, messages: messages };
  return asStaff(context, verb, input, async ({ tx, staff, record }, { applicationId, note: id, body }) => {
    const number = await numberOf(tx, applicationId);
    if (number === undefined) return unknownNote();
    const insertAs = async (noteId: string) =>
      tx
        .insert(applicationNotes)
        .values({ id: noteId, applicationId, body, authorEmail: staff.email })
        .onConflictDoNothing()
        .returning({ id: applicationNotes.id });
    if ((await insertAs(id)).length === 0) {
      const [existing] = await tx.select().from(applicationNotes).where(eq(applicationNotes.id, id));
      // Same id, other text: the note was edited after its first response was lost, so it is a second note.
      const secondId = idempotencyHash("note", { owner: staff.adminId, key: id }, applicationId, body);
      const isSame = existing?.applicationId === applicationId && existing.body === body;
      if (isSame || (await insertAs(secondId)).length === 0) return { ok: true };
    }
    await record({
      actionType: "application_note_added",
      subjectType: "application",
      subjectId: applicationId,
      details: { number },
    });
    return { ok: true };
  });
}

/**
 * Changes a note's text, whoever wrote it, and records the admin. Refuses another revision than the stored one, so that
 * nobody overwrites a change they have not seen; saving the stored text again always succeeds.
 */
export function editNote(context: StaffContext, input: unknown) {
  const verb = { input: edited, messages: messages };
  return asStaff(context, verb, input, async ({ tx, staff, record }, { applicationId, note: id, body, revision }) => {
    const [before] = await tx.select().from(applicationNotes).where(eq(applicationNotes.id, id)).for("update");
    if (before?.applicationId !== applicationId) return unknownNote();
    if (before.body === body) return { ok: true };
    if (before.revision !== revision)
      return refuse(
        "conflict",
        "Someone else has changed this note. Their version is above; yours is still in the box. Save again to replace theirs.",
      );
    await tx
      .update(applicationNotes)
      .set({ body, revision: revision + 1, editedAt: new Date(), editedBy: staff.email })
      .where(eq(applicationNotes.id, id));
    await record({
      actionType: "application_note_edited",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: (await numberOf(tx, applicationId)) ?? null },
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

/** An application's notes, oldest first, with the names of author and last editor. */
export async function notesOf(applicationId: string) {
  const notes = await db
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
  const named = await nameAll(
    db,
    notes.flatMap(({ authorEmail, editedBy }) => [authorEmail, editedBy]),
  );
  return notes.map(({ authorEmail, editedBy, ...note }) => ({
    ...note,
    author: named(authorEmail),
    authorEmail,
    editor: named(editedBy),
    editorEmail: editedBy,
  }));
}
