import { buffer } from "node:stream/consumers";
import { and, asc, eq } from "drizzle-orm";
import { previewed, previewedOf } from "~/content/previewed.server";
import { db } from "~/db/client.server";
import { forms } from "~/db/schema/content";
import { formFiles } from "~/db/schema/site/forms";
import { openDocument } from "~/documents/storage.server";
import { readFormKey } from "./files/form-file";

export type LibraryForm = Awaited<ReturnType<typeof publishedForms>>[number];

const columns = {
  ...{ id: forms.id, title: forms.title, description: forms.description },
  ...{ country: forms.country, visaType: forms.visaType },
  ...{ fileKey: forms.fileKey, fileSize: forms.fileSize, scan: formFiles.scan },
};
type Scan = typeof formFiles.$inferSelect.scan | null;
type Row = Pick<typeof forms.$inferSelect, Exclude<keyof typeof columns, "scan">> & { scan: Scan };

/** Visitors never get a file before its scan, whatever `forms` says. */
const isOpen = (scan: Scan): boolean => scan !== "waiting" && scan !== "infected";

/** A form's card, with its file's type and size. */
function cardOf({ fileKey, scan, ...form }: Row, hasFile = fileKey !== null && isOpen(scan)) {
  const format = (hasFile && fileKey && readFormKey(fileKey)?.extension.toUpperCase()) || null;
  return { ...form, hasFile, format };
}

/** The published forms by title, with the draft that an admin previews. */
export async function publishedForms() {
  const rows = await db
    .select(columns)
    .from(forms)
    .leftJoin(formFiles, eq(formFiles.storageKey, forms.fileKey))
    .where(eq(forms.published, true))
    .orderBy(asc(forms.title));
  const cards = rows.map((row) => cardOf(row));
  const draft = previewedOf("forms");
  if (!draft) return cards;
  const fileKey = textOf(draft.content.file) || null;
  const [file] = fileKey ? await db.select().from(formFiles).where(eq(formFiles.storageKey, fileKey)) : [];
  const { title, description, country, visa_type: visaType } = draft.content;
  const row = {
    ...{ id: draft.key, title: textOf(title), description: textOf(description) },
    ...{ country: textOf(country), visaType: textOf(visaType) },
    ...{ fileKey, fileSize: file?.size ?? null, scan: file?.scan ?? null },
  };
  const otherCards = cards.filter(({ id }) => id !== draft.key);
  return [...otherCards, cardOf(row, fileKey !== null)].sort((a, b) => a.title.localeCompare(b.title));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function publishedForm(id: string) {
  if (!uuid.test(id)) return undefined;
  const [form] = await db
    .select({ title: forms.title, fileKey: forms.fileKey, scan: formFiles.scan })
    .from(forms)
    .leftJoin(formFiles, eq(formFiles.storageKey, forms.fileKey))
    .where(and(eq(forms.id, id), eq(forms.published, true)))
    .limit(1);
  return form && { title: form.title, fileKey: isOpen(form.scan) ? form.fileKey : null };
}

/** The file of the version that this request previews; null for everybody but admins. */
export async function previewedForm(id: string) {
  const content = previewed("forms", id);
  if (!content) return null;
  const fileKey = textOf(content.file) || null;
  const [file] = fileKey ? await db.select().from(formFiles).where(eq(formFiles.storageKey, fileKey)) : [];
  return { title: textOf(content.title), fileKey, scan: file?.scan ?? null };
}

export async function formFile(fileKey: string | null) {
  const stream = fileKey ? await openDocument(fileKey) : null;
  return stream ? buffer(stream) : undefined;
}
