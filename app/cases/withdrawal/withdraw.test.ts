import { beforeEach, describe, expect, test } from "vitest";
import { applicationStatuses } from "~/db/schema/values";
import { Applicant, mailsOf, recordOf, whileRefused, wholeOf } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { inDays, surely } from "../../../test/harness/desk/appointments";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { timelineOf } from "../applicant-page/timeline.server";
import { makeAppointment } from "../appointments/desk/write-appointment.server";
import { requestItems } from "../requests/asking/ask.server";
import { emptyItem } from "../requests/asking/check-items";
import { setStatus } from "../status/desk/set-status.server";
import { seenStatus } from "../status/status-choices";
import { takeBackWithdrawal } from "./take-back-withdrawal.server";
import { requestWithdrawal } from "./withdraw.server";

const database = testDatabase();
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

/** Submitted, or as staff have set it since; a draft was never submitted. */
async function submitted(status = "submitted") {
  const id = await applicant.start();
  await database.query(
    `update visa_applications set status = $2::application_status,
       submitted_at = case when $2 <> 'draft' then now() end where id = $1`,
    [id, status],
  );
  return id;
}
const request = (id: string, reason: unknown = "My plans have changed.", as = applicant) =>
  requestWithdrawal(as.context(id), id, reason);
const numberOf = async (id: string) =>
  (
    await database.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    )
  )[0]?.number;

/** The state that a status form loaded now is based on, as it sends it. */
async function seenNow(id: string) {
  const [row] = await database.query<{ status: string; at: Date | null }>(
    "select status, withdrawal_requested_at as at from visa_applications where id = $1",
    [id],
  );
  if (!row) throw new Error("We can’t find this application");
  return seenStatus({ status: row.status, withdrawalRequestedAt: row.at });
}

describe("the rows of a withdrawal request, in one transaction", () => {
  test("the request is stored with its reason; the status stays until staff decide", async () => {
    const id = await submitted("under_review");
    expect(await request(id, "  My plans\r\nhave changed. ")).toEqual({ ok: true });
    const [row] = await database.query(
      `select status, withdrawal_reason as reason, now() - withdrawal_requested_at < interval '1 minute' as now
       from visa_applications where id = $1`,
      [id],
    );
    expect(row).toEqual({ status: "under_review", reason: "My plans\nhave changed.", now: true });
  });

  test("the request adds a history entry without a status change, and a record with number, status and IP", async () => {
    const id = await submitted("interview_scheduled");
    await request(id);
    const [line] = await database.query(
      `select from_status as was, to_status as is, message, admin_email as admin from application_status_history
       where application_id = $1 order by created_at desc limit 1`,
      [id],
    );
    expect(line).toEqual({
      was: "interview_scheduled",
      is: "interview_scheduled",
      message: "The applicant has asked to withdraw the application.\nMy plans have changed.",
      admin: null,
    });
    expect(await recordOf(database, id)).toEqual([
      {
        action: "withdrawal_requested_by_applicant",
        subject: "application",
        admin: null,
        details: { number: await numberOf(id), status: "interview_scheduled" },
        address: applicant.address,
      },
    ]);
  });

  test("applicant and office get one mail each with the reason", async () => {
    const id = await submitted();
    const jobs = (await database.enqueued("mail.send")).length;
    await request(id);
    expect(await mailsOf(database, id)).toEqual(
      expect.arrayContaining(["withdrawal_requested", "withdrawal_notification"]),
    );
    expect((await database.enqueued("mail.send")).length).toBe(jobs + 2);
    const data = await database.query(
      `select template_data ->> 'reason' as reason, template_data ->> 'status' as status from email_notifications
       where application_id = $1 and email_type = 'withdrawal_notification'`,
      [id],
    );
    expect(data).toEqual([{ reason: "My plans have changed.", status: "submitted" }]);
  });

  test("the office's mail names the visa, and says so if there is no email because its owner refused it", async () => {
    const id = await submitted();
    const { id: service } = await serviceOf(database, "canadian-eta");
    await database.query("update visa_applications set visa_service_id = $2, user_email = '' where id = $1", [
      id,
      service,
    ]);
    await request(id);
    const mails = await database.query(
      `select email_type as kind, template_data ->> 'applicantEmail' as email, template_data ->> 'visaType' as visa
       from email_notifications where application_id = $1 and email_type::text like 'withdrawal%'`,
      [id],
    );
    const [visaService] = await database.query<{ visa: string }>(
      "select visa_type as visa from visa_services where id = $1",
      [service],
    );
    expect(mails).toEqual([{ kind: "withdrawal_notification", email: "No address", visa: visaService?.visa }]);
  });

  test.each(["email_notifications", "application_status_history", "admin_activity_log"])(
    "a failed write of %s rolls back the request",
    async (table) => {
      const id = await submitted();
      const before = await wholeOf(database, id);
      await expect(whileRefused(database, table, () => request(id))).rejects.toThrow();
      expect(await wholeOf(database, id)).toEqual(before);
    },
  );
});

describe("permission to request a withdrawal", () => {
  test("a stranger and a browser with access to another application can't request it", async () => {
    const id = await submitted();
    const otherApplicant = new Applicant(database);
    const otherId = await otherApplicant.start();
    const before = await wholeOf(database, id);
    expect(await request(id, "", otherApplicant)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await requestWithdrawal(otherApplicant.context(otherId), id, "")).toMatchObject({ reason: "forbidden" });
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("a browser whose access has just expired can't request it", async () => {
    const id = await submitted();
    await database.query("update application_holders set expires_at = now() where application_id = $1", [id]);
    expect(await request(id)).toMatchObject({ ok: false, reason: "forbidden" });
  });
});

describe("the status required for a withdrawal request", () => {
  const open = ["submitted", "under_review", "additional_info_required", "interview_scheduled"];
  test.each(applicationStatuses)("the status %s allows or refuses a request", async (status) => {
    const id = await submitted(status);
    const before = await wholeOf(database, id);
    const result = await request(id);
    if (open.includes(status)) expect(result).toEqual({ ok: true });
    else {
      expect(result).toMatchObject({ ok: false, reason: "closed" });
      expect(await wholeOf(database, id)).toEqual(before);
    }
  });

  test("repeating an open request changes nothing, even three times at once", async () => {
    const id = await submitted();
    expect(await Promise.all([request(id, "Once"), request(id, "Once"), request(id, "Once")])).toEqual(
      Array(3).fill({ ok: true }),
    );
    const before = await wholeOf(database, id);
    expect(await request(id, "Twice")).toEqual({ ok: true });
    expect(await wholeOf(database, id)).toEqual(before);
    expect(await recordOf(database, id)).toHaveLength(1);
  });

  test("after staff have resolved a request, another one can be made", async () => {
    const id = await submitted();
    await request(id);
    await database.query("update visa_applications set withdrawal_requested_at = null where id = $1", [id]);
    await request(id, "Again");
    expect(await recordOf(database, id)).toHaveLength(2);
  });
});

test("a reason of 1000 characters is accepted, one of 1001 is refused", async () => {
  const id = await submitted();
  const before = await wholeOf(database, id);
  expect(await request(id, "x".repeat(1001))).toMatchObject({
    reason: "invalid",
    message: "Please use at most 1,000 characters.",
  });
  expect(await wholeOf(database, id)).toEqual(before);
  expect(await request(id, "x".repeat(1000))).toEqual({ ok: true });
});

describe("cancelling a withdrawal request", () => {
  const takeBack = (id: string, as = applicant) => takeBackWithdrawal(as.context(id), id);
  const tooLate = {
    ok: false,
    reason: "closed",
    message: "We have answered your request already; the page shows how.",
  };

  test("[C-WD-1] cancelling ends the request, appears in timeline and record, and sends one mail to each side; the status stays", async () => {
    const id = await submitted("under_review");
    await request(id);
    const before = await mailsOf(database, id);
    expect(await Promise.all([takeBack(id), takeBack(id), takeBack(id)])).toEqual(Array(3).fill({ ok: true }));
    const rows = await database.query(
      "select status, withdrawal_requested_at as at, withdrawal_reason as reason from visa_applications where id = $1",
      [id],
    );
    expect(rows).toEqual([{ status: "under_review", at: null, reason: null }]);
    const added = (await mailsOf(database, id)).filter((kind) => !before.includes(kind));
    expect(added.sort()).toEqual(["withdrawal_taken_back", "withdrawal_taken_back_notification"]);
    const [last, requested] = await timelineOf(id);
    expect([last, requested]).toMatchObject([
      { by: "You", what: "You took back the request to withdraw.", message: null, status: null },
      { by: "You", what: "You asked to withdraw the application.", message: "My plans have changed." },
    ]);
    expect((await recordOf(database, id)).map(({ action }) => action)).toContain("withdrawal_taken_back_by_applicant");
    // The request can be made again afterwards.
    expect(await request(id, "After all.")).toEqual({ ok: true });
    expect(await takeBack(id)).toEqual({ ok: true });
  });

  test("[C-WD-2] cancelling after staff set a status does nothing, and of both at once exactly one takes effect", async () => {
    const staff = await staffMember(database);
    const answered = await submitted("under_review");
    await request(answered);
    await setStatus(staff, { applicationId: answered, status: "withdrawn", sure: "yes" });
    const before = await wholeOf(database, answered);
    expect(await takeBack(answered)).toEqual({ ...tooLate, detail: undefined });
    expect(await wholeOf(database, answered)).toEqual(before);

    for (let round = 0; round < 6; round++) {
      const id = await submitted("under_review");
      await request(id);
      const input = { applicationId: id, status: "withdrawn", seen: await seenNow(id), sure: "yes" };
      const [takenBack, set] = await Promise.all([takeBack(id), setStatus(staff, input)]);
      expect([takenBack.ok, set.ok].filter(Boolean)).toHaveLength(1);
      const lines = await timelineOf(id);
      const isTakenBack = lines.some(({ what }) => what === "You took back the request to withdraw.");
      expect(isTakenBack).toBe(takenBack.ok);
    }
  });

  test("[C-WD-2] a stranger can't cancel a request, and cancelling without one is refused", async () => {
    const id = await submitted();
    const before = await wholeOf(database, id);
    expect(await takeBack(id)).toMatchObject(tooLate);
    const otherApplicant = new Applicant(database);
    await otherApplicant.start();
    expect(await takeBack(id, otherApplicant)).toMatchObject({ reason: "forbidden" });
    expect(await wholeOf(database, id)).toEqual(before);
  });
});

describe("a withdrawal request that the admin has not seen", () => {
  const isStillRequested = async (id: string) => (await seenNow(id)).includes(" ");

  test("[C-WD-1, C-WD-2] a status from a page loaded before the request, or before its cancellation, is refused", async () => {
    const staff = await staffMember(database);
    const id = await submitted("under_review");
    const set = (seen: string) => setStatus(staff, { applicationId: id, status: "withdrawn", seen, sure: "yes" });
    const before = await seenNow(id);
    await request(id);
    const seenStatus = await seenNow(id);
    const message =
      "The applicant has just asked to withdraw. Any status you set will answer that request. Nothing was changed or sent.";
    const whole = await wholeOf(database, id);
    expect(await set(before)).toMatchObject({ reason: "conflict", message, detail: undefined });
    expect(await wholeOf(database, id)).toEqual(whole);
    await takeBackWithdrawal(applicant.context(id), id);
    expect(await set(seenStatus)).toMatchObject({ reason: "conflict", message: expect.stringContaining("taken back") });
    await request(id, "After all.");
    expect(await set(seenStatus), "another request than the one that was read").toMatchObject({ reason: "conflict" });
    expect(await set(await seenNow(id))).toMatchObject({ ok: true });
    expect(await isStillRequested(id)).toBe(false);
  });

  test("[C-WD-1] a status set with a request for items or an interview leaves the withdrawal request open", async () => {
    const staff = await staffMember(database);
    const id = await submitted("under_review");
    await request(id);
    const items = [{ ...emptyItem, what: "question", name: "Which hotel?", reason: "You named none." }];
    expect(await requestItems(staff, { applicationId: id, items, setStatus: true })).toMatchObject({ ok: true });
    expect(await seenNow(id)).toMatch(/^additional_info_required .+/);
    const when = { ...inDays(7), zone: "America/Nassau", minutes: "45", place: "Shirley Street", bring: "" };
    const interview = { applicationId: id, kind: "interview", status: "yes", ...surely(when) };
    expect(await makeAppointment(staff, interview)).toMatchObject({ ok: true });
    expect(await seenNow(id)).toMatch(/^interview_scheduled .+/);
    expect(await takeBackWithdrawal(applicant.context(id), id)).toEqual({ ok: true });
  });
});
