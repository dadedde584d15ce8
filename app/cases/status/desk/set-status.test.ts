import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { timelineOf } from "~/cases/applicant-page/timeline.server";
import { statusLook } from "~/ui/lists/status-badge";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { insertAppointment } from "../../../../test/harness/desk/appointments";
import { entry, recordOf, whileNothingIsInserted, withoutChange } from "../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { statusChoices } from "../status-choices";
import { previewStatus, setStatus } from "./set-status.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
/** A submitted application. */
let id = "";
const number = "T-001";
const unknownId = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
});
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "limit_counts", "admin_activity_log", "pgboss.job"])
    await database.query(`delete from ${table}`);
  await insertApplications(database, 1, 1);
  const rows = await database.query<{ id: string }>("select id from visa_applications order by application_number");
  id = rows[0]?.id ?? "";
});

const application = async () => (await database.query("select * from visa_applications where id = $1", [id]))[0];
const history = () =>
  database.query(
    "select from_status, to_status, message, admin_email from application_status_history where application_id = $1 order by created_at",
    [id],
  );
async function previewed(status: string) {
  const shown = await previewStatus(regular, { applicationId: id, status });
  if (!shown.ok) throw new Error(shown.message);
  return shown;
}
const mails = () =>
  database.query<{ id: string }>(
    "select id, email_type, recipient_email, application_id, template_data from email_notifications order by created_at",
  );

describe("setting a status", () => {
  test("[A-APPD-11, A-APPD-12] a status is stored with its history, its record and its queued mail", async () => {
    const before = await application();
    const message = "Bring your passport.";
    expect(await setStatus(regular, { applicationId: id, status: "approved", message, sure: "yes" })).toEqual({
      ok: true,
      mailed: true,
    });
    expect(await application()).toEqual({ ...before, status: "approved", last_updated_at: expect.any(Date) });
    expect(await history()).toEqual([
      { from_status: "submitted", to_status: "approved", message, admin_email: regular.staff.email },
    ]);
    expect(await recordOf(database, id)).toEqual([
      entry(regular, "application_status_updated", "application", { number, from: "submitted", to: "approved" }),
    ]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      email_type: "status_update",
      recipient_email: "person1@mail.example",
      application_id: id,
    });
    expect(await database.enqueued("mail.send")).toEqual([{ mailId: mail?.id }]);
  });

  test("[A-APPD-13] the mail has six facts; [A-APPD-10] without a message it has one that names the status", async () => {
    await setStatus(regular, { applicationId: id, status: "under_review" });
    expect((await mails())[0]).toMatchObject({
      template_data: {
        name: "Applicant",
        email: "person1@mail.example",
        applicationNumber: number,
        newStatus: "under_review",
        statusMessage: "Your application status has been updated to Under Review",
        applicationId: id,
      },
    });
  });

  test("[A-APPD-9] a submitted case can get any status after any other, if there is a future interview", async () => {
    for (const from of statusChoices)
      for (const to of statusChoices) {
        if (to === "interview_scheduled") await insertAppointment(database, id);
        await database.query("update visa_applications set status = $2 where id = $1", [id, from]);
        const set = await setStatus(regular, { applicationId: id, status: to, message: "So.", sure: "yes" });
        expect(set, `${from} ${to}`).toMatchObject({ ok: from !== to });
        expect(await application()).toMatchObject({ status: to });
      }
  });

  test("[A-APPD-9] a case that was never submitted can only be withdrawn, also again", async () => {
    await database.query("update visa_applications set status = 'draft', submitted_at = null where id = $1", [id]);
    for (const state of ["draft", "withdrawn"]) {
      await database.query("update visa_applications set status = $2 where id = $1", [id, state]);
      for (const status of statusChoices.filter((choice) => choice !== "withdrawn"))
        expect(
          await withoutChange(database, () => setStatus(regular, { applicationId: id, status })),
          `${state} ${status}`,
        ).toMatchObject({ ok: false, reason: "closed" });
      expect(await previewStatus(regular, { applicationId: id, status: "approved" })).toMatchObject({
        reason: "closed",
      });
    }
    await database.query("update visa_applications set status = 'draft' where id = $1", [id]);
    expect(await setStatus(regular, { applicationId: id, status: "withdrawn", sure: "yes" })).toMatchObject({
      ok: true,
    });
  });

  test.each([
    [{ status: "draft" }, "invalid"],
    [{ status: "archived" }, "invalid"],
    [{ message: "m".repeat(2001) }, "invalid"],
    [{ attempt: "1" }, "invalid"],
    [{ applicationId: "1" }, "invalid"],
    [{ applicationId: unknownId }, "not-found"],
    [{ seen: "under_review" }, "conflict"],
  ])("[A-APPD-8] %j is refused, and nothing is mailed", async (change, reason) => {
    const call = () => setStatus(regular, { applicationId: id, status: "approved", ...change });
    expect(await withoutChange(database, call)).toMatchObject({ ok: false, reason });
  });

  test("a message can have 2,000 characters", async () => {
    const message = "m".repeat(2000);
    expect(await setStatus(regular, { applicationId: id, status: "approved", message, sure: "yes" })).toMatchObject({
      ok: true,
    });
  });

  test("a form sent twice with one key is one change and one mail; another admin's same key is another change", async () => {
    const input = { applicationId: id, status: "approved", sure: "yes", attempt: crypto.randomUUID() };
    await setStatus(regular, input);
    expect(await withoutChange(database, () => setStatus(regular, input))).toEqual({ ok: true, mailed: true });
    const sendChanged = () => setStatus(regular, { ...input, status: "denied", seen: "submitted" });
    expect(await withoutChange(database, sendChanged)).toMatchObject({ reason: "conflict" });
    expect(await setStatus(superAdmin, { ...input, status: "denied" })).toMatchObject({ ok: true });
    expect(await application()).toMatchObject({ status: "denied" });
    expect(await mails()).toHaveLength(2);
  });

  test("any status resolves an open withdrawal request", async () => {
    await database.query(
      "update visa_applications set withdrawal_requested_at = now(), withdrawal_reason = 'No trip' where id = $1",
      [id],
    );
    await setStatus(regular, { applicationId: id, status: "under_review" });
    expect(await application()).toMatchObject({ withdrawal_requested_at: null, withdrawal_reason: null });
  });

  test("without an email the status is set without a mail, and says so", async () => {
    await database.query("update visa_applications set user_email = '' where id = $1", [id]);
    expect(await setStatus(regular, { applicationId: id, status: "denied", sure: "yes" })).toEqual({
      ok: true,
      mailed: false,
    });
    expect([await mails(), await database.enqueued("mail.send")]).toEqual([[], []]);
  });

  test.each(["email_notifications", "admin_activity_log", "application_status_history", "pgboss.job"])(
    "[A-APPD-14] if its row of %s can't be written, the status isn't set",
    async (table) => {
      const failed = () =>
        whileNothingIsInserted(database, table, async () => {
          expect(await setStatus(regular, { applicationId: id, status: "denied", sure: "yes" })).toMatchObject({
            reason: "failed",
          });
        });
      await withoutChange(database, failed);
    },
  );

  test("the preview changes nothing and shows the mail that would be sent", async () => {
    const call = () => previewStatus(regular, { applicationId: id, status: "approved", message: "Bring <it>." });
    expect(await withoutChange(database, call)).toMatchObject({
      ok: true,
      preview: {
        to: "person1@mail.example",
        subject: `Application ${number}: Approved`,
        text: expect.stringContaining("Bring <it>."),
      },
    });
  });
});

describe("an unchanged status and a changed decision", () => {
  test("[K-UNDO-5] setting the current status is refused with a message that names it, for each status", async () => {
    for (const status of statusChoices) {
      await database.query("update visa_applications set status = $2 where id = $1", [id, status]);
      const again = () => setStatus(regular, { applicationId: id, status, sure: "yes" });
      expect(await withoutChange(database, again)).toMatchObject({
        ok: false,
        reason: "conflict",
        message: `The status is already ${statusLook(status).label}. Nothing was changed, and no email was sent.`,
      });
    }
  });

  test("[C-DEC-4] two admins setting a status at once make one change, one entry and one mail, and the other admin is told", async () => {
    const input = { applicationId: id, status: "approved", seen: "submitted", sure: "yes" };
    const results = await Promise.all([setStatus(regular, input), setStatus(superAdmin, input)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({
      message: "The status is already Approved. Nothing was changed, and no email was sent.",
    });
    expect([await history(), await mails()].map(({ length }) => length)).toEqual([1, 1]);
  });

  test.each(["approved", "denied", "withdrawn"] as const)(
    "[K-UNDO-6] leaving the status %s requires a confirmation",
    async (final) => {
      await database.query("update visa_applications set status = $2 where id = $1", [id, final]);
      const setUnderReview = () => setStatus(regular, { applicationId: id, status: "under_review", sure: "on" });
      expect(await withoutChange(database, setUnderReview)).toMatchObject({
        ok: false,
        message: `This application is ${statusLook(final).label}. Change it to Under Review?`,
      });
      const yes = await setStatus(regular, { applicationId: id, status: "under_review", sure: "yes" });
      expect(yes).toMatchObject({ ok: true });
    },
  );

  test("[F-APPL-1] a confirmation is asked for again if the change would now close more than the question said", async () => {
    const sent = (question?: string) =>
      setStatus(regular, { applicationId: id, status: "denied", sure: "yes", question });
    const first = "Change this application to Denied? It can’t be undone.";
    await insertAppointment(database, id);
    const second = "Change this application to Denied? That cancels 1 appointment, and it can’t be undone.";
    expect(await withoutChange(database, () => sent(first))).toMatchObject({
      ...{ reason: "conflict", message: second, detail: { ask: true, question: second } },
    });
    expect(await sent(second)).toMatchObject({ ok: true });
  });

  test("[C-DEC-5] a status that reverses a decision says so in its mail, with the decision's date", async () => {
    await setStatus(regular, { applicationId: id, status: "approved", sure: "yes" });
    await database.query("update application_status_history set created_at = '2026-11-22T15:00:00Z'");
    await setStatus(regular, { applicationId: id, status: "under_review", sure: "yes" });
    const notice =
      "The decision of November 22, 2026 (Approved) no longer applies. The status is now Under Review. Please don’t travel yet. If you’ve booked anything, call us first.";
    expect((await mails())[1]).toMatchObject({ template_data: { endedDecision: notice } });
    const lines = await timelineOf(id);
    expect(lines.map(({ what }) => what)).toEqual([notice, "Your visa was approved."]);
    const { text } = (await previewed("approved")).preview;
    expect(text).not.toContain("no longer applies");
    expect((await previewed("denied")).preview.text).not.toContain("no longer applies");
    await setStatus(regular, { applicationId: id, status: "denied", sure: "yes" });
    expect((await previewed("approved")).preview.text).toMatch(/The decision of .+ \(Denied\) no longer applies/);
  });
});
