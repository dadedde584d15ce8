import type { Queryable } from "~/db/client.server";
import type { InvoiceFacts } from "~/db/schema/invoices";
import { loadSender } from "~/mail/sender.server";

export async function invoiceSettings(_from: Queryable) {
  return {
    vat: null as { percent: string } | null,
    invoiceDays: 14,
    invoiceNote: "",
    currencyNote: "Amounts are in US dollars (USD). One Bahamian dollar (BSD) equals one US dollar.",
  };
}

export async function sellerOf(from: Queryable): Promise<InvoiceFacts["seller"]> {
  const { name, address, phone, email } = await loadSender(from);
  return { name, address, phone, email, tin: null };
}
