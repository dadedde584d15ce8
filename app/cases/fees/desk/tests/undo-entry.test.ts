import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { findApplication } from "~/applications/access/find.server";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { changesOf } from "~/cases/turn/changes.server";
import { recordOf } from "../../../../../test/harness/desk/verbs";
import { mailsOf } from "../../../../../test/harness/in-process/draft";
import { runJob } from "../../../../../test/harness/in-process/jobs";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { Case } from "./cases";

const database = testDatabase();
let staff: StaffContext;
let ledgerCase: Case;
beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  ledgerCase = await Case.of(database, staff);
});

const moved = { method: "card", paidOn: "2026-11-02" };
const paid = () => ledgerCase.recordAnyway("payment", { ...moved, amount: "185.00" });
const undoLast = async () => undo(staff, { offer: (await readOpenOffer(staff.staff))?.id });
async function onPage() {
  const found = await findApplication(ledgerCase.id);
  if (!found) throw new Error("We can’t find this application");
  const { fees, fee } = await statusData(found);
  const changes = await changesOf(ledgerCase.id, { asApplicant: true });
  return { entries: fees?.entries.map(({ name }) => name), paid: fees?.paid, status: fee.paid, changes };
}

describe("[F-DESK-2] undo of a payment or refund within ten seconds", () => {
  test("until then the entry has no number and no mail, and its applicant doesn't see it", async () => {
    await ledgerCase.charge("Courier", "20.00");
    const before = await onPage();
    await paid();
    expect(await ledgerCase.figures()).toMatchObject({ paid: "185.00", status: "partial" });
    expect(await readOpenOffer(staff.staff)).toMatchObject({
      words: `A payment of $185.00 is recorded for ${ledgerCase.number}.`,
    });
    expect(await ledgerCase.last()).toMatchObject({ kind: "payment", receipt: null });
    expect(await mailsOf(database, ledgerCase)).toEqual([]);
    expect(await onPage()).toEqual(before);
    await ledgerCase.tenSecondsPass();
    expect(await ledgerCase.last()).toMatchObject({ receipt: expect.stringMatching(/^LR-/) });
    expect(await mailsOf(database, ledgerCase)).toEqual([`payment_receipt to ${ledgerCase.email}`]);
    const after = await onPage();
    expect(after).toMatchObject({ entries: ["Fees", "Courier", "Payment"], paid: "$185.00", status: "partial" });
    expect(after.changes).not.toBe(before.changes);
  });

  test("an undone entry leaves no entry, number or mail, and both actions are recorded", async () => {
    await ledgerCase.pay("385.00");
    const numbers = () => database.query("select sum(last)::int as n from receipt_numbers");
    const before = { figures: await ledgerCase.figures(), page: await onPage(), numbers: await numbers() };
    await ledgerCase.recordAnyway("refund", { ...moved, amount: "100.00", price: "falls" });
    expect(await ledgerCase.figures()).toMatchObject({ due: "285.00", paid: "285.00" });
    expect(await undoLast()).toEqual({ ok: true });
    await ledgerCase.tenSecondsPass();
    expect({ figures: await ledgerCase.figures(), page: await onPage(), numbers: await numbers() }).toEqual(before);
    expect(await mailsOf(database, ledgerCase)).toHaveLength(1);
    expect((await recordOf(database, ledgerCase.id)).slice(-2)).toMatchObject([
      { what: "ledger_entry_added" },
      { what: "ledger_entry_undone", details: { kind: "refund", amount: "100.00" } },
    ]);
  });

  test("the receipt is issued once, however often its job runs, even after a kill", async () => {
    await paid();
    const [job] = await ledgerCase.receiptJobs();
    await ledgerCase.tenSecondsPass();
    const { receipt } = await ledgerCase.last();
    await runJob("case.receipt", job);
    expect((await ledgerCase.last()).receipt).toBe(receipt);
    expect(await mailsOf(database, ledgerCase)).toHaveLength(1);
  });

  test("undo is stale once the entry was reversed or refunded, and a reversal issues its receipt at once", async () => {
    await paid();
    await ledgerCase.reverse((await ledgerCase.last()).id);
    expect(await undoLast()).toMatchObject({ ok: false, reason: "conflict" });
    await ledgerCase.tenSecondsPass();
    const entries = await ledgerCase.entries();
    expect(entries.filter(({ receipt }) => receipt !== null)).toHaveLength(2);
    expect(await mailsOf(database, ledgerCase)).toHaveLength(2);
  });

  test("a sample person's entry can be undone too and never gets a number", async () => {
    ledgerCase = await Case.of(database, staff, { is_sample: true });
    await paid();
    expect(await ledgerCase.receiptJobs()).toEqual([]);
    expect(await undoLast()).toEqual({ ok: true });
    expect((await ledgerCase.entries()).map(({ kind }) => kind)).toEqual(["charge"]);
  });
});
