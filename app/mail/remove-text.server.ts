import { rm } from "node:fs/promises";
import { join } from "node:path";
import { inArray, type SQL, sql } from "drizzle-orm";
import { config } from "~/config.server";
import type { Transaction } from "~/db/client.server";
import { emailNotifications as mails } from "~/db/schema/mail";
import { outboxFile } from "./transport.server";

const withoutText = {
  recipientName: "",
  recipientEmail: "",
  templateData: {},
  subject: "",
  words: null,
  errorMessage: null,
  textRemovedAt: sql`coalesce(${mails.textRemovedAt}, now())`,
};

/**
 * Removes text, data, subject and recipient of mails, and their outbox files; kind, status and times stay. Files first:
 * if the transaction fails, the mails are due again. Returns how many.
 */
export async function removeTexts(tx: Transaction, condition: SQL): Promise<number> {
  const rows = await tx
    .select({ id: mails.id, kind: mails.emailType, createdAt: mails.createdAt })
    .from(mails)
    .where(condition)
    .for("update");
  for (const row of rows) await rm(join(config.dataDir, "outbox", outboxFile(row)), { force: true });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.update(mails).set(withoutText).where(inArray(mails.id, ids));
  return rows.length;
}
