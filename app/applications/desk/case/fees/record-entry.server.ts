import { eq } from "drizzle-orm";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Figures, figuresOf, keptOf } from "~/applications/case/fees/figures";
import { addEntry, openLedger, settle } from "~/applications/case/fees/ledger.server";
import { mailReceipt } from "~/applications/case/fees/receipt-mail.server";
import { visaApplications } from "~/db/schema/applications";
import { attemptHash } from "~/ground/attempt-hash.server";
import { exactUsd, storedCents } from "~/ground/prices/money";
import { attemptResult, storeAttemptResult } from "~/ground/verbs/attempts.server";
import { type Refused, refuse } from "~/ground/verbs/refused";
import { type Checked, checkEntry, type EntryProblems, entryInput } from "./entry-input.server";
import { type EntryQuestion, owedAgain, questionAbout } from "./question";

export const words = { forbidden: "Your account is not active any more.", invalid: "Please send the form again." };
export const notSubmitted = () => refuse("closed", "Fees are recorded once an application was submitted.", {});

/** A refusal that names what is wrong by field; empty where it is not about one. */
export const refuseEntry = (problems: EntryProblems) =>
  refuse("invalid", Object.values(problems)[0] ?? words.invalid, problems);

type Asked = Refused<EntryProblems> & { question: EntryQuestion };
const ask = (question: EntryQuestion, problems: EntryProblems = {}): Asked => ({
  ...refuse("conflict", question.words, problems),
  question,
});

export type Application = typeof visaApplications.$inferSelect;

/** The locked application; undefined when there is none. */
export async function lockedApplication({ tx }: Pick<StaffWork, "tx">, id: string): Promise<Application | undefined> {
  const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
  return application;
}

/**
 * Records a charge, a payment or a refund: the entry with its receipt number, what follows for the application, the
 * record and the mail with the receipt in one transaction (C-FEE-2 to -8). The same entry with the same key is one. A
 * payment of more than is open, and every refund, is asked about first (F-DESK-1).
 */
export function recordEntry(context: StaffContext, given: unknown) {
  const verb = { input: entryInput, words };
  return asStaff(context, verb, given, async (work, { applicationId, attempt, price, confirmed, ...fields }) => {
    const { tx, staff, record } = work;
    const application = await lockedApplication(work, applicationId);
    if (!application) return refuse("not-found", "", {});
    if (application.submittedAt === null) return notSubmitted();
    const { entry, problems } = checkEntry(fields);
    if (!entry) return refuseEntry(problems);
    const owner = JSON.stringify([staff.adminId, applicationId, storableOf(entry), price]);
    const key = attemptHash("ledger", owner, attempt);
    const repeated = await attemptResult(tx, key);
    if (repeated) return { ok: true, receipt: repeated.receipt || null };
    const figures = figuresOf(await openLedger(tx, application));
    const problem = refundProblem(entry, figures);
    if (problem) return refuseEntry({ amount: problem });
    const question = entry.kind === "charge" ? null : questionAbout(entry, figures);
    if (question && confirmed !== question.key) return ask(question);
    if (question?.owed && !price) return ask(question, { price: "Choose whether the price falls." });
    const credit = entry.kind === "refund" ? (price === "falls" ? owedAgain(entry.amount, figures) : 0n) : null;

    const { receiptNumber } = await addEntry(
      tx,
      application,
      { ...storableOf(entry), credit: credit === null ? null : storedCents(credit), adminEmail: staff.email },
      { receipt: entry.kind !== "charge" },
    );
    const settled = await settle(tx, applicationId);
    if (!settled.ok) return refuseEntry({ amount: settled.message });
    await storeAttemptResult(tx, key, "ledger", { receipt: receiptNumber ?? "" });
    await record({
      actionType: "ledger_entry_added",
      subjectType: "application",
      subjectId: applicationId,
      details: {
        ...{ number: application.applicationNumber, kind: entry.kind },
        ...{ amount: storedCents(entry.amount), receipt: receiptNumber },
        ...(credit === null ? {} : { credit: storedCents(credit) }),
      },
    });
    await mailReceipt(tx, application, receiptNumber);
    return { ok: true, receipt: receiptNumber };
  });
}

const storableOf = (entry: Checked) => ({ ...entry, amount: storedCents(entry.amount) });

/** More than is left of what was paid can't be paid back (C-FEE-3). */
function refundProblem(entry: Checked, figures: Figures): string | undefined {
  if (entry.kind !== "refund" || entry.amount <= keptOf(figures)) return undefined;
  const refunded = figures.refunded > 0n ? ` ${exactUsd(figures.refunded)} of it was refunded already.` : "";
  return `Only ${exactUsd(figures.paid)} was paid.${refunded}`;
}
