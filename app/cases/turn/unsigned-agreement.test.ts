import { beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { doNotBegin } from "~/cases/agreement/reading/unsigned-words";
import { calendarLongDate, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { insertEvent, insertOffer, insertSignature } from "../../../test/harness/desk/agreements";
import { inDays } from "../../../test/harness/in-days";
import { insertFile, requireDocuments, ruled } from "../../../test/harness/in-process/dated-documents";
import { draftOf } from "../../../test/harness/in-process/draft";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { nothingToSign } from "../agreement/words";
import { readApplication } from "../case-data/case.server";
import { changesOf } from "./changes.server";
import { fileCase } from "./file-case.server";
import { readOpenWork, turnOf, updateTurn } from "./update-turn.server";

const database = testDatabase();
let staff: StaffContext;
let id = "";
let serviceId = "";
beforeEach(async () => {
  staff = await staffMember(database);
  const [service] = await database.query<{ id: string }>("select id from visa_services where slug = 'uk-transit-visa'");
  serviceId = service?.id ?? "";
  const submitted = { status: "under_review", submitted_at: new Date(), turn: "office", turn_since: new Date() };
  ({ id } = await draftOf(database, { ...submitted, visa_service_id: serviceId }));
});

const turn = async () => {
  await db.transaction((tx) => updateTurn(tx, id));
  const [row] = await database.query<{ turn: string }>("select turn from visa_applications where id = $1", [id]);
  return [row?.turn, (await readOpenWork(db, id)).things];
};
const unsigned = async () => (await readApplication(id))?.agreement?.unsigned ?? null;

describe("a case whose work begins once its agreement is signed", () => {
  test("[M-AGR-11, C-TURN-2] it is the applicant's turn for one thing until the agreement is signed, and the desk says not to begin", async () => {
    expect(await turn()).toEqual(["office", 0]);
    const offer = await insertOffer(database, id);
    expect(await turn()).toEqual(["applicant", 1]);
    expect(await unsigned()).toBe("unsigned");
    expect(doNotBegin.unsigned).toBe("Do not begin: the agreement is not signed.");
    await insertSignature(database, offer);
    expect(await turn()).toEqual(["office", 0]);
    expect(await unsigned()).toBeNull();
  });

  test("[M-AGR-11] an agreement without that tick passes no turn and asks nothing before filing", async () => {
    await insertOffer(database, id, { work_begins_signed: false });
    expect(await turn()).toEqual(["office", 0]);
    expect(await unsigned()).toBeNull();
    expect(await fileCase(staff, { applicationId: id, filedOn: nassauDay() })).toEqual({ ok: true });
  });

  test("[M-AGR-11, M-AGR-4] an agreement that was taken offline can't be signed: it is the office's turn, and the desk still says not to begin", async () => {
    await insertOffer(database, id);
    await database.query("update agreement_templates set is_offline = true");
    expect([await turn(), await unsigned()]).toEqual([["office", 0], "unsignable"]);
    expect(doNotBegin.unsignable).toBe(doNotBegin.unsigned);
    expect(nothingToSign(await unsigned())).toBe("It was offered, but it can’t be signed at the moment.");
  });

  test("[M-AGR-11, M-AGR-2] an agreement whose text names a fact that the case lacks can't be signed: it is the office's turn, too", async () => {
    const blocks = JSON.stringify([{ paragraphs: ["{legal name}"] }]);
    await insertOffer(database, id);
    await database.query("update agreement_templates set blocks = $1", [blocks]);
    expect([await turn(), await unsigned()]).toEqual([["office", 0], "unsignable"]);
    await database.query(
      `insert into site_settings (key, value) values ('legal_name', '"Lucaya Ltd."')
       on conflict (key) do update set value = excluded.value`,
    );
    expect([await turn(), await unsigned()]).toEqual([["applicant", 1], "unsigned"]);
  });

  test("[M-AGR-11] a draft and a decided case wait for nobody", async () => {
    await insertOffer(database, id);
    for (const status of ["draft", "approved", "denied", "withdrawn"] as const)
      expect(turnOf({ status, filedOn: null }, await readOpenWork(db, id))).toBeNull();
    await database.query("update visa_applications set status = 'denied' where id = $1", [id]);
    expect(await unsigned()).toBeNull();
  });

  test("[M-AGR-12] an earlier agreement counts until the new one is signed", async () => {
    await insertSignature(database, await insertOffer(database, id));
    await insertOffer(database, id, { because: "price" });
    expect(await turn()).toEqual(["office", 0]);
    expect(await unsigned()).toBeNull();
  });

  test("[M-AGR-12, M-AGR-13] a changed price that was changed back leaves the signature in force, until it is withdrawn", async () => {
    const signature = await insertSignature(database, await insertOffer(database, id));
    await insertOffer(database, id, { because: "price" });
    await database.query("update agreement_offers set replaced_at = now() where replaced_at is null");
    expect(await unsigned()).toBeNull();
    await insertEvent(database, signature, { kind: "withdrawn" });
    expect([await turn(), await unsigned()]).toEqual([["office", 0], "withdrawn"]);
  });

  test("[M-AGR-13] a newer signature that is withdrawn puts no earlier one back in force", async () => {
    await insertSignature(database, await insertOffer(database, id));
    const next = await insertSignature(database, await insertOffer(database, id, { because: "price" }));
    expect(await unsigned()).toBeNull();
    await insertEvent(database, next, { kind: "withdrawn" });
    expect(await unsigned()).toBe("withdrawn");
  });

  test("[M-AGR-13] a withdrawn or ended signature is the office's to replace, and the desk says not to begin", async () => {
    const signature = await insertSignature(database, await insertOffer(database, id));
    await insertEvent(database, signature, { kind: "withdrawn" });
    expect([await turn(), await unsigned()]).toEqual([["office", 0], "withdrawn"]);
    const next = await insertSignature(database, await insertOffer(database, id, { because: "version" }));
    expect(await unsigned()).toBeNull();
    await insertEvent(database, next, { kind: "countersigned", admin_email: staff.staff.email });
    expect(await unsigned()).toBeNull();
    const ended = { kind: "ended", admin_email: staff.staff.email, ended_on: nassauDay(), reason: "Moved" };
    await insertEvent(database, next, ended);
    expect([await turn(), await unsigned()]).toEqual([["office", 0], "ended"]);
    await insertOffer(database, id, { because: "version" });
    expect([await turn(), await unsigned()]).toEqual([["applicant", 1], "unsigned"]);
  });

  test("[M-AGR-11] an open page notices an offer, a signature and what became of it", async () => {
    const seen = new Set([await changesOf(id, { asApplicant: true })]);
    const offer = await insertOffer(database, id);
    seen.add(await changesOf(id, { asApplicant: true }));
    const signature = await insertSignature(database, offer);
    seen.add(await changesOf(id, { asApplicant: true }));
    await insertEvent(database, signature, { kind: "withdrawn" });
    seen.add(await changesOf(id, { asApplicant: true }));
    expect(seen.size).toBe(4);
  });
});

describe("the question before filing", () => {
  const file = (more: object = {}) => fileCase(staff, { applicationId: id, filedOn: nassauDay(), ...more });
  const question = "The agreement is not signed. File anyway?";
  const refused = (text: string) => ({ ok: false, reason: "conflict", message: text, detail: { question: text } });

  test("[M-AGR-11, C-TURN-4] filing asks while the agreement is not signed, and only a yes to that question files", async () => {
    const offer = await insertOffer(database, id);
    for (const asked of [undefined, "", "yes"]) expect(await file({ asked })).toEqual(refused(question));
    expect(await file({ asked: question })).toEqual({ ok: true });
    // A corrected day of a filed case begins nothing, but filing it again does.
    expect(await file({ filedOn: inDays(-1) })).toEqual({ ok: true });
    expect(await file({ filedOn: "" })).toEqual({ ok: true });
    expect(await file()).toEqual(refused(question));
    const signature = await insertSignature(database, offer);
    expect(await file()).toEqual({ ok: true });
    expect(await file({ filedOn: "" })).toEqual({ ok: true });
    await insertEvent(database, signature, { kind: "ended", ended_on: nassauDay(), reason: "Moved" });
    expect(await file()).toEqual(refused("The agreement has ended. File anyway?"));
  });

  test("[M-AGR-11, U-AGE-12] it names old documents and the agreement together, and asks again when either changes", async () => {
    await requireDocuments(database, serviceId, {
      medical: { document_name: "Medical certificate", ...ruled("30 days filing") },
    });
    const certificate = await insertFile(database, id, "medical", { issued_on: inDays(-40) });
    const old = `Medical certificate was issued on ${calendarLongDate(inDays(-40))}, which is too old for this filing day.`;
    const offer = await insertOffer(database, id);
    const both = `${old} The agreement is not signed. File anyway?`;
    expect(await file({ asked: question })).toEqual(refused(both));
    await insertSignature(database, offer);
    expect(await file({ asked: both })).toEqual(refused(`${old} File anyway?`));
    await insertOffer(database, id);
    await database.query("delete from documents where id = $1", [certificate]);
    expect(await file({ asked: both }), "the earlier one counts").toEqual({ ok: true });
  });
});
