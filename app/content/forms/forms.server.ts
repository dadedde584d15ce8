import { buffer } from "node:stream/consumers";
import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { forms } from "~/db/schema/content";
import { openDocument } from "~/documents/storage.server";

export type LibraryForm = Awaited<ReturnType<typeof publishedForms>>[number];

export async function publishedForms() {
  return db
    .select({
      id: forms.id,
      title: forms.title,
      description: forms.description,
      country: forms.country,
      visaType: forms.visaType,
      fileSize: forms.fileSize,
      hasFile: sql<boolean>`${forms.fileKey} is not null`,
    })
    .from(forms)
    .where(eq(forms.published, true))
    .orderBy(asc(forms.title));
}

/** A published form by its id; undefined also for a malformed id. */
export async function publishedForm(id: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined;
  const [form] = await db
    .select({ title: forms.title, fileKey: forms.fileKey })
    .from(forms)
    .where(and(eq(forms.id, id), eq(forms.published, true)))
    .limit(1);
  return form;
}

/** The bytes of a form's file; undefined when there is none. */
export async function formFile(fileKey: string | null) {
  const stream = fileKey ? await openDocument(fileKey) : null;
  return stream ? buffer(stream) : undefined;
}
