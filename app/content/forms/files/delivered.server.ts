import { eq, isNull } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { forms } from "~/db/schema/content";
import { formFiles } from "~/db/schema/site/forms";
import { putContent } from "~/documents/content-files.server";
import { formatFileSize } from "./form-file";

/** The PDFs that `scripts/forms.mjs` drew. Each is loaded only when it is stored. */
const drawn = import.meta.glob<string>("../library/*.pdf", { query: "?inline", import: "default" });

const fileName = (title: string) =>
  `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.pdf`;

/** Stores our own files for seeded forms that have none. */
export async function loadFormFiles(tx: Transaction): Promise<void> {
  const waiting = await tx.select({ id: forms.id, title: forms.title }).from(forms).where(isNull(forms.fileKey));
  for (const { id, title } of waiting) {
    const name = fileName(title);
    const load = drawn[`../library/${name}`];
    if (!load) continue;
    // A data URL: the base64 after the comma is the file.
    const bytes = Buffer.from((await load()).split(",")[1] ?? "", "base64");
    const [storageKey, size] = [`forms/${name}`, formatFileSize(bytes.length)];
    await tx.insert(formFiles).values({ storageKey, name, size }).onConflictDoNothing();
    await putContent(tx, storageKey, bytes, { contentType: "application/pdf", added: true });
    await tx.update(forms).set({ fileKey: storageKey, fileSize: size }).where(eq(forms.id, id));
  }
}
