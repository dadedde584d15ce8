import { Readable } from "node:stream";
import type { dataCopies } from "~/db/schema/privacy/rights";
import { decrypted } from "~/documents/at-rest/encrypted-bytes.server";
import { chunksOfStored, openDocument } from "~/documents/storage.server";
import { open } from "~/encryption/cipher.server";
import { dataKeyOf } from "~/encryption/data-keys.server";
import { copyKey } from "./copy-file.server";
import { copyKeyAad } from "./make-copy.server";

/** The decrypted bytes of a copy; null if they were deleted. */
export async function openCopy(copy: typeof dataCopies.$inferSelect): Promise<Readable | null> {
  const { id, applicationId, fileKey, byteSize: size } = copy;
  const dataKey = await dataKeyOf({ applicationId });
  if (!dataKey || !fileKey || !size) return null;
  const key = open(dataKey, copyKeyAad(id), Buffer.from(fileKey, "base64url"));
  const stored = await openDocument(copyKey(id));
  if (!stored) return null;
  const all = { start: 0, end: size - 1 };
  const bytes = Readable.from(decrypted({ key, documentId: id, size }, all, chunksOfStored(stored)), {
    objectMode: false,
  });
  // If the client leaves before the first byte, the pipeline hasn't started, and nothing else would close the file.
  bytes.once("close", () => stored.destroy());
  return bytes;
}
