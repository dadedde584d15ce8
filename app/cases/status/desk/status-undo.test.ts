import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { changesOf } from "~/cases/turn/changes.server";
import { requestWithdrawal } from "~/cases/withdrawal/withdraw.server";
import { pool } from "~/db/client.server";
import { registerMail } from "~/mail/deliver.server";
import { ownLinks } from "~/mail/links/own-links.server";
import { Applicant, newEmail } from "../../../../test/harness/applicants/in-process";
import { letUndoPass } from "../../../../test/harness/desk/undo";
import { recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { runJob } from "../../../../test/harness/in-process/jobs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../../test/harness/waiting";
import { setStatus } from "./set-status.server";
import { registerStatusUndo } from "./status-undo.server";

const database = testDatabase();
let staff: StaffContext;
let applicant: Applicant;
let id = "";
let email = "";

beforeAll(async () => {
  registerStatusUndo();
  registerMail();
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from limit_counts");
  await database.query("delete from undo_offers");
  applicant = new Applicant(database);
  email = newEmail();
  id = await applicant.start(email);
  await database.query(
    `update visa_applications set status = 'under_review', submitted_at = now() - interval '3 days', turn = 'office',
       turn_since = now() - interval '2 days', last_updated_at = now() - interval '1 day' where id = $1`,
    [id],
  );
  await database.query("delete from email_notifications");
});

const set = (status: string, more: object = {}) => setStatus(staff, { applicationId: id, status, ...more });
const row = async () =>
  (
    await database.query(
      `select status, turn, turn_since, withdrawal_requested_at, withdrawal_reason, last_updated_at
       from visa_applications where id = $1`,
      [id],
    )
  )[0];
const mails = () =>
  database.query<{ id: string; kind: string; waits: boolean; status: string }>(
    `select id, email_type as kind, due_at > now() + interval '5 seconds' as waits, status from email_notifications
     where application_id = $1 order by created_at`,
    [id],
  );
const openOfferId = async () => (await readOpenOffer(staff.staff))?.id ?? "";
const undoIt = async (offer?: string, by = staff) => undo(by, { offer: offer ?? (await openOfferId()) });
/** All that the applicant's page, its poll, the list of applications and the mail with all links say of the status. */
async function seenByApplicant() {
  const { status, withdrawal, turn, timeline, requests, changes } = await statusData(await applicant.found(id));
  const [link] = await ownLinks(email);
  const { attempt: _, ...asked } = requests ?? {};
  const polled = await changesOf(id, { asApplicant: true });
  return { status, withdrawal, turn, timeline, asked, changes, polled, link: link?.status };
}
const lines = () =>
  database.query<{ to: string; undone: boolean }>(
    "select to_status as to, undone_at is not null as undone from application_status_history where application_id = $1 order by created_at",
    [id],
  );

describe("undo of a status change", () => {
  test("[K-UNDO-1, K-UNDO-3] an undone change leaves case and page as before, and stays in the desk's record", async () => {
    await requestWithdrawal(applicant.context(id), id, "No trip");
    await database.query("delete from email_notifications");
    const [before, seen] = [await row(), await seenByApplicant()];
    expect(await set("additional_info_required", { message: "Who pays for the trip?" })).toEqual({
      ok: true,
      mailed: true,
    });
    expect(await row()).toMatchObject({
      status: "additional_info_required",
      turn: "applicant",
      withdrawal_requested_at: null,
    });
    expect(await seenByApplicant()).toEqual(seen);
    expect(await undoIt()).toEqual({ ok: true });
    expect(await row()).toEqual(before);
    expect(await seenByApplicant()).toEqual(seen);
    expect(await mails()).toEqual([]);
    const remaining = await database.query("select 1 from case_request_items where application_id = $1", [id]);
    expect(remaining).toEqual([]);
    expect((await recordOf(database, id)).map(({ what }) => what).slice(-2)).toEqual([
      "application_status_updated",
      "application_status_undone",
    ]);
    expect((await lines()).slice(-2)).toEqual([
      { to: "additional_info_required", undone: true },
      { to: "under_review", undone: true },
    ]);
    await letUndoPass(database);
    expect(await seenByApplicant()).toEqual(seen);
  });

  test("[K-UNDO-2, K-UNDO-3] the applicant sees the change, and gets its mail once, after the ten seconds", async () => {
    const seen = await seenByApplicant();
    await set("submitted", { message: "Once more." });
    const [mail, ...more] = await mails();
    expect([mail, more]).toEqual([expect.objectContaining({ kind: "status_update", waits: true }), []]);
    // Whatever starts it early, such as a mended mail server, it is not sent.
    await runJob("mail.send", { mailId: mail?.id });
    expect((await mails())[0]).toMatchObject({ status: "pending" });
    expect(await seenByApplicant()).toEqual(seen);
    await letUndoPass(database);
    expect(await seenByApplicant()).toMatchObject({ status: "submitted", link: "Submitted" });
    expect((await seenByApplicant()).polled).not.toBe(seen.polled);
    expect((await seenByApplicant()).timeline[0]).toMatchObject({ status: "submitted", message: "Once more." });
    await runJob("mail.send", { mailId: mail?.id });
    expect((await mails())[0]).toMatchObject({ status: "sent" });
  });

  test("[K-UNDO-2] the mail's job is queued meanwhile, so that it survives a restart", async () => {
    await set("submitted");
    const [mail] = await mails();
    const jobs = await database.query<{ late: boolean }>(
      `select j.start_after >= o.open_until as late from pgboss.job j, undo_offers o
       where j.name = 'mail.send' and j.data->>'mailId' = $1`,
      [mail?.id],
    );
    expect(jobs).toEqual([{ late: true }]);
  });

  test("[K-UNDO-3] of two changes within the ten seconds the page shows neither, then the first once the second is undone", async () => {
    const seen = await seenByApplicant();
    await set("submitted");
    const first = await openOfferId();
    await set("additional_info_required", { message: "Which bank?" });
    expect(await seenByApplicant()).toEqual(seen);
    expect(await openOfferId()).not.toBe(first);
    expect(await undoIt()).toEqual({ ok: true });
    expect(await seenByApplicant()).toEqual(seen);
    await letUndoPass(database);
    expect(await seenByApplicant()).toMatchObject({ status: "submitted", asked: { open: [] } });
    expect((await mails()).map(({ kind }) => kind)).toEqual(["status_update"]);
  });

  test("[K-UNDO-4] an undo after ten seconds, or by another admin, is refused and changes nothing", async () => {
    await set("submitted");
    const offer = await openOfferId();
    const tooLate = "It is too late to undo this. Please change it again by hand.";
    const colleague = await staffMember(database, "super_admin");
    const colleagueResult = await withoutChange(database, () => undoIt(offer, colleague));
    expect(colleagueResult).toMatchObject({ ok: false, message: tooLate });
    await letUndoPass(database);
    expect(await readOpenOffer(staff.staff)).toBeNull();
    expect(await withoutChange(database, () => undoIt(offer))).toMatchObject({ ok: false, message: tooLate });
    for (const unknown of ["1", crypto.randomUUID()])
      expect(await withoutChange(database, () => undoIt(unknown))).toMatchObject({ ok: false, message: tooLate });
  });

  test("[K-UNDO-4] an undo that waited for a lock until the ten seconds were over is refused and changes nothing", async () => {
    await set("submitted");
    const [offer, before] = [await openOfferId(), await row()];
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("select from undo_offers where id = $1 for update", [offer]);
      const undoing = undoIt(offer);
      await untilWaiting(database, "undo_offers");
      await client.query("update undo_offers set open_until = clock_timestamp() where id = $1", [offer]);
      await client.query("commit");
      expect(await undoing).toMatchObject({ ok: false, reason: "closed" });
    } finally {
      client.release();
    }
    expect(await row()).toEqual(before);
    expect(await mails()).toHaveLength(1);
  });

  test.each([
    ["another status", () => setStatus(staff, { applicationId: id, status: "approved", sure: "yes" })],
    ["a request to withdraw", () => requestWithdrawal(applicant.context(id), id, "")],
  ])("[K-UNDO-4] an undo after %s is refused with a message and changes nothing", async (_, meanwhile) => {
    await set("submitted");
    const offer = await openOfferId();
    expect(await meanwhile()).toMatchObject({ ok: true });
    expect(await withoutChange(database, () => undoIt(offer))).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.",
    });
  });

  test("[K-UNDO-1] two simultaneous undos undo the change once", async () => {
    await set("submitted");
    const offer = await openOfferId();
    expect(await Promise.all([undoIt(offer), undoIt(offer), undoIt(offer)])).toEqual(Array(3).fill({ ok: true }));
    expect((await lines()).filter(({ to }) => to === "under_review")).toHaveLength(1);
    expect(await readOpenOffer(staff.staff)).toMatchObject({ undone: true });
  });

  test("[K-UNDO-3] a mail about to be sent waits for an undo that began in time, and is then deleted", async () => {
    await set("submitted");
    const [mail] = await mails();
    const offer = await openOfferId();
    await database.query("update email_notifications set due_at = now() - interval '1 second' where id = $1", [
      mail?.id,
    ]);
    await Promise.all([undoIt(offer), runJob("mail.send", { mailId: mail?.id })]);
    const sent = (await mails())[0]?.status === "sent";
    // Whichever came first: sent by then, or taken back.
    expect(sent).toBe((await mails()).length === 1);
  });

  test("[K-UNDO-1] setting or leaving a final status asks for confirmation, with what it ends, and can't be undone", async () => {
    await set("additional_info_required", { message: "Which bank?" });
    await letUndoPass(database);
    const refused = await withoutChange(database, () => set("approved"));
    expect(refused).toMatchObject({
      ok: false,
      message: "Change this application to Approved? That closes 1 open request, and it can’t be undone.",
    });
    expect(await set("approved", { sure: "yes" })).toMatchObject({ ok: true });
    expect(await readOpenOffer(staff.staff)).toBeNull();
    expect((await seenByApplicant()).status).toBe("approved");
    expect(await set("under_review", { sure: "yes" })).toMatchObject({ ok: true });
    expect(await readOpenOffer(staff.staff)).toBeNull();
    expect((await seenByApplicant()).status).toBe("under_review");
  });
});
