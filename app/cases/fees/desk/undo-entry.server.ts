import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { registerUndo, type Undoable } from "~/accounts/undo/registry.server";
import { figuresOf, netReceived } from "~/cases/fees/figures";
import { entriesOf } from "~/cases/fees/ledger.server";
import { reopenPayLinks, updateLedgerTotals } from "~/cases/invoices/update-open-invoices.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { ledgerEntries } from "~/db/schema/case";

/** The new entry; before it there was none. */
const fields = z.object({ entry: z.uuid().nullable() });

/** Deletes a payment or refund from the ledger before it has a receipt. */
export const undoableEntry: Undoable<z.output<typeof fields>> = {
  kind: "ledger-entry",
  subjectType: "application",
  fields,
  restore: async (work, { id, after }) => {
    const { tx } = work;
    const application = await lockedApplication(work, id);
    if (!application || after.entry === null) return false;
    const entries = await entriesOf(tx, application.id);
    // An entry that was reversed or refunded since can't be undone.
    if (entries.some(({ reverses }) => reverses === after.entry)) return false;
    if (netReceived(figuresOf(entries.filter((entry) => entry.id !== after.entry))) < 0n) return false;
    const { id: entryId, applicationId, receiptNumber } = ledgerEntries;
    const [deleted] = await tx
      .delete(ledgerEntries)
      .where(and(eq(entryId, after.entry), eq(applicationId, id), isNull(receiptNumber)))
      .returning();
    if (!deleted || !(await updateLedgerTotals(tx, id)).ok) return false;
    await reopenPayLinks(tx, id, deleted.createdAt);
    return { number: application.applicationNumber, kind: deleted.kind, amount: deleted.amount };
  },
};

/** Call at start. */
export const registerEntryUndo = () => registerUndo(undoableEntry);
