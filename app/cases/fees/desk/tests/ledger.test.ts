import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { readFees } from "~/cases/fees/read-fees.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { endUndo } from "../../../../../test/harness/desk/undo";
import { deactivated, entry, recordOf, withoutChange } from "../../../../../test/harness/desk/verbs";
import { inDays } from "../../../../../test/harness/in-days";
import { draftOf, mailsOf } from "../../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { setRefundable } from "../reverse-entry.server";
import { Case } from "./cases";

const database = testDatabase();
let regular: StaffContext;
let ledgerCase: Case;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  ledgerCase = await Case.of(database, regular);
});

const shownOf = async (id: string) => {
  const found = await findApplication(id);
  if (!found) throw new Error("the application was not found");
  return readFees(db, found.application.id);
};

describe("[C-FEE-2, C-FEE-4] entries that staff record", () => {
  test("extras, payments and a refund are in the ledger, and the application has the resulting totals", async () => {
    expect(await ledgerCase.charge("Courier", "1,299.00")).toEqual({ ok: true, receipt: null });
    expect(await ledgerCase.figures()).toEqual({ due: "1684.00", paid: "0.00", status: "pending" });
    await ledgerCase.pay("$185", { reference: "Deposit" });
    expect(await ledgerCase.figures()).toEqual({ due: "1684.00", paid: "185.00", status: "partial" });
    await ledgerCase.pay("1,499.00");
    expect(await ledgerCase.figures()).toEqual({ due: "1684.00", paid: "1684.00", status: "paid" });
    await ledgerCase.refund("0.01");
    expect(await ledgerCase.figures()).toEqual({ due: "1684.00", paid: "1683.99", status: "partial" });
    expect(await shownOf(ledgerCase.id)).toMatchObject({
      entries: [
        {
          name: "Fees",
          amount: "$385.00",
          details: ["To us", expect.any(String)],
        },
        { name: "Courier", amount: "$1,299.00" },
        { name: "Payment", amount: "−$185.00", details: ["Card", "Deposit", "Nov 2, 2026"] },
        { name: "Payment", amount: "−$1,499.00" },
        { name: "Refund", amount: "$0.01", details: ["Cash", "Nov 3, 2026"] },
      ],
      ...{ due: "$1,684.00", paid: "$1,683.99", balance: "$0.01 to be paid", standing: "$0.01 is due to us." },
    });
  });

  test("each entry is recorded with its admin", async () => {
    await ledgerCase.pay("185.00");
    expect(await recordOf(database, ledgerCase.id)).toEqual([
      entry(regular, "ledger_entry_added", "application", {
        number: ledgerCase.number,
        kind: "payment",
        amount: "185.00",
      }),
    ]);
  });

  test("[F-FEE-2] what is paid directly to an authority is listed separately and is not part of the amount due", async () => {
    await ledgerCase.charge("Biometrics", "85.00", { payee: "directly" });
    await ledgerCase.charge("Visa label", "15.00", { payee: "through_us" });
    expect(await ledgerCase.figures()).toEqual({ due: "400.00", paid: "0.00", status: "pending" });
    expect(await shownOf(ledgerCase.id)).toMatchObject({
      ...{ due: "$400.00", balance: "$400.00 to be paid", direct: "$85.00" },
    });
    await ledgerCase.pay("400.00");
    expect(await ledgerCase.figures()).toEqual({ due: "400.00", paid: "400.00", status: "paid" });
  });

  test.each(["", "0", "0.00", "-5", "free", "12,34.5", "1e3", "100000000"])(
    "the amount %j is refused",
    async (amount) => {
      const problem = { amount: "Enter an amount such as 185.00." };
      for (const tried of [
        () => ledgerCase.pay(amount),
        () => ledgerCase.refund(amount),
        () => ledgerCase.charge("Courier", amount),
      ])
        expect(await withoutChange(database, tried)).toMatchObject({ reason: "invalid", detail: problem });
    },
  );

  test("[F-FEE-1] an ambiguous amount is refused with a message at its field, and 12,34 is read as $12.34", async () => {
    const amount = "Amount: we can’t tell which amount “185.001” is. Write it like 3500 or 3,500.00";
    for (const tried of [() => ledgerCase.pay("185.001"), () => ledgerCase.charge("Courier", "185.001")])
      expect(await withoutChange(database, tried)).toMatchObject({ reason: "invalid", detail: { amount } });
    expect(await ledgerCase.charge("Courier", "12,34")).toMatchObject({ ok: true });
    expect(await ledgerCase.figures()).toMatchObject({ due: "397.34" });
  });

  test("all invalid fields are reported at once, including a day in the future", async () => {
    expect(await ledgerCase.record("payment", { paidOn: inDays(2) })).toMatchObject({
      detail: {
        amount: "Enter an amount such as 185.00.",
        method: "Choose how it was paid.",
        paidOn: "Enter today’s date or an earlier one.",
      },
    });
    expect(await ledgerCase.pay("1", { paidOn: inDays(0) })).toMatchObject({ ok: true });
    expect(await ledgerCase.charge("", "5")).toMatchObject({
      detail: { name: "Enter a name of 1 to 120 characters." },
    });
    expect(await ledgerCase.charge("x".repeat(121), "5")).toMatchObject({ ok: false });
    expect(await ledgerCase.charge("x".repeat(120), "5")).toMatchObject({ ok: true });
  });

  test("a draft has no ledger, and an admin without permission can't write one", async () => {
    const draft = new Case(database, regular, await draftOf(database));
    expect(await withoutChange(database, () => draft.pay("5"))).toMatchObject({ ok: false, reason: "closed" });
    const inactive = await deactivated(database);
    const fields = { amount: "5", method: "card", paidOn: inDays(0) };
    expect(await withoutChange(database, () => ledgerCase.record("payment", fields, inactive))).toMatchObject({
      reason: "forbidden",
    });
  });
});

describe("[C-FEE-3] a refund of more than was paid", () => {
  test("a refund of more than was paid is refused, naming the amount paid", async () => {
    expect(await withoutChange(database, () => ledgerCase.refund("5"))).toMatchObject({
      message: "Only $0.00 was paid.",
    });
    await ledgerCase.pay("185.00");
    expect(await withoutChange(database, () => ledgerCase.refund("185.01"))).toMatchObject({
      message: "Only $185.00 was paid.",
      detail: { amount: "Only $185.00 was paid." },
    });
  });

  test("one of two simultaneous refunds that together exceed the amount paid is refused", async () => {
    await ledgerCase.pay("185.00");
    const results = await Promise.all([ledgerCase.refund("100.00"), ledgerCase.refund("100.00")]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({
      message: "Only $185.00 was paid. $100.00 of it has already been refunded.",
    });
    expect(await ledgerCase.figures()).toMatchObject({ paid: "85.00" });
  });
});

test("[C-FEE-5] a fully refunded case has the status refunded, and a case with nothing due has nothing to pay", async () => {
  await ledgerCase.pay("100.00");
  await ledgerCase.pay("285.00");
  await ledgerCase.refund("385.00");
  expect(await ledgerCase.figures()).toEqual({ due: "385.00", paid: "0.00", status: "refunded" });
  await ledgerCase.pay("385.00");
  expect(await ledgerCase.figures()).toMatchObject({ status: "paid" });
  const free = await Case.of(database, regular, { total_amount_due: "0" });
  expect(await shownOf(free.id)).toMatchObject({
    standing: "There is nothing to pay at the moment.",
    balance: "$0.00",
  });
  await free.charge("Paid at the embassy", "20.00", { payee: "directly" });
  expect(await shownOf(free.id)).toMatchObject({ standing: "There is nothing to pay at the moment." });
  expect(await free.figures()).toEqual({ due: "0.00", paid: "0.00", status: "pending" });
});

describe("[C-FEE-6] a wrong entry", () => {
  test("a reversal names the wrong entry and the reason, and the entry no longer counts", async () => {
    await ledgerCase.pay("185.00");
    const paid = await ledgerCase.last();
    expect(await ledgerCase.reverse(paid.id, "  Of another case. ")).toMatchObject({ ok: true });
    expect(await ledgerCase.figures()).toEqual({ due: "385.00", paid: "0.00", status: "pending" });
    const { entries } = await shownOf(ledgerCase.id);
    expect(entries.slice(1)).toMatchObject([
      { id: paid.id, amount: "−$185.00", isReversed: true, mayReverse: false },
      { name: "Reversal: Payment", amount: "$185.00", reason: "Of another case.", mayReverse: false },
    ]);
    const [row] = await database.query(
      "select reverses from ledger_entries where kind = 'reversal' and application_id = $1",
      [ledgerCase.id],
    );
    expect(row).toEqual({ reverses: paid.id });
  });

  test("an entry can be reversed once, and a reversal can't be reversed", async () => {
    await ledgerCase.pay("185.00");
    const paid = await ledgerCase.last();
    const tried = await Promise.all([
      ledgerCase.reverse(paid.id),
      ledgerCase.reverse(paid.id),
      ledgerCase.reverse(paid.id),
    ]);
    expect(tried.filter(({ ok }) => ok)).toHaveLength(1);
    expect(tried.filter((result) => !result.ok && result.reason === "conflict")).toHaveLength(2);
    const reversal = await ledgerCase.last();
    expect(await withoutChange(database, () => ledgerCase.reverse(reversal.id))).toMatchObject({ reason: "not-found" });
    const otherCase = await Case.of(database, regular);
    expect(await otherCase.reverse(paid.id)).toMatchObject({ reason: "not-found" });
  });

  test("a reversal needs a reason of 1 to 500 characters, and a partial refund must be reversed first", async () => {
    await ledgerCase.pay("185.00");
    const paid = await ledgerCase.last();
    for (const reason of ["", "  ", "x".repeat(501)])
      expect(await withoutChange(database, () => ledgerCase.reverse(paid.id, reason))).toMatchObject({
        reason: "invalid",
      });
    await ledgerCase.refund("100.00");
    expect(await withoutChange(database, () => ledgerCase.reverse(paid.id))).toMatchObject({
      detail: { reason: "Part of it was refunded. Reverse the refund first." },
    });
    await ledgerCase.reverse((await ledgerCase.last()).id);
    expect(await ledgerCase.reverse(paid.id, "x".repeat(500))).toMatchObject({ ok: true });
    expect(await ledgerCase.figures()).toMatchObject({ paid: "0.00", status: "pending" });
  });

  test("the database refuses to change or delete an entry, but deletes it with its application", async () => {
    await ledgerCase.pay("185.00");
    for (const change of ["kind = 'refund'", "amount = 1", "paid_on = '2020-01-01'", "receipt_number = 'LR-1'"])
      await expect(
        database.query(`update ledger_entries set ${change} where application_id = $1`, [ledgerCase.id]),
      ).rejects.toThrow("immutable");
    await expect(
      database.query("delete from ledger_entries where receipt_number is not null and application_id = $1", [
        ledgerCase.id,
      ]),
    ).rejects.toThrow("not deleted");
    await database.query("delete from visa_applications where id = $1", [ledgerCase.id]);
    expect(await ledgerCase.entries()).toEqual([]);
  });
});

test("[C-FEE-9, F-APPL-8] each charge says until when it is refundable, as set by staff or by the terms", async () => {
  await ledgerCase.charge("Courier", "20", { refundableUntil: inDays(9) });
  await ledgerCase.charge("Translation", "30");
  const words = async () =>
    (await shownOf(ledgerCase.id)).entries.map(({ details }) => details.find((part) => /refund/i.test(part)));
  // A price that is a single charge includes the government's fee, which nobody refunds.
  expect(await words()).toEqual([undefined, expect.stringMatching(/^Refundable until /), "Not refundable"]);
  const [fees] = await ledgerCase.entries();
  const setUntil = (refundableUntil: string) =>
    setRefundable(regular, { applicationId: ledgerCase.id, entry: fees?.id, refundableUntil });
  expect(await setUntil("2099-05-01")).toMatchObject({ ok: true });
  expect((await words())[0]).toBe("Refundable until May 1, 2099");
  expect(await withoutChange(database, () => setUntil(inDays(-2)))).toMatchObject({
    detail: { refundableUntil: "Choose today or a later date, or leave this empty." },
  });
  expect(await setUntil("")).toMatchObject({ ok: true });
  expect((await words())[0]).toBeUndefined();
});

test("[C-FEE-10] a reference, name or reason that contains a card number is refused", async () => {
  const noCards = "Please do not enter card numbers here.";
  for (const reference of [
    "4111 1111 1111 1111",
    "card 4111-1111-1111-1111 paid",
    "3782 822463 10005",
    "ref 12 4111111111111111",
  ])
    expect(await withoutChange(database, () => ledgerCase.pay("5", { reference }))).toMatchObject({
      detail: { reference: noCards },
    });
  expect(await ledgerCase.charge("Card 5555555555554444", "5")).toMatchObject({ detail: { name: noCards } });
  expect(await ledgerCase.pay("5", { reference: "4111 1111 1111 1112" })).toMatchObject({ ok: true });
  expect(await ledgerCase.pay("5", { reference: "INV-2026-11-23 / 0042" })).toMatchObject({ ok: true });
  expect(await ledgerCase.reverse((await ledgerCase.last()).id, "It was 4111111111111111")).toMatchObject({
    detail: { reason: noCards },
  });
});

describe("[C-FEE-7, C-BOTH-5] receipt numbers", () => {
  test("50 payments at once on several cases get 50 numbers without gaps or duplicates", async () => {
    const cases = await Promise.all(Array.from({ length: 5 }, () => Case.of(database, regular)));
    const before = await lastNumber();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        cases[index % 5]?.recordAnyway("payment", { amount: `${index + 1}.00`, method: "card", paidOn: "2026-11-02" }),
      ),
    );
    await endUndo(database);
    await Promise.all(cases.map((of) => of.issueReceipts()));
    const numbers = (await Promise.all(cases.map((of) => of.entries()))).flat().flatMap(({ receipt }) => receipt ?? []);
    const year = nassauDay().slice(0, 4);
    const wanted = Array.from(
      { length: 50 },
      (_, index) => `LR-${year}-${String(before + index + 1).padStart(6, "0")}`,
    );
    expect(numbers.toSorted()).toEqual(wanted);
  });

  test("payments, refunds and their reversals take a number; charges, failed entries and sample entries don't", async () => {
    const before = await lastNumber();
    await ledgerCase.pay("100.00");
    await ledgerCase.refund("40.00");
    await ledgerCase.reverse((await ledgerCase.last()).id);
    await ledgerCase.charge("Courier", "20");
    await ledgerCase.reverse((await ledgerCase.last()).id);
    await ledgerCase.refund("900");
    expect(await lastNumber()).toBe(before + 3);
    await database.query(
      `create function no_mail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger no_mail before insert on email_notifications for each row execute function no_mail()`,
    );
    await expect(ledgerCase.pay("1")).rejects.toThrow();
    expect(await lastNumber(), "no number without its mail").toBe(before + 3);
    await database.query("drop trigger no_mail on email_notifications");
    await ledgerCase.tenSecondsPass();
    const sample = await Case.of(database, regular, { is_sample: true });
    expect(await sample.pay("50.00")).toEqual({ ok: true, receipt: null });
    expect(await mailsOf(database, sample)).toEqual([]);
    expect(await lastNumber()).toBe(before + 4);
    await ledgerCase.pay("5.00");
    expect(await lastNumber()).toBe(before + 5);
  });

  test("50 identical entries with one key are one entry, with one number and one mail", async () => {
    const attempt = randomUUID();
    const payment = { amount: "185.00", method: "card", paidOn: "2026-11-02", attempt };
    const all = await Promise.all(Array.from({ length: 50 }, () => ledgerCase.recordAnyway("payment", payment)));
    await ledgerCase.tenSecondsPass();
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(await ledgerCase.figures()).toMatchObject({ paid: "185.00" });
    expect(await mailsOf(database, ledgerCase)).toEqual([`payment_receipt to ${ledgerCase.email}`]);
    // A different amount is a different payment, even with the same key, as from a page reached by Back.
    expect(await ledgerCase.pay("186.00", { attempt })).toMatchObject({ ok: true });
    expect(await ledgerCase.figures()).toMatchObject({ paid: "371.00" });
  });

  const lastNumber = async () => {
    const [row] = await database.query<{ last: number }>("select last from receipt_numbers where year = $1", [
      Number(nassauDay().slice(0, 4)),
    ]);
    return row?.last ?? 0;
  };
});
