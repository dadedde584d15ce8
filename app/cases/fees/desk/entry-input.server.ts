import { z } from "zod";
import { checkText, noCards } from "~/cases/fees/check-text";
import { containsCardNumber } from "~/core/prices/card-numbers";
import { amountProblem, type Cents, parseCents } from "~/core/prices/money";
import { invalidCharactersMessage, isValidLine, normalizeFigures, normalizeLine } from "~/core/text-input";
import { isDay, nassauDay } from "~/core/time";
import { type ChargePayee, chargePayees, type PaymentMethod, paymentMethods } from "~/db/schema/values";

/** The fields of the ledger's forms; missing ones are empty. */
const field = z.string().default("");
const dayField = z.string().default("").transform(normalizeFigures);
export const entryInput = z.object({
  applicationId: z.uuid(),
  /** Idempotency key of the form that is shown. */
  attempt: z.uuid(),
  intent: z.enum(["charge", "payment", "refund"]),
  ...{ name: field, amount: field, payee: field, refundableUntil: dayField },
  ...{ method: field, paidOn: dayField, reference: field },
  /** The invoice of a payment or refund; empty for none. */
  invoice: field,
  /** For a refund: the price falls by it, or the amount is owed again. */
  price: z.enum(["falls", "owed"]).optional().catch(undefined),
  /** Key of the question that was confirmed (`question.ts`). */
  confirmed: field,
});
type Fields = Omit<z.output<typeof entryInput>, "applicationId" | "attempt" | "price" | "confirmed" | "invoice">;

export type EntryProblems = Partial<Record<string, string>>;

export type Checked =
  | { kind: "charge"; name: string; amount: Cents; payee: ChargePayee; refundableUntil: string | null }
  | {
      kind: "payment" | "refund";
      name: string;
      amount: Cents;
      method: PaymentMethod;
      paidOn: string;
      reference: string;
    };

/** Validates a typed entry, or returns the problems by field. */
export function checkEntry(fields: Fields): { entry?: Checked; problems: EntryProblems } {
  const amount = parseCents(fields.amount);
  const wrong = amountProblem("Amount", fields.amount) ?? "Enter an amount such as 185.00.";
  const problems: EntryProblems = amount === undefined ? { amount: wrong } : {};
  return fields.intent === "charge"
    ? checkCharge(fields, amount, problems)
    : checkPayment(fields, fields.intent, amount, problems);
}

function checkCharge(fields: Fields, amount: Cents | undefined, problems: EntryProblems) {
  const name = normalizeLine(fields.name);
  const payee = chargePayees.find((known) => known === fields.payee);
  const refundable = checkRefundable(fields.refundableUntil);
  const wrong = nameProblem(name);
  if (wrong) problems.name = wrong;
  if (!payee) problems.payee = "Choose who this is paid to.";
  if (refundable.problem) problems.refundableUntil = refundable.problem;
  if (amount === undefined || !payee || Object.keys(problems).length > 0) return { problems };
  return { entry: { kind: "charge" as const, name, amount, payee, refundableUntil: refundable.day }, problems };
}

function nameProblem(name: string): string | undefined {
  if (!isValidLine(name)) return invalidCharactersMessage("The name");
  if (name === "" || name.length > 120) return "Enter a name of 1 to 120 characters.";
  return containsCardNumber(name) ? noCards : undefined;
}

function checkPayment(
  fields: Fields,
  kind: "payment" | "refund",
  amount: Cents | undefined,
  problems: EntryProblems,
): { entry?: Checked; problems: EntryProblems } {
  const method = paymentMethods.find((known) => known === fields.method);
  const paidOn = isDay(fields.paidOn) && fields.paidOn >= earliestDay && fields.paidOn <= nassauDay();
  const reference = normalizeLine(fields.reference);
  if (!method) problems.method = kind === "refund" ? "Choose how it was paid back." : "Choose how it was paid.";
  if (!paidOn) problems.paidOn = "Enter today’s date or an earlier one.";
  if (!isValidLine(reference)) problems.reference = invalidCharactersMessage("The reference");
  else if (reference.length > 200) problems.reference = "Please use at most 200 characters.";
  else if (containsCardNumber(reference)) problems.reference = noCards;
  if (amount === undefined || !method || Object.keys(problems).length > 0) return { problems };
  const name = kind === "refund" ? "Refund" : "Payment";
  return { entry: { kind, name, amount, method, paidOn: fields.paidOn, reference }, problems };
}

/** Catches years typed with two digits; no payment is older. */
const earliestDay = "2000-01-01";

/** Validates the last day of a charge's refund; empty means not refundable. */
export function checkRefundable(rawDay: string): { day: string | null; problem?: string } {
  if (rawDay === "") return { day: null };
  if (isDay(rawDay) && rawDay >= nassauDay() && rawDay < "2200") return { day: rawDay };
  return { day: null, problem: "Choose today or a later date, or leave this empty." };
}

/** Validates the reason of a reversal. */
export function checkReason(rawReason: string): { reason: string; problem?: string } {
  const { text: reason, ...checked } = checkText(rawReason, "The reason", "Say why this entry is wrong.");
  return { reason, ...checked };
}
