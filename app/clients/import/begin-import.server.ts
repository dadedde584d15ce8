import { desc, inArray } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { normalizeLine } from "~/core/text-input";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { db, type Queryable } from "~/db/client.server";
import { clientImports as imports } from "~/db/schema/clients";
import { shortened } from "~/documents/file-rules";
import { StorageError } from "~/documents/storage-error.server";
import { withStorageSlot } from "~/documents/store.server";
import {
  fieldNames,
  importFields,
  importLimits,
  isImportField,
  mappingOf,
  type StoredMapping,
  storedMapping,
} from "./fields";
import { storeImportFile } from "./import-file.server";
import { type CsvFile, readCsv, tooLarge, UnreadableCsv } from "./read-csv";

export const importMessages = {
  forbidden: "Only super admins import clients.",
  running: "Another import is running. Please wait until it is done.",
  noFile: "Choose a file.",
  notStored: "We can’t save files right now. Please try again in a few minutes.",
  notRead: "We can’t read stored files right now. Please try again in a few minutes.",
  unreadable: "The file can’t be read any longer. Cancel this import and choose the file again.",
  gone: "This import was canceled or has started already.",
};

/** Whether an import runs or is being undone: there is one at a time. */
export async function isImportRunning(from: Queryable): Promise<boolean> {
  return (await from.$count(imports, inArray(imports.state, ["running", "undoing"]))) > 0;
}

type Begun = Done<{ id: string }> | Refused;

/** Stores the file of an import, encrypted, with what was recognized in it. Writes no client. */
export async function beginImport(context: StaffContext, file: File | null): Promise<Begun> {
  if (!file || (file.size === 0 && file.name === "")) return refuse("invalid", importMessages.noFile);
  if (file.size > importLimits.bytes) return refuse("invalid", tooLarge(file.size));
  const bytes = Buffer.from(await file.arrayBuffer());
  let read: CsvFile;
  try {
    read = await readCsv(bytes);
  } catch (error) {
    if (error instanceof UnreadableCsv) return refuse("invalid", error.message);
    throw error;
  }
  const { encoding, separator, heads, lines } = read;
  const verb = {
    input: z.undefined(),
    role: "super_admin",
    lock: locks.clientImports,
    messages: importMessages,
  } as const;
  const store = () =>
    asStaff(context, verb, undefined, async ({ tx, staff }): Promise<Begun> => {
      if (await isImportRunning(tx)) return refuse("conflict", importMessages.running);
      const id = crypto.randomUUID();
      const mapping = storedMapping(heads, mappingOf(heads, await rememberedMapping(tx, heads)));
      await tx.insert(imports).values({
        ...{ id, encoding, separator, mapping, total: lines.length, madeBy: staff.email },
        fileName: shortened(normalizeLine(file.name.replace(/^.*[/\\]/, ""))) || "clients.csv",
        ...(await storeImportFile(id, bytes)),
      });
      return { ok: true, id };
    });
  try {
    return await withStorageSlot(store);
  } catch (error) {
    if (error instanceof StorageError) return refuse("busy", importMessages.notStored);
    throw error;
  }
}

/** How many earlier imports are looked at. */
const remembered = 50;

/** What these headings were mapped to last, by anybody; otherwise the field whose name they are. */
export async function rememberedMapping(from: Queryable, heads: readonly string[]): Promise<StoredMapping> {
  const earlier = await from
    .select({ mapping: imports.mapping })
    .from(imports)
    .orderBy(desc(imports.createdAt))
    .limit(remembered);
  const used = new Set<string>();
  const found: Record<string, string> = {};
  for (const head of heads) {
    const before = earlier.find(({ mapping }) => Object.hasOwn(mapping, head))?.mapping[head];
    const field = isImportField(before) ? before : fieldCalled(head);
    if (!field || used.has(field)) continue;
    used.add(field);
    found[head] = field;
  }
  return found;
}

const fieldCalled = (head: string) =>
  fieldNames.find((field) => importFields[field].toLowerCase() === head.trim().toLowerCase());

/** All imports, newest first. */
export async function listImports() {
  return db.select().from(imports).orderBy(desc(imports.createdAt), desc(imports.id)).limit(200);
}
