import { sql } from "drizzle-orm";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { putDocument, removeDocument, storedFacts } from "./storage.server";

/** Folders of the owner's files, which only a super admin may delete (O-LINK-3). */
export const contentFolders = ["forms", "pictures"] as const;

export const folderOf = (key: string): (typeof contentFolders)[number] | null =>
  contentFolders.find((folder) => key.startsWith(`${folder}/`)) ?? null;

/** A key is the digest of its bytes, so the file may be stored again while its removal is queued. */
const lockKey = (tx: Transaction, key: string) => takeKeyedLock(tx, keyedLocks.contentFile, key);

/** `added`: the row is new in the caller's transaction; for an existing file only missing bytes are restored. */
export async function putContent(
  tx: Transaction,
  key: string,
  bytes: Blob | Buffer,
  { contentType, added }: { contentType: string; added: boolean },
): Promise<void> {
  await lockKey(tx, key);
  if (added || !(await storedFacts(key))) await putDocument(key, bytes, contentType);
}

/** Removes the bytes of a deleted file, unless it was stored again since. */
export const removeContent = (key: string): Promise<void> =>
  db.transaction(async (tx) => {
    await lockKey(tx, key);
    const { rows } = await tx.execute(sql`
      select from form_files where storage_key = ${key} and scan <> 'infected'
      union all select from pictures where storage_key = ${key}`);
    if (rows.length === 0) await removeDocument(key);
  });
