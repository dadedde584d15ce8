import type { Queryable, Transaction } from "~/db/client.server";
import { open, seal } from "~/encryption/cipher.server";
import { dataKeyOf, type KeyOwner, requireDataKey } from "~/encryption/data-keys.server";
import { UnusableKey, unwrap, wrap } from "~/encryption/keyring.server";
import { fileKeyAad } from "~/encryption/rewrap-keys.server";
import type { Document } from "../readers.server";

type Owned = Pick<Document, "id" | "applicationId" | "inquiryId">;
type FileKey = Pick<Document, "fileKey" | "fileKeyBy">;

function ownerOf({ applicationId, inquiryId }: Owned): KeyOwner | undefined {
  if (applicationId) return { applicationId };
  return inquiryId ? { inquiryId } : undefined;
}

/**
 * Wraps with the data key of the application or inquiry, created if missing; without either with the active master key.
 */
export async function wrapFileKey(tx: Transaction, document: Owned, key: Buffer): Promise<FileKey> {
  const owner = ownerOf(document);
  if (owner) {
    const dataKey = await requireDataKey(owner, tx);
    return { fileKey: seal(dataKey, fileKeyAad(document.id), key).toString("base64url"), fileKeyBy: null };
  }
  const { wrapped, by } = wrap(key, fileKeyAad(document.id));
  return { fileKey: wrapped, fileKeyBy: by };
}

/** Throws an UnusableKey, also for a document without a key. */
export async function unwrapFileKey(document: Owned & FileKey, from: Queryable): Promise<Buffer> {
  const { fileKey, fileKeyBy } = document;
  const aad = fileKeyAad(document.id);
  if (!fileKey) throw new UnusableKey(`There is no key of ${aad}`);
  if (fileKeyBy) return unwrap({ wrapped: fileKey, by: fileKeyBy }, aad);
  const owner = ownerOf(document);
  const dataKey = owner && (await dataKeyOf(owner, from));
  if (!dataKey) throw new UnusableKey(`The data key of ${aad} is missing`);
  try {
    return open(dataKey, aad, Buffer.from(fileKey, "base64url"));
  } catch {
    throw new UnusableKey(`The key of ${aad} was changed`);
  }
}
