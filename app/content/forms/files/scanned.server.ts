import { and, eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { forms } from "~/db/schema/content";
import { formFiles } from "~/db/schema/site/forms";

/** Records a clean scan: visitors get the file if a published form waits for it. */
export async function letThrough(tx: Transaction, key: string): Promise<void> {
  const [file] = await tx
    .update(formFiles)
    .set({ scan: "clean" })
    .where(and(eq(formFiles.storageKey, key), eq(formFiles.scan, "waiting")))
    .returning({ size: formFiles.size });
  if (!file) return;
  await tx
    .update(forms)
    .set({ fileKey: key, fileSize: file.size, waitingFileKey: null })
    .where(eq(forms.waitingFileKey, key));
}
