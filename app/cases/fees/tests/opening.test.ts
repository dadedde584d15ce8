import { beforeAll, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { setTier } from "~/cases/desk/case/set-tier.server";
import { tiersOf } from "~/catalogue/tiers.server";
import { db } from "~/db/client.server";
import { Applicant, whileRefused } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { withoutChange } from "../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { Case } from "../desk/tests/cases";

const database = testDatabase();
let regular: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
});

const charges = (id: string) =>
  database.query(
    `select kind, name, amount, payee, admin_email as by from ledger_entries where application_id = $1
     order by created_at, kind`,
    [id],
  );
const figures = async (id: string) =>
  (
    await database.query(
      "select total_amount_due as due, amount_paid as paid, payment_status as status from visa_applications where id = $1",
      [id],
    )
  )[0];

/** An application that is answered, with `price` in the place of its own. */
async function ready(applicant: Applicant, price = "") {
  const id = await applicant.ready({}, { service: (await serviceOf(database, "us-travel-b1-b2-visa")).id });
  if (price) await database.query(`update visa_applications set ${price} where id = $1`, [id]);
  return id;
}
async function handedIn(price?: string) {
  const applicant = new Applicant(database);
  const id = await ready(applicant, price);
  expect(await applicant.submit(id)).toEqual({ ok: true });
  return id;
}

describe("[C-FEE-1] the ledger that a submission opens", () => {
  test("the ledger opens with our fee and the government's, which add up to the amount due", async () => {
    const id = await handedIn();
    const entry = { kind: "charge", by: null };
    expect(await charges(id)).toEqual([
      { ...entry, name: "Our fee", amount: "200.00", payee: "us" },
      { ...entry, name: "Government fee", amount: "185.00", payee: "through_us" },
    ]);
    expect(await figures(id)).toEqual({ due: "385.00", paid: "0.00", status: "pending" });
  });

  test("a price without a government fee opens the ledger with one that is paid directly", async () => {
    const id = await handedIn("total_amount_due = 299, service_fee = 299, government_fee = 0");
    expect(await charges(id)).toMatchObject([
      { name: "Our fee", amount: "299.00", payee: "us" },
      { name: "Government fee", amount: "0.00", payee: "directly" },
    ]);
    expect(await figures(id)).toMatchObject({ due: "299.00" });
  });

  test("a price of unknown parts opens the ledger with one charge", async () => {
    const id = await handedIn("total_amount_due = 850, service_fee = null, government_fee = null");
    expect(await charges(id)).toMatchObject([{ name: "Fees", amount: "850.00", payee: "us" }]);
  });

  test("the ledger opens in the submission's transaction: if it fails, nothing is submitted", async () => {
    const applicant = new Applicant(database);
    const id = await ready(applicant);
    await expect(whileRefused(database, "ledger_entries", () => applicant.submit(id))).rejects.toThrow();
    expect((await applicant.found(id)).application.status).toBe("draft");
    expect(await applicant.submit(id)).toEqual({ ok: true });
    expect(await applicant.submit(id)).toMatchObject({ ok: false, reason: "closed" });
    expect(await charges(id)).toHaveLength(2);
  });
});

test("[C-FEE-4, C-FEE-6] a new price reverses the earlier charges and leaves extras and payments", async () => {
  const service = (await serviceOf(database, "schengen-visitor-visa")).id;
  const tiers = new Map((await tiersOf(db, service)).map(({ name, id }) => [name, id]));
  const ledgerCase = await Case.of(database, regular, { visa_service_id: service, total_amount_due: "173" });
  const set = (tier: string) => setTier(regular, { applicationId: ledgerCase.id, tier: tiers.get(tier) });
  await ledgerCase.charge("Courier", "20.00");
  await ledgerCase.pay("173.00");
  expect(await set("Adult")).toMatchObject({ ok: true });
  expect(await figures(ledgerCase.id)).toEqual({ due: "320.00", paid: "173.00", status: "partial" });
  expect(await charges(ledgerCase.id)).toMatchObject([
    { name: "Fees", amount: "173.00" },
    { name: "Courier", amount: "20.00" },
    { kind: "payment" },
    { kind: "reversal", name: "Fees", amount: "173.00", by: regular.staff.email },
    { kind: "charge", name: "Our fee", amount: "195.00", payee: "us" },
    { kind: "charge", name: "Government fee", amount: "105.00", payee: "through_us" },
  ]);
  expect(await withoutChange(database, () => set("Adult"))).toEqual({ ok: true, mailed: undefined });
  await set("Child 6–11");
  expect(await figures(ledgerCase.id)).toMatchObject({ due: "193.00", status: "partial" });
  const mails = await database.query(
    `select template_data ->> 'total' as now, template_data ->> 'earlierTotal' as before from email_notifications
     where application_id = $1 and email_type = 'tier_changed' order by created_at`,
    [ledgerCase.id],
  );
  expect(mails).toEqual([
    { now: "$300", before: "$173" },
    { now: "$173", before: "$300" },
  ]);
});
