import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { insertApplications } from "../../../test/harness/applicants/application-rows";
import { insertInquiries } from "../../../test/harness/desk/inquiry-rows";
import { deactivated, entry, recordOf, whileNothingIsInserted, withoutChange } from "../../../test/harness/desk/verbs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { countMails, listMails, readMail, readMailFilters } from "./log.server";
import { resendMail } from "./resend.server";
import { sendEmail } from "./send-email.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
let inactiveAdmin: StaffContext;
let application = "";
let inquiry = "";
const missingId = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
  inactiveAdmin = await deactivated(database);
  await insertApplications(database, 1, 1);
  await insertInquiries(database, 1, 1);
  const [row] = await database.query<{ a: string; i: string }>(
    "select (select id from visa_applications) as a, (select id from visa_inquiries) as i",
  );
  [application, inquiry] = [row?.a ?? "", row?.i ?? ""];
});
beforeEach(async () => {
  await database.query("delete from email_notifications");
  await database.query("delete from pgboss.job");
});

/** Inserts a sent mail; returns its id. */
async function mail(change: Record<string, unknown> = {}) {
  const data = {
    recipient_email: "person1@mail.example",
    subject: "Letter",
    email_type: "status_update",
    template_name: "status_update",
    template_data: { name: "Person" },
    message_id: crypto.randomUUID(),
    status: "sent",
    application_id: application,
    ...change,
  };
  const names = Object.keys(data);
  const [row] = await database.query<{ id: string }>(
    `insert into email_notifications (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(data),
  );
  return row?.id ?? "";
}
const row = async (id: string) => (await database.query("select * from email_notifications where id = $1", [id]))[0];
const later = new Date(Date.now() + 3_600_000);

describe("sending a mail again", () => {
  test.each([
    ["regular admin", () => regular],
    ["super admin", () => superAdmin],
  ])("[A-PERM-3] a %s can send a mail again as a new one, enqueued and recorded", async (_who, by) => {
    const first = await mail({ status: "failed", error_message: "550", attempts: 15 });
    const again = await resendMail(by(), { mailId: first });
    const second = again.ok ? again.mailId : "";
    expect(second).not.toBe(first);
    const before = await row(first);
    expect(before).toMatchObject({ status: "failed" });
    expect(await row(second)).toEqual({
      ...before,
      id: second,
      message_id: expect.not.stringMatching(String(before?.message_id)),
      status: "pending",
      error_message: null,
      attempts: 0,
      created_at: expect.any(Date),
    });
    expect(await database.enqueued("mail.send")).toEqual([{ mailId: second }]);
    expect(await recordOf(database, first)).toEqual([
      entry(by(), "email_resent", "email", { kind: "status_update", again: second }),
    ]);
  });

  test("[A-PERM-8] a deactivated admin can't send a mail again", async () => {
    const id = await mail();
    expect(await withoutChange(database, () => resendMail(inactiveAdmin, { mailId: id }))).toMatchObject({
      reason: "forbidden",
    });
  });

  test.each([
    ["on its way", { status: "pending" }],
    ["on its way, past its due time", { status: "pending", due_at: new Date(0) }],
    ["of a sample", { is_sample: true }],
    ["about a deleted application", { application_id: null }],
  ])("a mail that is %s can't be sent again", async (_what, change) => {
    const id = await mail(change);
    expect(await withoutChange(database, () => resendMail(regular, { mailId: id }))).toMatchObject({
      ok: false,
      reason: "conflict",
    });
    expect(await readMail(id)).toMatchObject({ resendable: false });
  });

  test.each([
    ["delivered", { status: "delivered" }],
    ["of an inquiry", { application_id: null, contact: true }],
  ])("a mail that is %s can be sent again", async (_what, { contact, ...change }: Record<string, unknown>) => {
    const id = await mail({ ...change, ...(contact ? { contact_inquiry_id: inquiry } : {}) });
    expect(await readMail(id)).toMatchObject({ resendable: true });
    expect(await resendMail(regular, { mailId: id })).toMatchObject({ ok: true });
  });

  test("a mail that waits for the hourly limit is itself sent now", async () => {
    const id = await mail({ status: "pending", due_at: later });
    expect(await resendMail(regular, { mailId: id })).toEqual({ ok: true, mailId: id });
    expect(await row(id)).toMatchObject({ due_at: null, status: "pending" });
    expect(await database.query("select 1 from email_notifications")).toHaveLength(1);
    expect(await database.enqueued("mail.send")).toEqual([{ mailId: id }]);
    expect((await recordOf(database, id)).at(-1)).toEqual(
      entry(regular, "email_resent", "email", { kind: "status_update", again: id }),
    );
  });

  test("an unknown mail is not found", async () => {
    for (const mailId of [missingId, "1", undefined])
      expect(await withoutChange(database, () => resendMail(regular, { mailId }))).toMatchObject({
        reason: "not-found",
      });
  });

  test("a mail is not sent if its record or its job can't be written", async () => {
    const id = await mail();
    for (const table of ["admin_activity_log", "pgboss.job"])
      await withoutChange(database, () =>
        whileNothingIsInserted(database, table, async () => {
          expect(await resendMail(regular, { mailId: id })).toMatchObject({ ok: false, reason: "failed" });
        }),
      );
  });
});

describe("the function send-email", () => {
  const letter = () => ({
    to: "person1@mail.example",
    toName: "Person",
    templateName: "status_update",
    emailType: "status_update",
    applicationId: application,
    templateData: {
      name: "Person",
      email: "person1@mail.example",
      applicationNumber: "T-001",
      newStatus: "approved",
      statusMessage: "Welcome",
      applicationId: application,
    },
  });
  const confirmation = () => ({
    to: "PERSON1@mail.example",
    toName: "Person",
    templateName: "contact_confirmation",
    emailType: "contact_confirmation",
    contactInquiryId: inquiry,
    templateData: {
      name: "P",
      email: "person1@mail.example",
      message: "M",
      service_interested: "S",
      reference_number: "R",
    },
  });

  test("[A-FN-10, A-FN-11] send-email enqueues one mail for staff and records it under its subject", async () => {
    const sent = await sendEmail(regular, letter());
    const mailId = sent.ok ? sent.mailId : "";
    expect(await row(mailId)).toMatchObject({
      email_type: "status_update",
      application_id: application,
      status: "pending",
    });
    expect(await database.enqueued("mail.send")).toEqual([{ mailId }]);
    expect((await recordOf(database, application)).at(-1)).toEqual(
      entry(regular, "email_sent", "application", { kind: "status_update", mail: mailId }),
    );
    const otherMail = await sendEmail(superAdmin, confirmation());
    expect((await recordOf(database, inquiry)).at(-1)).toEqual(
      entry(superAdmin, "email_sent", "inquiry", {
        kind: "contact_confirmation",
        mail: otherMail.ok ? otherMail.mailId : "",
      }),
    );
  });

  test("[A-FN-13] a deactivated admin is refused", async () => {
    expect(await withoutChange(database, () => sendEmail(inactiveAdmin, letter()))).toMatchObject({
      reason: "forbidden",
    });
  });

  test("[V-ATK-25] the server's own key can send no private link and nothing to a stranger", async () => {
    expect(await withoutChange(database, () => sendEmail("server", letter()))).toMatchObject({ reason: "forbidden" });
    const strange = () => sendEmail("server", { ...confirmation(), to: "stranger@mail.example" });
    expect(await withoutChange(database, strange)).toMatchObject({ reason: "forbidden" });
    expect(await sendEmail("server", confirmation())).toMatchObject({ ok: true });
  });

  test.each([
    [{ to: "stranger@mail.example" }, "forbidden"],
    [{ contactInquiryId: missingId }, "not-found"],
    [{ applicationId: missingId }, "not-found"],
    [{ applicationId: null }, "invalid"],
    [{ emailType: "application_started" }, "invalid"],
    [{ templateName: "password_reset", emailType: "password_reset" }, "invalid"],
    [{ templateData: { name: "P" } }, "invalid"],
    [{ to: "nobody" }, "invalid"],
    [{ toName: "n".repeat(201) }, "invalid"],
  ])("[A-FN-12] %j is refused, and no mail is written", async (change, reason) => {
    const call = () => sendEmail(regular, { ...letter(), ...change });
    expect(await withoutChange(database, call)).toMatchObject({ ok: false, reason });
  });

  test("a mail is not sent if its record can't be written", async () => {
    await withoutChange(database, () =>
      whileNothingIsInserted(database, "admin_activity_log", async () => {
        expect(await sendEmail(regular, letter())).toMatchObject({ reason: "failed", message: "Failed to send email" });
      }),
    );
  });
});

describe("the mail log", () => {
  const fill = (from: number, to: number) =>
    database.query(
      `insert into email_notifications (recipient_email, recipient_name, subject, email_type, template_name, message_id, status, created_at)
       select 'p' || n || '@mail.example', 'Pat ' || n, 'Letter ' || n, 'status_update', 'x', gen_random_uuid()::text, 'sent',
         timestamptz '2026-03-01 12:00Z' + n * interval '1 second' from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  const list = (search = "") => listMails(readMailFilters(new URLSearchParams(search)));
  const letters = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `Letter ${from - index}`);
  const subjects = (rows: { subject: string }[]) => rows.map(({ subject }) => subject);

  test("[A-MAILLOG-1, A-MAILLOG-2] the log lists a hundred a page, newest first, and the last page may have one", async () => {
    await fill(1, 100);
    const only = await list();
    expect([subjects(only.rows), only.older, only.newer]).toEqual([letters(100, 1), null, null]);
    await fill(101, 201);
    const first = await list();
    const second = await list(`before=${first.older}`);
    const third = await list(`before=${second.older}`);
    expect([first, second, third].map(({ rows }) => subjects(rows))).toEqual([
      letters(201, 102),
      letters(101, 2),
      letters(1, 1),
    ]);
    expect([first.newer, third.older]).toEqual([null, null]);
    expect(subjects((await list(`after=${third.newer}`)).rows)).toEqual(letters(101, 2));
  });

  test("[A-MAILLOG-4, A-MAILLOG-5] status and type filter the log, and invalid values are ignored", async () => {
    await fill(1, 2);
    await mail({ status: "failed", email_type: "resume_link" });
    expect(subjects((await list("status=failed")).rows)).toEqual(["Letter"]);
    expect(subjects((await list("type=resume_link")).rows)).toEqual(["Letter"]);
    expect((await list("status=lost&type=letter")).rows).toHaveLength(3);
  });

  test("mails about staff accounts are neither listed nor readable", async () => {
    const id = await mail({ email_type: "password_reset", application_id: null });
    expect((await list()).rows).toEqual([]);
    expect(await readMail(id)).toBeNull();
  });

  test("[A-MAILLOG-6, A-MAILLOG-7] counts by status are exact, and delivered mails count as sent too", async () => {
    await fill(1, 101);
    for (const status of ["delivered", "delivered", "failed", "pending"]) await mail({ status });
    expect(await countMails()).toEqual({ total: 105, sent: 103, delivered: 2, pending: 1, failed: 1 });
  });
});

test("[V-RET-7] a year-old mail is listed without its text and can't be sent again", async () => {
  const [old, young] = [await mail(), await mail()];
  const nights = nightsIn(database);
  await nights.age("email_notifications", "created_at", old, "13 months");
  await nights.run();
  expect(await readMail(old)).toMatchObject({ subject: "", preview: null, resendable: false, status: "sent" });
  expect(await readMail(young)).toMatchObject({ subject: "Letter", resendable: true });
  expect(await withoutChange(database, () => resendMail(regular, { mailId: old }))).toMatchObject({
    reason: "conflict",
  });
  expect((await listMails(readMailFilters(new URLSearchParams()))).rows.map(({ id }) => id)).toEqual([young, old]);
});
