import { eq } from "drizzle-orm";
import { payLinkState } from "~/core/prices/pay-link";
import { readHosts } from "~/core/prices/pay-link-host";
import { db } from "~/db/client.server";
import { siteSettings } from "~/db/schema/content";
import { openInvoices, payLinks } from "~/db/schema/invoices";

/** The URL of a pay link; empty once it is no longer shown. */
export async function payLinkUrl(linkId: string): Promise<string> {
  const [row] = await db
    .select({ link: payLinks, open: openInvoices.open })
    .from(payLinks)
    .innerJoin(openInvoices, eq(openInvoices.invoiceId, payLinks.invoiceId))
    .where(eq(payLinks.id, linkId));
  if (!row) return "";
  const [setting] = await db.select().from(siteSettings).where(eq(siteSettings.key, "pay_link_hosts"));
  return payLinkState(row.link, row.open, readHosts(setting?.value)) === "shown" ? row.link.url : "";
}
