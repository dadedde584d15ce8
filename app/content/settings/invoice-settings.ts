import { readHosts } from "~/core/prices/pay-link-host";
import { readLine } from "./facts";

/** What later invoices state. */
export type InvoiceSettings = {
  /** Null: the brand name. */
  legalName: string | null;
  tin: string | null;
  /** Null unless the office is registered for VAT. `percent`: such as `10` or `7.5`. */
  vat: { percent: string } | null;
  /** How many days after it was made an invoice is due, unless staff choose another day. */
  invoiceDays: number;
  /** The note that a new invoice begins with. */
  invoiceNote: string;
  currencyNote: string;
  /** In ASCII. */
  payLinkHosts: string[];
};

export const invoiceSettingKeys = [
  ...["legal_name", "tin", "vat_registered", "vat_percent"],
  ...["invoice_days", "invoice_note", "currency_note", "pay_link_hosts"],
] as const;

export const defaultInvoiceDays = 14;
export const defaultCurrencyNote = "Amounts are in US dollars (USD). One Bahamian dollar (BSD) equals one US dollar.";

/** Normalizes a typed percentage from 0.01 to 25 with at most two decimals, such as `10` or `7.5`. */
export function readPercent(rawInput: string): string | undefined {
  const typed = rawInput.trim();
  const figure = typed.endsWith("%") ? typed.slice(0, -1).trimEnd() : typed;
  const [, whole = "", part = ""] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(figure) ?? [];
  const value = Number(`${whole}.${part || "0"}`);
  return whole !== "" && value >= 0.01 && value <= 25 ? String(value) : undefined;
}

const readInvoiceDays = (stored: unknown): number =>
  typeof stored === "number" && Number.isInteger(stored) && stored >= 0 && stored <= 365 ? stored : defaultInvoiceDays;

/** Parses the stored settings. A TIN and a percentage are needed for VAT, and alone mean nothing. */
export function readInvoiceSettings(stored: ReadonlyMap<string, unknown>): InvoiceSettings {
  const tin = readLine(stored.get("tin")) || null;
  const percent = readPercent(readLine(stored.get("vat_percent")));
  return {
    legalName: readLine(stored.get("legal_name")) || null,
    tin,
    vat: stored.get("vat_registered") === true && tin && percent ? { percent } : null,
    invoiceDays: readInvoiceDays(stored.get("invoice_days")),
    invoiceNote: readLine(stored.get("invoice_note")),
    currencyNote: readLine(stored.get("currency_note")) || defaultCurrencyNote,
    payLinkHosts: readHosts(stored.get("pay_link_hosts")),
  };
}
