import { beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readApplication } from "~/cases/case-data/case.server";
import { recordEntry } from "~/cases/fees/desk/record-entry.server";
import { calendarDate, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import type { StoredData } from "~/db/schema/mail";
import { renewData } from "~/mail/renew-data.server";
import { eraseApplicationRows } from "~/privacy/erasure/erase-rows.server";
import { Applicant, mailsOf, recordOf } from "../../../../test/harness/applicants/in-process";
import { publishAgreement as publish, publishVersion } from "../../../../test/harness/desk/agreements";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { countersignAgreement } from "../desk/countersign-agreement.server";
import { offerToCase } from "../desk/offer-agreement.server";
import { findDeskAgreement } from "../desk/read-desk-agreement.server";
import { renewAgreement } from "../desk/renew-agreement.server";
import { renewOffer } from "../offer.server";
import { agreementOnReview, readAgreement } from "../reading/read-agreement.server";
import { registerAgreementMails } from "../renew-mails.server";
import { changedMessage, signAgreement } from "../sign-agreement.server";
import { withdrawSignature } from "../withdraw-signature.server";
import { agreementBlocks } from "./blocks";

const database = testDatabase();
let applicant: Applicant;
let service: string;
let staff: StaffContext;
beforeEach(async () => {
  applicant = new Applicant(database);
  const [found] = await database.query<{ id: string }>(
    "select id from visa_services where slug = 'us-travel-b1-b2-visa'",
  );
  service = found?.id ?? "";
  await database.query("update visa_services set agreement_id = null where id = $1", [service]);
  staff = await staffMember(database, "regular_admin");
});

const publishAgreement: typeof publish = (to, id, change) => publish(to, id, { blocks: agreementBlocks, ...change });
const draft = () => applicant.ready({}, { service });
async function submitted() {
  const id = await draft();
  expect(await applicant.submit(id)).toEqual({ ok: true });
  return id;
}
const read = (id: string) => readAgreement(db, id);
const nameOf = async (id: string) => (await applicant.found(id)).application.applicantName;
async function sign(id: string, change: Partial<Parameters<typeof signAgreement>[2]> = {}) {
  const { current } = await read(id);
  return signAgreement({ ...applicant.context(id), browser: "Firefox on Linux" }, id, {
    ...{ attempt: crypto.randomUUID(), sha256: current?.sha256 ?? "", agrees: true },
    ...{ name: await nameOf(id), confirmed: {}, ...change },
  });
}
const rows = (table: string, id: string) => database.query(`select * from ${table} where application_id = $1`, [id]);
const offerMails = async (id: string) => (await mailsOf(database, id)).filter((kind) => kind.startsWith("agreement"));

describe("[M-AGR-5] offering", () => {
  test("nothing is offered, mailed or shown on the review without an agreement", async () => {
    const id = await draft();
    expect(await agreementOnReview(id)).toBeNull();
    await applicant.submit(id);
    expect(await read(id)).toEqual({ current: null, signed: [], inForce: null });
    expect([await rows("agreement_offers", id), await offerMails(id)]).toEqual([[], []]);
  });

  test("a submission offers it once with its facts, and mails it once", async () => {
    const template = await publishAgreement(database, service);
    const id = await draft();
    expect([(await read(id)).current, await agreementOnReview(id)]).toEqual([null, null]);
    await applicant.submit(id);
    expect(await rows("agreement_offers", id)).toMatchObject([
      { template_id: template, version: 1, work_begins_signed: true, because: null, offered_by: null },
    ]);
    expect(await offerMails(id)).toEqual(["agreement_offered"]);
    const { application, serviceName } = await applicant.found(id);
    expect((await read(id)).current).toMatchObject({
      title: "Engagement agreement",
      facts: {
        ...{ applicant: application.applicantName, service: serviceName, "case number": application.applicationNumber },
        ...{ "our fee": "$200.00", "government fee": "$185.00", total: "$385.00" },
      },
    });
  });

  test("before the submission it can be signed, and neither a step nor the submission waits for it", async () => {
    await publishAgreement(database, service, { offered: "before" });
    const [unsigned, signing] = [await draft(), await draft()];
    expect(await agreementOnReview(unsigned)).toEqual({ isSigned: false });
    expect(await rows("agreement_offers", unsigned)).toEqual([]);
    expect(await applicant.submit(unsigned)).toEqual({ ok: true });
    expect(await offerMails(unsigned)).toEqual(["agreement_offered"]);

    expect(await sign(signing)).toEqual({ ok: true });
    expect(await agreementOnReview(signing)).toEqual({ isSigned: true });
    expect(await applicant.submit(signing)).toEqual({ ok: true });
    expect(await read(signing)).toMatchObject({ current: null, inForce: { version: 1 } });
    expect(await offerMails(signing)).toEqual(["agreement_signed_notification"]);
  });

  test("staff offer it to an undecided case, once per template however often it is sent", async () => {
    const id = await submitted();
    const begun = await draft();
    expect(await offerToCase(staff, { applicationId: id })).toMatchObject({ ok: false, reason: "closed" });
    await publishAgreement(database, service);
    expect((await findDeskAgreement(id))?.mayOffer).toBe(true);
    expect(await offerToCase(staff, { applicationId: begun })).toMatchObject({ ok: false, reason: "closed" });
    const sent = await Promise.all(Array.from({ length: 5 }, () => offerToCase(staff, { applicationId: id })));
    expect(sent.filter((result) => result.ok && "isOffered" in result && result.isOffered)).toHaveLength(1);
    expect(await rows("agreement_offers", id)).toMatchObject([{ offered_by: staff.staff.email }]);
    expect(await offerMails(id)).toEqual(["agreement_offered"]);
    expect((await findDeskAgreement(id))?.mayOffer).toBe(false);
    await sign(id);
    expect(await offerToCase(staff, { applicationId: id })).toMatchObject({ ok: true, isOffered: false });
    expect((await recordOf(database, id)).filter(({ action }) => action === "agreement_offered")).toHaveLength(1);

    const decided = await submitted();
    await database.query("update visa_applications set status = 'denied' where id = $1", [decided]);
    expect(await offerToCase(staff, { applicationId: decided })).toMatchObject({ ok: false, reason: "closed" });
    expect((await read(decided)).current).toBeNull();
  });

  test("[M-AGR-2] a case that lacks a named fact can't be offered it, and its submission is not refused", async () => {
    await publishAgreement(database, service, { blocks: [{ paragraphs: ["{legal name} and {applicant}"] }] });
    const id = await submitted();
    expect(await rows("agreement_offers", id)).toEqual([]);
    expect(await offerToCase(staff, { applicationId: id })).toMatchObject({
      ok: false,
      message: "The agreement can’t be offered yet: “legal name” is empty.",
    });
    expect(await rows("agreement_offers", id)).toEqual([]);
  });

  test("[M-AGR-2] an offer that lacks a fact by now can't be signed, and staff who offer it again read which", async () => {
    const template = await publishAgreement(database, service);
    const id = await submitted();
    expect(await offerToCase(staff, { applicationId: id })).toMatchObject({ ok: true, isOffered: false });
    await publishVersion(database, template, [{ paragraphs: ["{legal name} and {applicant}"] }]);
    expect((await read(id)).current).toBeNull();
    expect((await findDeskAgreement(id))?.mayOffer).toBe(true);
    expect(await offerToCase(staff, { applicationId: id })).toMatchObject({
      ...{ ok: false, reason: "conflict" },
      message: "The agreement can’t be offered yet: “legal name” is empty.",
    });
    expect(await rows("agreement_offers", id)).toHaveLength(1);
    await publishVersion(database, template, agreementBlocks);
    expect(await sign(id)).toEqual({ ok: true });
  });

  test("an agreement that is offline can neither be read, offered nor signed", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    const { current } = await read(id);
    await database.query("update agreement_templates set is_offline = true");
    expect((await read(id)).current).toBeNull();
    expect(await sign(id, { sha256: current?.sha256 ?? "" })).toMatchObject({ ok: false, reason: "closed" });
    await database.query("update agreement_templates set is_offline = false");
  });
});

describe("[M-AGR-6] signing what was shown", () => {
  test.each<[string, (id: string, template: string) => Promise<unknown>]>([
    ["fees", (id) => database.query("update ledger_entries set amount = amount").then(() => addCharge(id))],
    [
      "service",
      () => database.query("update visa_services set service_name = service_name || ' 2' where id = $1", [service]),
    ],
    [
      "name",
      (id) =>
        database.query(
          `update visa_applications set metadata = jsonb_set(metadata, '{step1,lastName}', '"Vega"') where id = $1`,
          [id],
        ),
    ],
    ["template", (_, template) => publishVersion(database, template, [...agreementBlocks, { heading: "More" }])],
  ])("with another %s by now nothing is signed, and the new text can be", async (_, change) => {
    const template = await publishAgreement(database, service);
    const id = await submitted();
    const shown = (await read(id)).current?.sha256 ?? "";
    await change(id, template);
    expect(await sign(id, { sha256: shown })).toMatchObject({ ok: false, reason: "conflict", message: changedMessage });
    expect(await rows("agreement_signatures", id)).toEqual([]);
    const next = (await read(id)).current;
    expect(next?.sha256).not.toBe(shown);
    expect(await sign(id)).toEqual({ ok: true });
    const [offer] = await rows("agreement_offers", id);
    expect(offer).toMatchObject({ text_sha256: next?.sha256, version: next?.version });
    expect(await rows("agreement_signatures", id)).toMatchObject([
      { text: { title: next?.title, blocks: next?.blocks, version: next?.version }, facts: next?.facts },
    ]);
  });
});

const addCharge = (id: string) =>
  recordEntry(staff, {
    ...{ intent: "charge", applicationId: id, attempt: crypto.randomUUID() },
    ...{ name: "Courier", amount: "25.00", payee: "us" },
  });

describe("[M-AGR-7] the signature", () => {
  test("without the tick, a name or with one letter it is refused at its field", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    expect(await sign(id, { agrees: false, name: "" })).toMatchObject({
      reason: "invalid",
      detail: {
        problems: { agrees: "Please tick that you agree", signature: "Electronic signature (full name) is required" },
      },
    });
    for (const name of ["x", "--", "12", "aaaa"])
      expect(await sign(id, { name })).toMatchObject({
        detail: { problems: { signature: "Please type your full name as your signature" } },
      });
    expect(await rows("agreement_signatures", id)).toEqual([]);
  });

  test("another name than the applicant's is asked about, and signs once it is confirmed", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    const asked = await sign(id, { name: "Somebody Else" });
    const detail = asked.ok || asked.reason !== "invalid" ? undefined : asked.detail;
    const [question] = detail?.asked ?? [];
    expect(question?.sentence).toMatch(/^You signed as “Somebody Else”\. The applicant is .+\.$/);
    const confirmed = { [question?.key ?? ""]: question?.mark ?? "" };
    expect(await sign(id, { name: "Somebody Elsewhere", confirmed })).toMatchObject({ reason: "invalid" });
    expect(await sign(id, { name: "Somebody Else", confirmed })).toEqual({ ok: true });
    expect(await rows("agreement_signatures", id)).toMatchObject([
      {
        ...{ signature: "Somebody Else", agreed_to: "I have read this agreement and agree to it." },
        ...{ address: applicant.address, browser: "Firefox on Linux" },
      },
    ]);
  });

  test("50 equal signatures at once, two tabs and a lost response are one signature and one mail", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    const sha256 = (await read(id)).current?.sha256 ?? "";
    const attempt = crypto.randomUUID();
    const all = await Promise.all(Array.from({ length: 50 }, () => sign(id, { attempt, sha256 })));
    expect(all).toEqual(all.map(() => ({ ok: true })));
    for (const other of [attempt, crypto.randomUUID()])
      expect(await sign(id, { attempt: other, sha256, name: "Another Tab" })).toEqual({ ok: true });
    expect(await rows("agreement_signatures", id)).toMatchObject([{ signature: await nameOf(id) }]);
    expect(await offerMails(id)).toEqual(["agreement_offered", "agreement_signed_notification"]);
    const signings = (await recordOf(database, id)).filter(({ action }) => action === "agreement_signed_by_applicant");
    expect(signings).toHaveLength(1);
  });

  test("another browser signs nothing", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    const sha256 = (await read(id)).current?.sha256 ?? "";
    const stranger = { ...new Applicant(database).context(id), browser: "" };
    const input = { attempt: crypto.randomUUID(), sha256, agrees: true, name: await nameOf(id), confirmed: {} };
    expect(await signAgreement(stranger, id, input)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await rows("agreement_signatures", id)).toEqual([]);
  });
});

describe("a draft", () => {
  const withdraw = async (id: string) =>
    withdrawSignature(applicant.context(id), id, { signature: (await read(id)).inForce?.id ?? "" });

  test("[M-AGR-10] [M-AGR-13] signing and withdrawing it mails nobody, and the submission tells the office once", async () => {
    await publishAgreement(database, service, { offered: "before" });
    const [withdrawn, signed] = [await draft(), await draft()];
    for (const id of [withdrawn, signed]) {
      expect(await sign(id)).toEqual({ ok: true });
      expect(await withdraw(id)).toEqual({ ok: true });
    }
    expect(await sign(signed)).toEqual({ ok: true });
    for (const id of [withdrawn, signed]) expect(await offerMails(id)).toEqual([]);
    for (const id of [withdrawn, signed]) await applicant.submit(id);
    expect(await offerMails(withdrawn)).toEqual(["agreement_offered"]);
    expect(await offerMails(signed)).toEqual(["agreement_signed_notification"]);
  });

  test("[M-AGR-13] it is signed at most ten times in an hour, and a refused signature leaves nothing", async () => {
    await publishAgreement(database, service, { offered: "before" });
    const id = await draft();
    for (let round = 0; round < 10; round += 1) {
      expect(await sign(id)).toEqual({ ok: true });
      await withdraw(id);
    }
    const { current } = await read(id);
    expect(await sign(id)).toMatchObject({
      ...{ ok: false, reason: "limited" },
      message: "Too many agreements were signed for this application. Please try again in an hour.",
    });
    expect(await rows("agreement_signatures", id)).toHaveLength(10);
    expect((await read(id)).current?.sha256).toBe(current?.sha256);
    expect(await sign(await draft())).toEqual({ ok: true });
    await database.query("update limit_counts set window_ends = now()");
    expect(await sign(id)).toEqual({ ok: true });
  });

  test("[M-AGR-5] staff read on its page how far its agreement is", async () => {
    const seen = async (id: string) => (await readApplication(id))?.draftAgreement;
    const id = await draft();
    expect(await seen(id)).toBeNull();
    await publishAgreement(database, service);
    expect(await seen(id)).toBe("Offered with the submission");
    await publishAgreement(database, service, { offered: "before" });
    expect(await seen(id)).toBe("Offered, not signed yet");
    await sign(id);
    const today = calendarDate(nassauDay());
    expect(await seen(id)).toBe(`Signed on ${today}`);
    await database.query("update visa_applications set total_amount_due = 500, service_fee = 315 where id = $1", [id]);
    expect(await seen(id)).toBe(`Signed on ${today}, to be signed again because the price has changed`);
    await withdraw(id);
    expect(await seen(id)).toBe(`Signature withdrawn on ${today}`);
    await applicant.submit(id);
    expect(await seen(id)).toBeNull();
  });

  test("[M-AGR-10] its signature is not countersigned before the submission", async () => {
    await publishAgreement(database, service, { offered: "before" });
    const id = await draft();
    await sign(id);
    const [signed] = (await read(id)).signed;
    const countersign = () =>
      countersignAgreement(staff, { applicationId: id, signature: signed?.id, sha256: signed?.sha256 });
    expect(await countersign()).toMatchObject({ ok: false, reason: "closed" });
    await applicant.submit(id);
    expect(await countersign()).toEqual({ ok: true });
  });
});

describe("[M-AGR-7] a name that is no name", () => {
  test("with hundreds of marks, an override, a line break, 5,000 letters or nothing visible it is refused at its field", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    for (const name of [
      `A${"\u0301".repeat(500)} Rolle`,
      `A\u202Ena Rolle`,
      "x".repeat(5000),
      "\u200B\u2060\u3164",
      "A\nB",
    ]) {
      const result = await sign(id, { name });
      expect(result, name.slice(0, 20)).toMatchObject({
        ...{ ok: false, reason: "invalid" },
        detail: { problems: { signature: expect.any(String) } },
      });
    }
    expect(await rows("agreement_signatures", id)).toEqual([]);
  });
});

describe("[M-AGR-7] a case that is no longer open", () => {
  test.each(["withdrawn", "denied", "approved"])("once it is %s, nothing is signed", async (status) => {
    await publishAgreement(database, service);
    const id = await submitted();
    const sha256 = (await read(id)).current?.sha256 ?? "";
    await database.query("update visa_applications set status = $2 where id = $1", [id, status]);
    expect(await sign(id, { sha256 })).toMatchObject({ ok: false, reason: "closed" });
    expect(await rows("agreement_signatures", id)).toEqual([]);
  });

  test("once it is erased, nothing is signed or withdrawn, and its browser can't open it", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    const [sha256, name] = [(await read(id)).current?.sha256 ?? "", await nameOf(id)];
    const context = { ...applicant.context(id), browser: "Firefox on Linux" };
    await db.transaction((tx) => eraseApplicationRows(tx, id, { inquiryId: null }));
    const input = { attempt: crypto.randomUUID(), sha256, agrees: true, name, confirmed: {} };
    expect(await signAgreement(context, id, input)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await withdrawSignature(context, id, { signature: crypto.randomUUID() })).toMatchObject({
      ...{ ok: false, reason: "forbidden" },
    });
  });
});

describe("[M-AGR-12] offering it again", () => {
  test("other fees offer it with the new facts and mail it; the former ones take it back", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    await sign(id);
    const renew = (because: "price" | "version" = "price") =>
      db.transaction((tx) => renewOffer(tx, id, because, because === "price" ? null : staff.staff.email));
    expect(await renew()).toMatchObject({ ok: true, isOffered: false });
    await addCharge(id);
    await renew();
    await renew();
    expect(await read(id)).toMatchObject({
      current: { because: "price", facts: { total: "$410.00" } },
      inForce: { facts: { total: "$385.00" } },
    });
    expect((await offerMails(id)).filter((kind) => kind === "agreement_offered")).toHaveLength(2);
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
    await publishAgreement(database, service, { blocks: [{ paragraphs: ["{legal name} gets {total}."] }] });
    const id = await submitted();
    await sign(id);
    await setLegalName("");
    await addCharge(id);
    expect(await read(id)).toMatchObject({ current: null, inForce: { facts: { total: "$385.00" } } });
    expect((await findDeskAgreement(id))?.mayRenew).toBe("price");
    const renew = () => renewAgreement(staff, { applicationId: id });
    expect(await renew()).toMatchObject({
      message: "The agreement can’t be offered yet: “legal name” is empty.",
    });
    await setLegalName("Lucaya Ltd.");
    expect(await renew()).toMatchObject({ ok: true, isOffered: true, because: "price" });
    expect((await read(id)).current).toMatchObject({ because: "price", facts: { total: "$410.00" } });
    await database.query("delete from site_settings where key = 'legal_name'");
  });

  test("a space at the end of a name is no other price", async () => {
    await publishAgreement(database, service, { offered: "before" });
    const name = (change: string) =>
      database.query(`update visa_services set service_name = ${change} where id = $1`, [service]);
    await name("service_name || ' '");
    const id = await draft();
    await sign(id);
    expect(await agreementOnReview(id)).toEqual({ isSigned: true });
    await applicant.submit(id);
    expect(await rows("agreement_offers", id)).toHaveLength(1);
    await name("trim(service_name)");
  });

  test("another version of the text offers nothing by itself, and once more when staff ask", async () => {
    const template = await publishAgreement(database, service);
    const id = await submitted();
    await sign(id);
    await publishVersion(database, template, [...agreementBlocks, { heading: "More" }]);
    const renew = (because: "price" | "version") => db.transaction((tx) => renewOffer(tx, id, because, "a@b.example"));
    expect(await renew("price")).toMatchObject({ isOffered: false });
    expect(await renew("version")).toMatchObject({ isOffered: true });
    expect(await renew("version")).toMatchObject({ isOffered: false });
    expect(await read(id)).toMatchObject({ current: { because: "version", version: 2 }, inForce: { version: 1 } });
    expect(await sign(id)).toEqual({ ok: true });
    expect((await read(id)).signed.map(({ version }) => version)).toEqual([2, 1]);
  });

  test("another template than the one that is offered takes its place when staff ask", async () => {
    const template = await publishAgreement(database, service);
    const id = await submitted();
    await sign(id);
    await addCharge(id);
    expect(await read(id)).toMatchObject({ current: { templateId: template, because: "price" } });
    await database.query("update agreement_templates set is_offline = true where id = $1", [template]);
    const other = await publishAgreement(database, service);
    expect(await read(id)).toMatchObject({ current: null, inForce: { templateId: template } });
    expect((await findDeskAgreement(id))?.mayRenew).toBe("version");
    const renew = () => renewAgreement(staff, { applicationId: id });
    expect(await renew()).toMatchObject({ ok: true, isOffered: true });
    expect(await renew()).toMatchObject({ ok: true, isOffered: false });
    expect(await read(id)).toMatchObject({
      current: { templateId: other, because: "version" },
      inForce: { templateId: template },
    });
    expect(await sign(id)).toEqual({ ok: true });
  });

  test("a draft that was signed is offered again once its price is another one, and its submission mails it", async () => {
    await publishAgreement(database, service, { offered: "before" });
    const id = await draft();
    await sign(id);
    await database.query("update visa_applications set total_amount_due = 500, service_fee = 315 where id = $1", [id]);
    expect(await agreementOnReview(id)).toEqual({ isSigned: false });
    expect((await read(id)).current).toMatchObject({ because: "price", facts: { total: "$500.00" } });
    await applicant.submit(id);
    expect(await rows("agreement_offers", id)).toHaveLength(2);
    expect((await read(id)).current).toMatchObject({ because: "price", facts: { total: "$500.00" } });
    expect(await offerMails(id)).toContain("agreement_offered");
  });
});

describe("[M-INV-7] the emails of an agreement that are sent again", () => {
  registerAgreementMails();
  const again = (id: string, emailType: "agreement_offered" | "agreement_signed", templateData: StoredData) =>
    renewData(db, { applicationId: id, emailType, templateData });

  test("the offer says why it is to be signed now, and is refused once nothing is to be signed", async () => {
    await publishAgreement(database, service);
    const id = await submitted();
    const data = { because: null, workBeginsSigned: true };
    expect(await again(id, "agreement_offered", data)).toEqual({ data });
    await sign(id);
    expect(await again(id, "agreement_offered", data)).toEqual({ outdated: expect.stringMatching(/has signed/) });
    await recordEntry(staff, {
      ...{ applicationId: id, attempt: crypto.randomUUID(), intent: "charge", name: "Courier", amount: "20.00" },
      payee: "us",
    });
    expect(await again(id, "agreement_offered", data)).toEqual({ data: { ...data, because: "price" } });
    const [signature] = (await read(id)).signed;
    const at = { signedAt: signature?.signedAt.toISOString() };
    expect(await again(id, "agreement_signed", at)).toEqual({ data: at });
    await sign(id);
    expect(await again(id, "agreement_signed", at)).toEqual({ outdated: expect.stringMatching(/signed a newer/) });
    const [newest] = (await read(id)).signed;
    await database.query(
      `insert into agreement_events (signature_id, application_id, kind, ended_on, reason, admin_email)
       values ($1, $2, 'ended', '2026-12-01', 'Moved away', $3)`,
      [newest?.id, id, staff.staff.email],
    );
    const ofNewest = { signedAt: newest?.signedAt.toISOString() };
    expect(await again(id, "agreement_signed", ofNewest)).toEqual({
      outdated: expect.stringMatching(/no longer in force/),
    });
    expect(await again(id, "agreement_offered", data)).toEqual({ outdated: expect.stringMatching(/Offer it again/) });
  });
});
