import { asc, inArray } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import type { SentFile } from "~/documents/sent-files";

/** The files of unverified emails and of those in inquiries, by the email. */
export async function filesOfMails(from: Queryable, mailIds: string[]): Promise<Map<string, SentFile[]>> {
  const files = new Map<string, SentFile[]>();
  if (mailIds.length === 0) return files;
  const rows = await from
    .select({
      mail: documents.receivedMailId,
      id: documents.id,
      name: documents.documentName,
      bytes: documents.byteSize,
      scan: documents.scan,
    })
    .from(documents)
    .where(inArray(documents.receivedMailId, mailIds))
    .orderBy(asc(documents.createdAt), asc(documents.id));
  for (const { mail, ...file } of rows) if (mail) files.set(mail, [...(files.get(mail) ?? []), file]);
  return files;
}
