import { describe, expect, test } from "vitest";
import { recordEntry } from "~/cases/fees/desk/record-entry.server";
import { db } from "~/db/client.server";
import type { StoredData } from "~/db/schema/mail";
import { renewData } from "~/mail/mail-renewals.server";
import { SigningCase } from "../../../../test/harness/case/signing-case";
import { publishVersion } from "../../../../test/harness/desk/agreements";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { countersignAgreement } from "../desk/countersign-agreement.server";
import { findDeskAgreement } from "../desk/read-desk-agreement.server";
import { renewAgreement } from "../desk/renew-agreement.server";
import { renewOffer } from "../offer.server";
import { agreementOnReview, readAgreement } from "../reading/read-agreement.server";
import { registerAgreementMails } from "../renew-mails.server";
import { agreementBlocks } from "./blocks";

const database = testDatabase();
const signing = new SigningCase(database);
const read = (id: string) => readAgreement(db, id);

describe("[M-AGR-12] offering it again", () => {
  test("other fees offer it with the new facts and mail it; the former ones take it back", async () => {
    await signing.publish();
    const id = await signing.submitted();
    await signing.sign(id);
    const renew = (because: "price" | "version" = "price") =>
      db.transaction((tx) => renewOffer(tx, id, because, because === "price" ? null : signing.staff.staff.email));
    expect(await renew()).toMatchObject({ ok: true, isOffered: false });
    await signing.addCharge(id);
    await renew();
    await renew();
    expect(await read(id)).toMatchObject({
      current: { because: "price", facts: { total: "$410.00" } },
      inForce: { facts: { total: "$385.00" } },
    });
    expect((await signing.offerMails(id)).filter((kind) => kind === "agreement_offered")).toHaveLength(2);
    await database.query(
      `insert into ledger_entries (application_id, kind, amount, name, reverses)
       select application_id, 'reversal', amount, name, id from ledger_entries where application_id = $1 and name = 'Courier'`,
      [id],
    );
    await renew();
    expect((await read(id)).current).toBeNull();
    expect((await read(id)).inForce).not.toBeNull();
  });

  test("another price that can't be offered for want of a fact is offered once the fact is there and staff ask", async () => {
    const setLegalName = (value: string) =>
      database.query(
        `insert into site_settings (key, value) values ('legal_name', $1)
         on conflict (key) do update set value = excluded.value`,
        [JSON.stringify(value)],
      );
    await setLegalName("Lucaya Ltd.");
    await signing.publish({ blocks: [{ paragraphs: ["{legal name} gets {total}."] }] });
    const id = await signing.submitted();
    await signing.sign(id);
    await setLegalName("");
    await signing.addCharge(id);
    expect(await read(id)).toMatchObject({ current: null, inForce: { facts: { total: "$385.00" } } });
    expect((await findDeskAgreement(id))?.mayRenew).toBe("price");
    const renew = () => renewAgreement(signing.staff, { applicationId: id });
    expect(await renew()).toMatchObject({
      message: "The agreement can’t be offered yet: “legal name” is empty.",
    });
    await setLegalName("Lucaya Ltd.");
    expect(await renew()).toMatchObject({ ok: true, isOffered: true, because: "price" });
    expect((await read(id)).current).toMatchObject({ because: "price", facts: { total: "$410.00" } });
    await database.query("delete from site_settings where key = 'legal_name'");
  });

  test("a space at the end of a name is no other price", async () => {
    await signing.publish({ offered: "before" });
    const name = (change: string) =>
      database.query(`update visa_services set service_name = ${change} where id = $1`, [signing.service]);
    await name("service_name || ' '");
    const id = await signing.draft();
    await signing.sign(id);
    expect(await agreementOnReview(id)).toEqual({ isSigned: true });
    await signing.applicant.submit(id);
    expect(await signing.rows("agreement_offers", id)).toHaveLength(1);
    await name("trim(service_name)");
  });

  test("another version of the text offers nothing by itself, and again when staff ask", async () => {
    const template = await signing.publish();
    const id = await signing.submitted();
    await signing.sign(id);
    await publishVersion(database, template, [...agreementBlocks, { heading: "More" }]);
    const renew = (because: "price" | "version") => db.transaction((tx) => renewOffer(tx, id, because, "a@b.example"));
    expect(await renew("price")).toMatchObject({ isOffered: false });
    expect(await renew("version")).toMatchObject({ isOffered: true });
    expect(await renew("version")).toMatchObject({ isOffered: false });
    expect(await read(id)).toMatchObject({ current: { because: "version", version: 2 }, inForce: { version: 1 } });
    expect(await signing.sign(id)).toEqual({ ok: true });
    expect((await read(id)).signed.map(({ version }) => version)).toEqual([2, 1]);
  });

  test("another template than the one that is offered takes its place when staff ask", async () => {
    const template = await signing.publish();
    const id = await signing.submitted();
    await signing.sign(id);
    await signing.addCharge(id);
    expect(await read(id)).toMatchObject({ current: { templateId: template, because: "price" } });
    await database.query("update agreement_templates set is_offline = true where id = $1", [template]);
    const other = await signing.publish();
    expect(await read(id)).toMatchObject({ current: null, inForce: { templateId: template } });
    expect((await findDeskAgreement(id))?.mayRenew).toBe("version");
    const renew = () => renewAgreement(signing.staff, { applicationId: id });
    expect(await renew()).toMatchObject({ ok: true, isOffered: true });
    expect(await renew()).toMatchObject({ ok: true, isOffered: false });
    expect(await read(id)).toMatchObject({
      current: { templateId: other, because: "version" },
      inForce: { templateId: template },
    });
    expect(await signing.sign(id)).toEqual({ ok: true });
  });

  test("a draft that was signed is offered again once its price is another one, and its submission mails it", async () => {
    await signing.publish({ offered: "before" });
    const id = await signing.draft();
    await signing.sign(id);
    await database.query("update visa_applications set total_amount_due = 500, service_fee = 315 where id = $1", [id]);
    expect(await agreementOnReview(id)).toEqual({ isSigned: false });
    expect((await read(id)).current).toMatchObject({ because: "price", facts: { total: "$500.00" } });
    await signing.applicant.submit(id);
    expect(await signing.rows("agreement_offers", id)).toHaveLength(2);
    expect((await read(id)).current).toMatchObject({ because: "price", facts: { total: "$500.00" } });
    expect(await signing.offerMails(id)).toContain("agreement_offered");
  });
});

describe("[M-INV-7] the emails of an agreement that are sent again", () => {
  registerAgreementMails();
  const again = (id: string, emailType: "agreement_offered" | "agreement_signed", templateData: StoredData) =>
    renewData(db, { applicationId: id, emailType, templateData });

  test("the offer says why it is to be signed now, and is refused once nothing is to be signed", async () => {
    await signing.publish();
    const id = await signing.submitted();
    const data = { because: null, workBeginsSigned: true };
    expect(await again(id, "agreement_offered", data)).toEqual({ data });
    await signing.sign(id);
    expect(await again(id, "agreement_offered", data)).toEqual({ outdated: expect.stringMatching(/has signed/) });
    await recordEntry(signing.staff, {
      ...{ applicationId: id, attempt: crypto.randomUUID(), intent: "charge", name: "Courier", amount: "20.00" },
      payee: "us",
    });
    expect(await again(id, "agreement_offered", data)).toEqual({ data: { ...data, because: "price" } });
    const [signature] = (await read(id)).signed;
    const at = { signedAt: signature?.signedAt.toISOString() };
    expect(await again(id, "agreement_signed", at)).toEqual({ data: at });
    await signing.sign(id);
    expect(await again(id, "agreement_signed", at)).toEqual({ outdated: expect.stringMatching(/signed a newer/) });
    expect(await again(id, "agreement_signed", at)).toEqual({
      outdated: expect.stringMatching(/Countersign that one/),
    });
    const [newest] = (await read(id)).signed;
    const countersigned = { applicationId: id, signature: newest?.id, sha256: newest?.sha256 };
    expect(await countersignAgreement(signing.staff, countersigned)).toEqual({ ok: true });
    expect(await again(id, "agreement_signed", at)).toEqual({ outdated: expect.stringMatching(/Send the email/) });
    await database.query(
      `insert into agreement_events (signature_id, application_id, kind, ended_on, reason, admin_email)
       values ($1, $2, 'ended', '2026-12-01', 'Moved away', $3)`,
      [newest?.id, id, signing.staff.staff.email],
    );
    const ofNewest = { signedAt: newest?.signedAt.toISOString() };
    expect(await again(id, "agreement_signed", ofNewest)).toEqual({
      outdated: expect.stringMatching(/no longer in force/),
    });
    expect(await again(id, "agreement_offered", data)).toEqual({ outdated: expect.stringMatching(/Offer it again/) });
    await database.query("update visa_applications set status = 'denied' where id = $1", [id]);
    expect(await again(id, "agreement_offered", data)).toEqual({ outdated: expect.stringMatching(/case is closed/) });
  });
});
