import { describe, expect, test } from "vitest";
import { readApplication } from "~/cases/case-data/case.server";
import { calendarDate, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { eraseApplicationRows } from "~/privacy/erasure/erase-rows.server";
import { Applicant, recordOf } from "../../../../test/harness/applicants/in-process";
import { SigningCase } from "../../../../test/harness/case/signing-case";
import { publishVersion } from "../../../../test/harness/desk/agreements";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { countersignAgreement } from "../desk/countersign-agreement.server";
import { offerToCase } from "../desk/offer-agreement.server";
import { findDeskAgreement } from "../desk/read-desk-agreement.server";
import { agreementOnReview, readAgreement } from "../reading/read-agreement.server";
import { changedMessage, signAgreement } from "../sign-agreement.server";
import { withdrawSignature } from "../withdraw-signature.server";
import { agreementBlocks } from "./blocks";

const database = testDatabase();
const signing = new SigningCase(database);
const read = (id: string) => readAgreement(db, id);

describe("[M-AGR-5] offering", () => {
  test("nothing is offered, mailed or shown on the review without an agreement", async () => {
    const id = await signing.draft();
    expect(await agreementOnReview(id)).toBeNull();
    await signing.applicant.submit(id);
    expect(await read(id)).toEqual({ current: null, signed: [], inForce: null });
    expect([await signing.rows("agreement_offers", id), await signing.offerMails(id)]).toEqual([[], []]);
  });

  test("a submission offers it once with its facts, and mails it once", async () => {
    const template = await signing.publish();
    const id = await signing.draft();
    expect([(await read(id)).current, await agreementOnReview(id)]).toEqual([null, null]);
    await signing.applicant.submit(id);
    expect(await signing.rows("agreement_offers", id)).toMatchObject([
      { template_id: template, version: 1, work_begins_signed: true, because: null, offered_by: null },
    ]);
    expect(await signing.offerMails(id)).toEqual(["agreement_offered"]);
    const { application, serviceName } = await signing.applicant.found(id);
    expect((await read(id)).current).toMatchObject({
      title: "Engagement agreement",
      facts: {
        ...{ applicant: application.applicantName, service: serviceName, "case number": application.applicationNumber },
        ...{ "our fee": "$200.00", "government fee": "$185.00", total: "$385.00" },
      },
    });
  });

  test("before the submission it can be signed, and neither a step nor the submission waits for it", async () => {
    await signing.publish({ offered: "before" });
    const [unsigned, toSign] = [await signing.draft(), await signing.draft()];
    expect(await agreementOnReview(unsigned)).toEqual({ isSigned: false });
    expect(await signing.rows("agreement_offers", unsigned)).toEqual([]);
    expect(await signing.applicant.submit(unsigned)).toEqual({ ok: true });
    expect(await signing.offerMails(unsigned)).toEqual(["agreement_offered"]);

    expect(await signing.sign(toSign)).toEqual({ ok: true });
    expect(await agreementOnReview(toSign)).toEqual({ isSigned: true });
    expect(await signing.applicant.submit(toSign)).toEqual({ ok: true });
    expect(await read(toSign)).toMatchObject({ current: null, inForce: { version: 1 } });
    expect(await signing.offerMails(toSign)).toEqual(["agreement_signed_notification"]);
  });

  test("staff offer it to an undecided case, once per template however often it is sent", async () => {
    const id = await signing.submitted();
    const begun = await signing.draft();
    expect(await offerToCase(signing.staff, { applicationId: id })).toMatchObject({ ok: false, reason: "closed" });
    await signing.publish();
    expect((await findDeskAgreement(id))?.mayOffer).toBe(true);
    expect(await offerToCase(signing.staff, { applicationId: begun })).toMatchObject({ ok: false, reason: "closed" });
    const sent = await Promise.all(Array.from({ length: 5 }, () => offerToCase(signing.staff, { applicationId: id })));
    expect(sent.filter((result) => result.ok && "isOffered" in result && result.isOffered)).toHaveLength(1);
    expect(await signing.rows("agreement_offers", id)).toMatchObject([{ offered_by: signing.staff.staff.email }]);
    expect(await signing.offerMails(id)).toEqual(["agreement_offered"]);
    expect((await findDeskAgreement(id))?.mayOffer).toBe(false);
    await signing.sign(id);
    expect(await offerToCase(signing.staff, { applicationId: id })).toMatchObject({ ok: true, isOffered: false });
    expect((await recordOf(database, id)).filter(({ action }) => action === "agreement_offered")).toHaveLength(1);

    const decided = await signing.submitted();
    await database.query("update visa_applications set status = 'denied' where id = $1", [decided]);
    expect(await offerToCase(signing.staff, { applicationId: decided })).toMatchObject({ ok: false, reason: "closed" });
    expect((await read(decided)).current).toBeNull();
  });

  test("[M-AGR-2] a case that lacks a named fact can't be offered it, and its submission is not refused", async () => {
    await signing.publish({ blocks: [{ paragraphs: ["{legal name} and {applicant}"] }] });
    const id = await signing.submitted();
    expect(await signing.rows("agreement_offers", id)).toEqual([]);
    expect(await offerToCase(signing.staff, { applicationId: id })).toMatchObject({
      ok: false,
      message: "The agreement can’t be offered yet: “legal name” is empty.",
    });
    expect(await signing.rows("agreement_offers", id)).toEqual([]);
  });

  test("[M-AGR-2] an offer that lacks a fact by now can't be signed, and staff who offer it again read which", async () => {
    const template = await signing.publish();
    const id = await signing.submitted();
    expect(await offerToCase(signing.staff, { applicationId: id })).toMatchObject({ ok: true, isOffered: false });
    await publishVersion(database, template, [{ paragraphs: ["{legal name} and {applicant}"] }]);
    expect((await read(id)).current).toBeNull();
    expect((await findDeskAgreement(id))?.mayOffer).toBe(true);
    expect(await offerToCase(signing.staff, { applicationId: id })).toMatchObject({
      ...{ ok: false, reason: "conflict" },
      message: "The agreement can’t be offered yet: “legal name” is empty.",
    });
    expect(await signing.rows("agreement_offers", id)).toHaveLength(1);
    await publishVersion(database, template, agreementBlocks);
    expect(await signing.sign(id)).toEqual({ ok: true });
  });

  test("an agreement that is offline can neither be read, offered nor signed", async () => {
    await signing.publish();
    const id = await signing.submitted();
    const { current } = await read(id);
    await database.query("update agreement_templates set is_offline = true");
    expect((await read(id)).current).toBeNull();
    expect(await signing.sign(id, { sha256: current?.sha256 ?? "" })).toMatchObject({ ok: false, reason: "closed" });
    await database.query("update agreement_templates set is_offline = false");
  });
});

describe("[M-AGR-6] signing what was shown", () => {
  test.each<[string, (id: string, template: string) => Promise<unknown>]>([
    ["fees", (id) => database.query("update ledger_entries set amount = amount").then(() => signing.addCharge(id))],
    [
      "service",
      () =>
        database.query("update visa_services set service_name = service_name || ' 2' where id = $1", [signing.service]),
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
    const template = await signing.publish();
    const id = await signing.submitted();
    const shown = (await read(id)).current?.sha256 ?? "";
    await change(id, template);
    expect(await signing.sign(id, { sha256: shown })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: changedMessage,
    });
    expect(await signing.rows("agreement_signatures", id)).toEqual([]);
    const next = (await read(id)).current;
    expect(next?.sha256).not.toBe(shown);
    expect(await signing.sign(id)).toEqual({ ok: true });
    const [offer] = await signing.rows("agreement_offers", id);
    expect(offer).toMatchObject({ text_sha256: next?.sha256, version: next?.version });
    expect(await signing.rows("agreement_signatures", id)).toMatchObject([
      { text: { title: next?.title, blocks: next?.blocks, version: next?.version }, facts: next?.facts },
    ]);
  });
});

describe("[M-AGR-7] the signature", () => {
  test("without the tick, a name or with one letter it is refused at its field", async () => {
    await signing.publish();
    const id = await signing.submitted();
    expect(await signing.sign(id, { agrees: false, name: "" })).toMatchObject({
      reason: "invalid",
      detail: {
        problems: { agrees: "Please tick that you agree", signature: "Electronic signature (full name) is required" },
      },
    });
    for (const name of ["x", "--", "12", "aaaa"])
      expect(await signing.sign(id, { name })).toMatchObject({
        detail: { problems: { signature: "Please type your full name as your signature" } },
      });
    expect(await signing.rows("agreement_signatures", id)).toEqual([]);
  });

  test("another name than the applicant's is asked about, and signs once it is confirmed", async () => {
    await signing.publish();
    const id = await signing.submitted();
    const asked = await signing.sign(id, { name: "Somebody Else" });
    const detail = asked.ok || asked.reason !== "invalid" ? undefined : asked.detail;
    const [question] = detail?.asked ?? [];
    expect(question?.sentence).toMatch(/^You signed as “Somebody Else”\. The applicant is .+\.$/);
    const confirmed = { [question?.key ?? ""]: question?.mark ?? "" };
    expect(await signing.sign(id, { name: "Somebody Elsewhere", confirmed })).toMatchObject({ reason: "invalid" });
    expect(await signing.sign(id, { name: "Somebody Else", confirmed })).toEqual({ ok: true });
    expect(await signing.rows("agreement_signatures", id)).toMatchObject([
      {
        ...{ signature: "Somebody Else", agreed_to: "I have read this agreement and agree to it." },
        ...{ address: signing.applicant.address, browser: "Firefox on Linux" },
      },
    ]);
  });

  test("50 equal signatures at once, two tabs and a lost response are one signature and one mail", async () => {
    await signing.publish();
    const id = await signing.submitted();
    const sha256 = (await read(id)).current?.sha256 ?? "";
    const attempt = crypto.randomUUID();
    const all = await Promise.all(Array.from({ length: 50 }, () => signing.sign(id, { attempt, sha256 })));
    expect(all).toEqual(all.map(() => ({ ok: true })));
    for (const other of [attempt, crypto.randomUUID()])
      expect(await signing.sign(id, { attempt: other, sha256, name: "Another Tab" })).toEqual({ ok: true });
    expect(await signing.rows("agreement_signatures", id)).toMatchObject([{ signature: await signing.nameOf(id) }]);
    expect(await signing.offerMails(id)).toEqual(["agreement_offered", "agreement_signed_notification"]);
    const signings = (await recordOf(database, id)).filter(({ action }) => action === "agreement_signed_by_applicant");
    expect(signings).toHaveLength(1);
  });

  test("another browser signs nothing", async () => {
    await signing.publish();
    const id = await signing.submitted();
    const sha256 = (await read(id)).current?.sha256 ?? "";
    const stranger = { ...new Applicant(database).context(id), browser: "" };
    const input = { attempt: crypto.randomUUID(), sha256, agrees: true, name: await signing.nameOf(id), confirmed: {} };
    expect(await signAgreement(stranger, id, input)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await signing.rows("agreement_signatures", id)).toEqual([]);
  });
});

describe("a draft", () => {
  const withdraw = async (id: string) =>
    withdrawSignature(signing.applicant.context(id), id, { signature: (await read(id)).inForce?.id ?? "" });

  test("[M-AGR-10] [M-AGR-13] signing and withdrawing it mails nobody, and the submission tells the office once", async () => {
    await signing.publish({ offered: "before" });
    const [withdrawn, signed] = [await signing.draft(), await signing.draft()];
    for (const id of [withdrawn, signed]) {
      expect(await signing.sign(id)).toEqual({ ok: true });
      expect(await withdraw(id)).toEqual({ ok: true });
    }
    expect(await signing.sign(signed)).toEqual({ ok: true });
    for (const id of [withdrawn, signed]) expect(await signing.offerMails(id)).toEqual([]);
    for (const id of [withdrawn, signed]) await signing.applicant.submit(id);
    expect(await signing.offerMails(withdrawn)).toEqual(["agreement_offered"]);
    expect(await signing.offerMails(signed)).toEqual(["agreement_signed_notification"]);
  });

  test("[M-AGR-13] it is signed at most ten times in an hour, and a refused signature leaves nothing", async () => {
    await signing.publish({ offered: "before" });
    const id = await signing.draft();
    for (let round = 0; round < 10; round += 1) {
      expect(await signing.sign(id)).toEqual({ ok: true });
      await withdraw(id);
    }
    const { current } = await read(id);
    expect(await signing.sign(id)).toMatchObject({
      ...{ ok: false, reason: "limited" },
      message: "Too many agreements were signed for this application. Please try again in an hour.",
    });
    expect(await signing.rows("agreement_signatures", id)).toHaveLength(10);
    expect((await read(id)).current?.sha256).toBe(current?.sha256);
    expect(await signing.sign(await signing.draft())).toEqual({ ok: true });
    await database.query("update limit_counts set window_ends = now()");
    expect(await signing.sign(id)).toEqual({ ok: true });
  });

  test("[M-AGR-5] staff read on its page how far its agreement is", async () => {
    const seen = async (id: string) => (await readApplication(id))?.draftAgreement;
    const id = await signing.draft();
    expect(await seen(id)).toBeNull();
    await signing.publish();
    expect(await seen(id)).toBe("Offered with the submission");
    await signing.publish({ offered: "before" });
    expect(await seen(id)).toBe("Offered, not signed yet");
    await signing.sign(id);
    const today = calendarDate(nassauDay());
    expect(await seen(id)).toBe(`Signed on ${today}`);
    await database.query("update visa_applications set total_amount_due = 500, service_fee = 315 where id = $1", [id]);
    expect(await seen(id)).toBe(`Signed on ${today}, to be signed again because the price has changed`);
    await withdraw(id);
    expect(await seen(id)).toBe(`Signature withdrawn on ${today}`);
    await signing.applicant.submit(id);
    expect(await seen(id)).toBeNull();
  });

  test("[M-AGR-10] its signature is not countersigned before the submission", async () => {
    await signing.publish({ offered: "before" });
    const id = await signing.draft();
    await signing.sign(id);
    const [signed] = (await read(id)).signed;
    const countersign = () =>
      countersignAgreement(signing.staff, { applicationId: id, signature: signed?.id, sha256: signed?.sha256 });
    expect(await countersign()).toMatchObject({ ok: false, reason: "closed" });
    await signing.applicant.submit(id);
    expect(await countersign()).toEqual({ ok: true });
  });
});

describe("[M-AGR-7] a name that is no name", () => {
  test("with hundreds of marks, an override, a line break, 5,000 letters or nothing visible it is refused at its field", async () => {
    await signing.publish();
    const id = await signing.submitted();
    for (const name of [
      `A${"\u0301".repeat(500)} Rolle`,
      `A\u202Ena Rolle`,
      "x".repeat(5000),
      "\u200B\u2060\u3164",
      "A\nB",
    ]) {
      const result = await signing.sign(id, { name });
      expect(result, name.slice(0, 20)).toMatchObject({
        ...{ ok: false, reason: "invalid" },
        detail: { problems: { signature: expect.any(String) } },
      });
    }
    expect(await signing.rows("agreement_signatures", id)).toEqual([]);
  });
});

describe("[M-AGR-7] a case that is no longer open", () => {
  test.each(["withdrawn", "denied", "approved"])("once it is %s, nothing is signed", async (status) => {
    await signing.publish();
    const id = await signing.submitted();
    const sha256 = (await read(id)).current?.sha256 ?? "";
    await database.query("update visa_applications set status = $2 where id = $1", [id, status]);
    expect(await signing.sign(id, { sha256 })).toMatchObject({ ok: false, reason: "closed" });
    expect(await signing.rows("agreement_signatures", id)).toEqual([]);
  });

  test("once it is erased, nothing is signed or withdrawn, and its browser can't open it", async () => {
    await signing.publish();
    const id = await signing.submitted();
    const [sha256, name] = [(await read(id)).current?.sha256 ?? "", await signing.nameOf(id)];
    const context = { ...signing.applicant.context(id), browser: "Firefox on Linux" };
    await db.transaction((tx) => eraseApplicationRows(tx, id, { inquiryId: null }));
    const input = { attempt: crypto.randomUUID(), sha256, agrees: true, name, confirmed: {} };
    expect(await signAgreement(context, id, input)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await withdrawSignature(context, id, { signature: crypto.randomUUID() })).toMatchObject({
      ...{ ok: false, reason: "forbidden" },
    });
  });
});
