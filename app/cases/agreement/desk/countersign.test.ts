import { beforeEach, describe, expect, test } from "vitest";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { unsignedAgreement } from "~/cases/agreement/reading/unsigned-agreement.server";
import { timelineOf } from "~/cases/applicant-page/timeline.server";
import { recordEntry } from "~/cases/fees/desk/record-entry.server";
import { reverseEntry } from "~/cases/fees/desk/reverse-entry.server";
import { chargePrice } from "~/cases/fees/ledger.server";
import { tiersOf } from "~/catalogue/tiers.server";
import { sha256Of } from "~/core/sha256.server";
import { calendarLongDate, nassauDay, nassauLongDate } from "~/core/time";
import { db } from "~/db/client.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { insertSignature, publishAgreement } from "../../../../test/harness/desk/agreements";
import { deactivated, recordOf } from "../../../../test/harness/desk/verbs";
import { inDays } from "../../../../test/harness/in-days";
import { leaveStale, staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { setTier } from "../../desk/case/set-tier.server";
import { agreementLines } from "../agreement-lines.server";
import { offerAgreement } from "../offer.server";
import { canonicalCountersignature } from "../reading/canonical";
import { readAgreement } from "../reading/read-agreement.server";
import { withdrawSignature } from "../withdraw-signature.server";
import { countersignAgreement } from "./countersign-agreement.server";
import { endAgreement } from "./end-agreement.server";
import { findDeskAgreement } from "./read-desk-agreement.server";
import { renewAgreement } from "./renew-agreement.server";

const database = testDatabase();
let applicant: Applicant;
let staff: StaffContext;
let id = "";
let serviceId = "";
let number = "";
let template = "";
beforeEach(async () => {
  applicant = new Applicant(database);
  staff = await staffMember(database, "regular_admin");
  serviceId = (await serviceOf(database, "schengen-visitor-visa")).id;
  template = await publishAgreement(database, serviceId);
  id = await applicant.start();
  const [row] = await database.query<{ number: string }>(
    `update visa_applications set status = 'under_review', submitted_at = now(), email_confirmed_at = now(), visa_service_id = $2, turn = 'office',
       tier_name = 'Adult', service_fee = 195, government_fee = 105, total_amount_due = 300, turn_since = now()
     where id = $1 returning application_number as number`,
    [id, serviceId],
  );
  number = row?.number ?? "";
  const price = { total: "300", serviceFee: "195", governmentFee: "105" };
  await db.transaction((tx) => chargePrice(tx, { id, isSample: false }, price));
});

/** As the page signs what is offered now. */
async function sign(): Promise<string> {
  const { current } = await readAgreement(db, id);
  if (!current?.offerId) throw new Error("Nothing is offered");
  const { title, blocks, version, publishedAt, facts, offerId } = current;
  const signed = { text: JSON.stringify({ title, blocks, version, publishedAt }), facts: JSON.stringify(facts) };
  return insertSignature(database, offerId, signed);
}
const offer = () => db.transaction((tx) => offerAgreement(tx, { id, visaServiceId: serviceId }, { by: null }));
async function offerAndSign(): Promise<string> {
  expect(await offer()).toMatchObject({ ok: true, isOffered: true });
  return sign();
}
const shaOf = async (signature: string) =>
  (
    await database.query<{ sha: string }>("select sha256 as sha from agreement_signatures where id = $1", [signature])
  )[0]?.sha ?? "";
const countersign = async (signature: string, by = staff, more: object = {}) =>
  countersignAgreement(by, { applicationId: id, signature, sha256: signature && (await shaOf(signature)), ...more });
const withdraw = (signature: string, as = applicant) => withdrawSignature(as.context(id), id, { signature });
const end = (signature: string, more: object = {}, by = staff) =>
  endAgreement(by, { applicationId: id, signature, endedOn: nassauDay(), reason: "The client has moved.", ...more });
const renew = (by = staff) => renewAgreement(by, { applicationId: id });
const events = () =>
  database.query<{ kind: string; admin: string | null; name: string | null; sha: string | null; at: Date }>(
    `select kind, admin_email as admin, signature as name, sha256 as sha, at from agreement_events
     where application_id = $1 order by at`,
    [id],
  );
const mails = async () =>
  (
    await database.query<{ kind: string }>(
      "select email_type as kind from email_notifications where application_id = $1 and email_type like 'agreement%' order by created_at, email_type",
      [id],
    )
  ).map(({ kind }) => kind);
const lines = () => agreementLines(db, id);
const acts = async () => (await recordOf(database, id)).map((entry) => (entry as { what: string }).what);
const told = async () => (await timelineOf(id)).map(({ by, what, message }) => [by, what, message]);
const stale = { ok: false, reason: "conflict", message: ownerMessages.stale };

describe("a countersignature", () => {
  test("[M-AGR-10] it has the admin's name, names the SHA-256 that it signs, and is mailed once", async () => {
    await database.query("update admin_users set name = 'Nadia Rolle' where id = $1", [staff.staff.adminId]);
    const named = { ...staff, staff: { ...staff.staff, name: "Nadia Rolle" } };
    const signature = await offerAndSign();
    expect(await countersign(signature, named)).toEqual({ ok: true });
    const [event] = await events();
    const at = event?.at.toISOString() ?? "";
    const canonical = canonicalCountersignature(number, {
      ...{ agreement: await shaOf(signature), signature: "Nadia Rolle", at },
    });
    expect(event).toMatchObject({ kind: "countersigned", admin: staff.staff.email, name: "Nadia Rolle" });
    expect(event?.sha).toBe(sha256Of(canonical));
    expect(await acts()).toContain("agreement_countersigned");
    expect(await told()).toContainEqual(["Lucaya", "We countersigned the agreement.", null]);
    // The form sent twice, and a press after a lost answer.
    expect(await Promise.all([countersign(signature, named), countersign(signature, named)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await mails()).toEqual(["agreement_offered", "agreement_signed"]);
    expect((await lines()).done[0]?.state).toBe(
      `Signed on ${nassauLongDate(new Date())}, countersigned on ${nassauLongDate(new Date())}`,
    );
  });

  test("[M-AGR-10] of two admins at once the second reads that somebody else was first", async () => {
    const signature = await offerAndSign();
    const other = await staffMember(database);
    const results = await Promise.all([countersign(signature), countersign(signature, other)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject(stale);
    expect(await events()).toHaveLength(1);
    expect(await mails()).toEqual(["agreement_offered", "agreement_signed"]);
  });

  test("[M-AGR-10] it is refused without a signature, for a withdrawn one, and for another text than the one signed", async () => {
    const unsigned = { ok: false, reason: "closed", message: "This agreement is not signed." };
    for (const signature of ["", crypto.randomUUID()])
      expect(await countersign(signature, staff, { sha256: "a".repeat(64) })).toMatchObject(unsigned);
    expect(await countersign("", staff, { signature: "no id" })).toMatchObject({ message: unsigned.message });
    const signature = await offerAndSign();
    for (const sha256 of ["", "0".repeat(64)])
      expect(await countersign(signature, staff, { sha256 })).toMatchObject(stale);
    await withdraw(signature);
    const message = "The applicant has withdrawn this signature.";
    expect(await countersign(signature)).toMatchObject({ ok: false, reason: "conflict", message });
    expect((await events()).map(({ kind }) => kind)).toEqual(["withdrawn"]);
  });

  test("[M-AGR-10, V-FRESH-2] it needs a fresh sign-in, of an active admin", async () => {
    const signature = await offerAndSign();
    await leaveStale(database, staff);
    expect(await countersign(signature)).toMatchObject({ ok: false, reason: "fresh" });
    const inactive = await deactivated(database);
    expect(await countersign(signature, inactive)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await events()).toEqual([]);
  });

  test("[M-AGR-10] of two signatures only the last is countersigned", async () => {
    const first = await offerAndSign();
    await charge();
    const second = await sign();
    expect(await countersign(first)).toMatchObject(stale);
    expect(await countersign(second)).toEqual({ ok: true });
  });
});

describe("a withdrawn signature", () => {
  test("[M-AGR-13] the applicant withdraws it until it is countersigned; row and line stay, and both sides get one mail", async () => {
    const signature = await offerAndSign();
    expect(await Promise.all([withdraw(signature), withdraw(signature)])).toEqual([{ ok: true }, { ok: true }]);
    expect(await withdraw(signature)).toEqual({ ok: true });
    expect(await mails()).toEqual(["agreement_offered", "agreement_withdrawn", "agreement_withdrawn_notification"]);
    const { done } = await lines();
    expect(done.map(({ state }) => state)).toEqual([`Withdrawn on ${nassauLongDate(new Date())}`]);
    expect(await told()).toContainEqual(["You", "You withdrew your signature of the agreement.", null]);
    expect(await acts()).toContain("agreement_withdrawn_by_applicant");
    expect((await findDeskAgreement(id))?.unsigned).toBe("withdrawn");
    expect((await findDeskAgreement(id))?.mayOffer).toBe(true);
  });

  test("[M-AGR-13] it can't be withdrawn by another browser, once it is countersigned, or after a newer one", async () => {
    const signature = await offerAndSign();
    expect(await withdraw(signature, new Applicant(database))).toMatchObject({ ok: false, reason: "forbidden" });
    await charge();
    const next = await sign();
    expect(await withdraw(signature)).toMatchObject({ ok: false, reason: "conflict" });
    await countersign(next);
    expect(await withdraw(next)).toMatchObject({ ok: false, reason: "closed" });
    expect((await events()).map(({ kind }) => kind)).toEqual(["countersigned"]);
  });

  test("[M-AGR-13] of a withdrawal and a countersignature at once exactly one takes effect", async () => {
    for (let round = 0; round < 12; round += 1) {
      const signature = round === 0 ? await offerAndSign() : await again();
      const both = [() => withdraw(signature), () => countersign(signature)];
      const ordered = round % 2 ? both : both.toReversed();
      const results = await Promise.all(ordered.map((act) => act()));
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const kept = await database.query<{ kind: string }>("select kind from agreement_events where signature_id = $1", [
        signature,
      ]);
      expect(kept).toHaveLength(1);
      const [won] = kept;
      expect(results.findIndex(({ ok }) => ok) === (round % 2 ? 0 : 1)).toBe(won?.kind === "withdrawn");
    }
    const sent = await mails();
    const withdrawn = (await events()).filter(({ kind }) => kind === "withdrawn").length;
    expect(sent.filter((kind) => kind === "agreement_withdrawn")).toHaveLength(withdrawn);
    expect(sent.filter((kind) => kind === "agreement_withdrawn_notification")).toHaveLength(withdrawn);
    expect(sent.filter((kind) => kind === "agreement_signed")).toHaveLength(12 - withdrawn);
  });

  /** A new signature, of a newer version or, after a withdrawal, of the same. */
  async function again() {
    await database.query("update agreement_templates set version = version + 1 where id = $1", [template]);
    const renewed = await renew();
    if (renewed.ok && "isOffered" in renewed && renewed.isOffered) return sign();
    return offerAndSign();
  }
});

describe("an ended agreement", () => {
  test("[M-AGR-13] staff record day and reason of a countersigned one; it stays listed, and both sides get one mail", async () => {
    const signature = await offerAndSign();
    await countersign(signature);
    expect(await end(signature)).toEqual({ ok: true });
    expect(await end(signature), "sent twice").toEqual({ ok: true });
    expect((await mails()).slice(2)).toEqual(["agreement_withdrawn", "agreement_withdrawn_notification"]);
    const today = calendarLongDate(nassauDay());
    expect((await lines()).done.map(({ state }) => state)).toEqual([`Ended on ${today}`]);
    expect(await told()).toContainEqual([
      "Lucaya",
      `We recorded that the agreement ended on ${today}.`,
      "The client has moved.",
    ]);
    expect((await findDeskAgreement(id))?.unsigned).toBe("ended");
    expect(await acts()).toContain("agreement_ended");
    const [entry] = await database.query<{ details: string }>(
      "select details::text from admin_activity_log where subject_id = $1 and action_type = 'agreement_ended'",
      [id],
    );
    expect(entry?.details).not.toContain("moved");
    expect(await end(signature, {}, await staffMember(database))).toMatchObject(stale);
  });

  test("[M-AGR-13] it needs a day from the signature to today and a reason of 1 to 500 characters", async () => {
    const signature = await offerAndSign();
    expect(await end(signature), "not countersigned").toMatchObject({ ok: false, reason: "closed" });
    await countersign(signature);
    const day = { endedOn: "Choose a day from the signature to today." };
    for (const endedOn of ["", "soon", "2026-02-30", inDays(-1), inDays(1)])
      expect(await end(signature, { endedOn })).toMatchObject({ reason: "invalid", detail: day });
    for (const reason of ["", "  ", "x".repeat(501), "👪🏽".repeat(300), `e${"\u0316".repeat(99)}`])
      expect(await end(signature, { reason })).toMatchObject({
        reason: "invalid",
        detail: { reason: expect.any(String) },
      });
    expect(await end(signature, { reason: "🏝".repeat(500) })).toEqual({ ok: true });
    const inactive = await deactivated(database);
    expect(await end(signature, {}, inactive)).toMatchObject({ reason: "forbidden" });
  });
});

const tierId = async (name: string) => (await tiersOf(db, serviceId)).find((tier) => tier.name === name)?.id ?? "";
const charge = () =>
  recordEntry(staff, {
    ...{ applicationId: id, attempt: crypto.randomUUID(), intent: "charge" },
    ...{ name: "Translation", amount: "40", payee: "us" },
  });

describe("a signed agreement whose price or text changes", () => {
  const again = "The price has changed since you signed. Please sign again.";

  test("[M-AGR-12] another price option offers it again by itself, the earlier one counts, and both stay listed", async () => {
    const first = await offerAndSign();
    expect(await setTier(staff, { applicationId: id, tier: await tierId("Child 6–11") })).toMatchObject({ ok: true });
    expect(await lines()).toMatchObject({ open: { again }, done: [{ id: first }] });
    const atDesk = await findDeskAgreement(id);
    expect(atDesk?.current?.again).toBe(`The applicant reads: “${again}”`);
    expect((await readAgreement(db, id)).inForce?.id).toBe(first);
    expect(await unsignedAgreement(db, id)).toBeNull();
    const second = await sign();
    const { open, done } = await lines();
    expect([open, done.map(({ id }) => id)]).toEqual([null, [second, first]]);
    expect((await readAgreement(db, id)).inForce?.id).toBe(second);
    expect((await told()).map(([, what]) => what)).toContain(
      "We asked you to sign our agreement again, because the price has changed.",
    );
  });

  test("[M-AGR-12] a charge and its reversal offer it again, and a reversal that restores the price needs no signature", async () => {
    const first = await offerAndSign();
    expect(await charge()).toMatchObject({ ok: true });
    expect((await lines()).open).toMatchObject({ again });
    const [entry] = await database.query<{ id: string }>(
      "select id from ledger_entries where application_id = $1 and name = 'Translation'",
      [id],
    );
    const reversal = { applicationId: id, entry: entry?.id, attempt: crypto.randomUUID(), reason: "Not needed" };
    expect(await reverseEntry(staff, reversal)).toMatchObject({ ok: true });
    expect((await lines()).open).toBeNull();
    expect((await readAgreement(db, id)).inForce?.id).toBe(first);
    // Signed with the charge, and without it again.
    await charge();
    await sign();
    const [extra] = await database.query<{ id: string }>(
      `select id from ledger_entries e where application_id = $1 and name = 'Translation' and kind = 'charge'
         and not exists (select from ledger_entries r where r.reverses = e.id)`,
      [id],
    );
    await reverseEntry(staff, { ...reversal, entry: extra?.id, attempt: crypto.randomUUID() });
    expect((await lines()).open).toMatchObject({ again });
  });

  test("[M-AGR-12] a payment, and a change before anything was signed, offer nothing again", async () => {
    await offer();
    await charge();
    expect((await lines()).open).toMatchObject({ again: null });
    await sign();
    const payment = { intent: "payment", amount: "20", method: "cash", paidOn: nassauDay() };
    await recordEntry(staff, { applicationId: id, attempt: crypto.randomUUID(), ...payment });
    expect((await lines()).open).toBeNull();
    expect((await mails()).filter((kind) => kind === "agreement_offered")).toHaveLength(1);
  });

  test("[M-AGR-12] a new version leaves the signed one as it is, until staff ask for a new signature, once", async () => {
    const first = await offerAndSign();
    const before = await database.query("select * from agreement_signatures where id = $1", [first]);
    expect((await findDeskAgreement(id))?.mayRenew).toBeNull();
    expect(await renew()).toMatchObject({ ok: true, isOffered: false });
    await database.query("update agreement_templates set version = 2, title = 'Engagement letter' where id = $1", [
      template,
    ]);
    expect((await lines()).open).toBeNull();
    expect((await findDeskAgreement(id))?.mayRenew).toBe("version");
    await Promise.all([renew(), renew(await staffMember(database))]);
    expect((await lines()).open).toMatchObject({ title: "Engagement letter" });
    expect((await findDeskAgreement(id))?.mayRenew).toBeNull();
    expect((await mails()).filter((kind) => kind === "agreement_offered")).toHaveLength(2);
    expect((await acts()).filter((action) => action === "agreement_offered")).toHaveLength(2);
    expect((await readAgreement(db, id)).inForce?.id).toBe(first);
    expect(await database.query("select * from agreement_signatures where id = $1", [first])).toEqual(before);
    const second = await sign();
    const { done } = await lines();
    expect(done.map(({ id, version }) => [id, version.split(" of ")[0]])).toEqual([
      [second, "Version 2"],
      [first, "Version 1"],
    ]);
  });

  test("[M-AGR-12] nobody is asked again in a closed case, and no inactive admin asks", async () => {
    await offerAndSign();
    await database.query("update agreement_templates set version = 2 where id = $1", [template]);
    const inactive = await deactivated(database);
    expect(await renew(inactive)).toMatchObject({ ok: false, reason: "forbidden" });
    await database.query("update visa_applications set status = 'denied' where id = $1", [id]);
    expect(await renew()).toMatchObject({ ok: false, reason: "closed" });
    expect((await findDeskAgreement(id))?.mayRenew).toBeNull();
  });
});
