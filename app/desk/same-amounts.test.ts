import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { findApplication } from "~/applications/access/find.server";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { readApplication } from "~/cases/case-data/case.server";
import { exportApplications } from "~/cases/desk/export/export-applications.server";
import { readFilters } from "~/cases/desk/list/filters.server";
import { listApplications } from "~/cases/desk/list/list.server";
import { findDeskFees } from "~/cases/fees/desk/desk-fees.server";
import { Case } from "~/cases/fees/desk/tests/cases";
import { formatBalance } from "~/cases/fees/entry-words";
import { readReceipt } from "~/cases/fees/receipt.server";
import { centsOf, exactUsd, storedCents, usd } from "~/core/prices/money";
import { db } from "~/db/client.server";
import { ownDataFile } from "~/privacy/copies/own-data.server";
import { statusLook } from "~/ui/lists/status-badge";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();
let staff: StaffContext;
beforeAll(async () => {
  staff = await staffMember(database);
});

const price = 38_500n;
const cents = fc.bigInt({ min: 1n, max: 60_000n });
const act = fc.oneof(
  fc.record({ is: fc.constant("charge" as const), cents, payee: fc.constantFrom("us", "through_us", "directly") }),
  fc.record({ is: fc.constant("payment" as const), cents }),
  fc.record({ is: fc.constant("refund" as const), cents, price: fc.constantFrom("falls", "owed") }),
  fc.record({ is: fc.constant("reverse" as const), at: fc.nat({ max: 20 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer Drawn> ? Drawn : never;

async function done(testCase: Case, acts: readonly Act[]): Promise<void> {
  for (const act of acts) {
    if (act.is === "charge") await testCase.charge("Extra", storedCents(act.cents), { payee: act.payee });
    if (act.is === "payment") await testCase.pay(storedCents(act.cents));
    if (act.is === "refund") await testCase.refund(storedCents(act.cents), { price: act.price });
    if (act.is === "reverse") {
      const entries = await testCase.entries();
      await testCase.reverse(entries[act.at % entries.length]?.id ?? "");
    }
  }
}

/** The case's balance, computed from its entries as an accountant would, without our own function. */
async function expected(id: string) {
  const rows = await database.query<{ kind: string; amount: string; payee: string | null; credit: string | null }>(
    `select kind, amount, payee, credit from ledger_entries e where application_id = $1 and kind <> 'reversal'
     and not exists (select from ledger_entries r where r.reverses = e.id) order by created_at, kind, id`,
    [id],
  );
  let [due, paid, refunded, direct] = [0n, 0n, 0n, 0n];
  for (const { kind, amount, payee, credit } of rows) {
    const of = centsOf(amount);
    if (kind === "payment") paid += of;
    else if (kind === "charge" && payee === "directly") direct += of;
    else if (kind === "charge") due += of;
    else {
      const falls = centsOf(credit ?? "0");
      refunded += of;
      due -= falls < due ? falls : due;
    }
  }
  const retained = paid - refunded;
  const status = paid === 0n ? "pending" : retained === 0n ? "refunded" : retained < due ? "partial" : "paid";
  return { due, kept: retained, direct, status, balance: due - retained };
}

async function exported(number: string) {
  const file = await exportApplications(staff, readFilters(new URLSearchParams(`q=${number}`)), [
    ...["number", "due", "paid", "payment"],
  ]);
  if (!file.ok) throw new Error(file.reason);
  const rows: string[][] = parse(await new Response(file.body).text(), { bom: true, record_delimiter: "\r\n" });
  return rows[1];
}

/** All seven places show the same amounts. */
async function expectSame(testCase: Case): Promise<void> {
  const { due, kept, direct, status, balance } = await expected(testCase.id);
  const all = { due: exactUsd(due), paid: exactUsd(kept), direct: direct > 0n ? exactUsd(direct) : null };

  const atDesk = await findDeskFees(testCase.id);
  expect(atDesk).toMatchObject({ ...all, balance: formatBalance(balance, "staff") });
  const sum = (isOurs: boolean) =>
    (atDesk?.entries ?? [])
      .filter((entry) => entry.isOurs === isOurs && !entry.isReversed && entry.kind !== "reversal")
      .reduce((total, { amount }) => total + centsOf(amount.replace("−", "-").replace(/[$,]/g, "")), 0n);
  expect([sum(true), sum(false)], "what is listed adds up").toEqual([balance, direct]);
  const stored = { totalAmountDue: storedCents(due), amountPaid: storedCents(kept), paymentStatus: status };
  expect((await readApplication(testCase.id))?.application).toMatchObject(stored);

  const found = await findApplication(testCase.id);
  if (!found) throw new Error("We can’t find this application");
  const page = await statusData(found);
  expect(page.fees).toMatchObject({ ...all, balance: formatBalance(balance) });
  expect(page.fee).toMatchObject({ amount: due === 0n ? "" : usd(storedCents(due)), paid: status });

  const { rows } = await listApplications(readFilters(new URLSearchParams(`q=${testCase.number}`)));
  expect(rows).toMatchObject([{ id: testCase.id, paymentStatus: status }]);
  expect(await exported(testCase.number)).toEqual([
    ...[testCase.number, statusLook(status).label, storedCents(due), storedCents(kept)],
  ]);

  const copy = JSON.parse((await ownDataFile(found.application)).toString("utf8"));
  expect(copy.application).toMatchObject({ amountDue: storedCents(due), amountPaid: storedCents(kept) });

  // The last entry with a receipt may be older than a charge: its receipt and mail show the amount open then.
  const receiptNumber = (await testCase.entries()).at(-1)?.receipt;
  if (!receiptNumber) return;
  expect(await readReceipt(db, testCase.id, receiptNumber)).toMatchObject({ balance: formatBalance(balance) });
  const [mail] = await database.query<{ balance: string }>(
    `select template_data ->> 'balance' as balance from email_notifications
     where application_id = $1 and template_data ->> 'receiptNumber' = $2`,
    [testCase.id, receiptNumber],
  );
  expect(mail).toEqual({ balance: formatBalance(balance) });
}

test("[F-FEE-2, F-DESK-1] any ledger shows the same amounts to the cent at the desk, on the page, in list, CSV, copy, mail and receipt", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 9 }), async (acts) => {
      const testCase = await Case.of(database, staff, { total_amount_due: storedCents(price) });
      await done(testCase, acts);
      if ((await testCase.entries()).length > 0) await expectSame(testCase);
    }),
    { numRuns: 15 },
  );
});

test("[F-FEE-2] a fee paid directly to an authority is listed separately → `$299.00 of $299.00 · Paid`, and nothing is open", async () => {
  const testCase = await Case.of(database, staff, { total_amount_due: "299" });
  await testCase.charge("Biometrics", "50.00", { payee: "directly" });
  await testCase.pay("299.00");
  expect((await readApplication(testCase.id))?.application).toMatchObject({
    ...{ amountPaid: "299.00", totalAmountDue: "299.00", paymentStatus: "paid" },
  });
  const shown = await findDeskFees(testCase.id);
  expect(shown).toMatchObject({ due: "$299.00", paid: "$299.00", balance: "$0.00", direct: "$50.00" });
  expect(shown?.entries.filter(({ isOurs }) => !isOurs).map(({ name }) => name)).toEqual(["Biometrics"]);
  await expectSame(testCase);
});
