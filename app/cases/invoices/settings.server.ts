import { inArray } from "drizzle-orm";
import { type InvoiceSettings, invoiceSettingKeys, readInvoiceSettings } from "~/content/settings/invoice-settings";
import type { Queryable } from "~/db/client.server";
import { siteSettings } from "~/db/schema/content";
import type { InvoiceFacts } from "~/db/schema/invoices";
import { loadSender } from "~/mail/sender.server";

/** The settings that later invoices follow. */
export async function invoiceSettings(from: Queryable): Promise<InvoiceSettings> {
  const rows = await from
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.key, [...invoiceSettingKeys]));
  return readInvoiceSettings(new Map(rows.map(({ key, value }) => [key, value])));
}

/** Who an invoice made now comes from: the legal name, otherwise the brand name. */
export async function sellerOf(from: Queryable): Promise<InvoiceFacts["seller"]> {
  const { legalName, tin } = await invoiceSettings(from);
  const { name, address, phone, email } = await loadSender(from);
  return { name: legalName ?? name, address, phone, email, tin };
}
