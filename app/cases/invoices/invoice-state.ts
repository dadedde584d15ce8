import type { Cents } from "~/core/prices/money";
import { calendarLongDate } from "~/core/time";
import type { BadgeTone } from "~/ui/lists/badge";

export type InvoiceState = { kind: "open" | "partly" | "paid" | "void" | "overdue"; text: string; tone: BadgeTone };

type Stated = { open: Cents; paid: Cents; isVoid: boolean; dueOn: string | null };

/** Where an invoice is; `today` is the day in Nassau. */
export function invoiceState({ open, paid, isVoid, dueOn }: Stated, today: string): InvoiceState {
  if (isVoid) return { kind: "void", text: "Void", tone: "gray" };
  if (open <= 0n) return { kind: "paid", text: "Paid", tone: "green" };
  if (dueOn && dueOn < today) return { kind: "overdue", text: `Was due on ${calendarLongDate(dueOn)}`, tone: "red" };
  return paid > 0n
    ? { kind: "partly", text: "Partly paid", tone: "yellow" }
    : { kind: "open", text: "Open", tone: "blue" };
}
