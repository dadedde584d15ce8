import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { formFiles } from "~/db/schema/site/forms";
import { putContent } from "~/documents/content-files.server";
import { type CheckedFile, receiveFile } from "~/documents/store.server";
import { enqueue } from "~/jobs/queue.server";
import { formatFileSize, formKey, formRules } from "./form-file";
import { scanFormsJob } from "./scan-job";
import { letThrough } from "./scanned.server";

const pdfEnd = Buffer.from("%%EOF");
/** Bytes. `%%EOF` must be within the last of them; some programs append data after it. */
const tail = 2048;

/** Why a file that begins like its type isn't a complete one; null if nothing is wrong. */
async function brokenStructure({ bytes, extension }: CheckedFile): Promise<string | null> {
  if (extension === "pdf" && !(await bytesOf(bytes.slice(-tail))).includes(pdfEnd))
    return "This PDF is incomplete: its end is missing. Save it again, then choose it again.";
  return null;
}

const bytesOf = async (blob: Blob): Promise<Buffer> => Buffer.from(await blob.arrayBuffer());

type StoredForm = { key: string };

const verb = { input: z.object({}), messages: { forbidden: "Your account is no longer active." } };

/**
 * Checks, scans and stores a file for a form. Only staff can get it until something public uses it, and nobody before
 * its scan.
 */
export async function storeFormFile(context: StaffContext, file: File): Promise<Done<StoredForm> | Refused> {
  return receiveFile(file, { rules: formRules }, async (checked): Promise<Done<StoredForm> | Refused> => {
    const broken = await brokenStructure(checked);
    if (broken !== null) return refuse("invalid", broken);
    return asStaff(context, verb, {}, ({ tx, staff }) => save(tx, checked, staff.email));
  });
}

async function save(tx: Transaction, file: CheckedFile, by: string): Promise<Done<StoredForm> | Refused> {
  const { name, bytes, extension, contentType, sha256, scan } = file;
  const storageKey = formKey(name, sha256, extension);
  const row = { storageKey, name, size: formatFileSize(bytes.size), scan, uploadedBy: by };
  const [added] = await tx.insert(formFiles).values(row).onConflictDoNothing().returning({ key: formFiles.storageKey });
  const [before] = await tx.select().from(formFiles).where(eq(formFiles.storageKey, storageKey));
  if (before?.scan === "infected") return refuse("invalid", virusMessage(before.virus));
  await putContent(tx, storageKey, bytes, { contentType, added: added !== undefined });
  if (added && scan === "waiting") await enqueue(tx, scanFormsJob, {});
  if (scan === "clean") await letThrough(tx, storageKey);
  return { ok: true, key: storageKey };
}

export const virusMessage = (virus: string | null): string =>
  `We found a virus in this file${virus ? ` (${virus})` : ""} and removed it. Choose a clean copy.`;
