import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { payLinks } from "~/db/schema/invoices";
import type { PayLinkEnd } from "~/db/schema/values";

/**
 * Ends the links of an invoice that have not ended, or one of them; `by`: the admin, or null if a payment or credit
 * note did.
 */
export async function endPayLinks(
  tx: Transaction,
  invoiceId: string,
  as: PayLinkEnd,
  by: string | null,
  link?: string,
): Promise<number> {
  const ended = await tx
    .update(payLinks)
    .set({ endedAt: sql`clock_timestamp()`, endedAs: as, endedBy: by })
    .where(and(eq(payLinks.invoiceId, invoiceId), isNull(payLinks.endedAt), link ? eq(payLinks.id, link) : undefined))
    .returning({ id: payLinks.id });
  return ended.length;
}
