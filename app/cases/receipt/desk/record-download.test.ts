import { expect, test } from "vitest";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { lastRecord, staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { recordDownload } from "../record-download.server";

const database = testDatabase();

test("[C-RCPT-7, V-ATK-28, I-NAME-9] a download is recorded without answers and counts as a reveal: the thirty-first reveal mails the super admins", async () => {
  const [superAdmin, staff] = [await staffMember(database), await staffMember(database, "regular_admin")];
  const named = { ...staff, staff: { ...staff.staff, name: "Anika Thompson" } };
  const applicationId = await new Applicant(database).start();
  const download = (as: "pdf" | "zip") => recordDownload(named, { applicationId, number: "BV26-K7QM-4TXP", as });
  expect(await download("pdf")).toEqual({ ok: true });
  expect(await lastRecord(database)).toMatchObject({
    ...{ action: "case_downloaded_as_pdf", by: staff.staff.email, subject: applicationId },
    ...{ details: { number: "BV26-K7QM-4TXP" }, address: staff.address },
  });
  await database.query(
    `insert into admin_activity_log (action_type, admin_id, created_at)
     select 'sensitive_answers_revealed', $1, now() from generate_series(1, 28)`,
    [staff.staff.adminId],
  );
  const notices = () =>
    database.query(
      "select recipient_email as to, template_data as data from email_notifications where email_type = 'many_reveals'",
    );
  await download("zip");
  expect(await notices()).toEqual([]);
  await download("zip");
  expect(await notices()).toMatchObject([
    { to: superAdmin.staff.email, data: { staffName: "Anika Thompson", staffEmail: staff.staff.email } },
  ]);
});

test("[C-RCPT-7] an admin who was deactivated since can't download", async () => {
  const staff = await staffMember(database, "regular_admin");
  await database.query("update admin_users set is_active = false where id = $1", [staff.staff.adminId]);
  const input = { applicationId: crypto.randomUUID(), number: "BV26-K7QM-4TXP", as: "zip" } as const;
  expect(await recordDownload(staff, input)).toMatchObject({ ok: false, reason: "forbidden" });
});
