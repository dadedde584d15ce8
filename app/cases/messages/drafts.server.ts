import { and, asc, eq } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { messageDraft } from "~/documents/of-case.server";

/** The writer: the side, and a hash that identifies the browser or admin. */
export type Writer = { side: keyof typeof messageDraft; owner: string };
/** An uploaded file of a message that was not sent yet. */
export type DraftFile = { id: string; name: string; bytes: number; scan: string };

const isDraftOf = ({ side, owner }: Writer, applicationId: string) =>
  and(
    eq(documents.applicationId, applicationId),
    eq(documents.documentType, messageDraft[side]),
    eq(documents.uploadedBy, owner),
  );

/** The unsent files of a writer in a case, oldest first. */
export function draftsOf(from: Queryable, applicationId: string, writer: Writer) {
  return from
    .select({
      id: documents.id,
      name: documents.documentName,
      bytes: documents.byteSize,
      scan: documents.scan,
      sha256: documents.sha256,
    })
    .from(documents)
    .where(isDraftOf(writer, applicationId))
    .orderBy(asc(documents.createdAt), asc(documents.id));
}

/** Removes an unsent file from the form; another writer's file is not found. */
export async function discardDraft(tx: Transaction, applicationId: string, writer: Writer, id: string): Promise<void> {
  const [own] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(isDraftOf(writer, applicationId), eq(documents.id, id)))
    .for("update");
  if (own) await discardDocument(tx, own.id);
}
