import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { holdsOf, placeHold, removeHold } from "~/cases/legal-hold/holds.server";
import { recordActivity } from "~/core/activity.server";
import { db } from "~/db/client.server";
import { draftOf, recordedOf, submitted } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { staffMember } from "../../../test/harness/in-process/staff";
import { newInquiry, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { registerErasure } from "../erasure/erase.server";
import { decideErasure } from "../requests/decide-erasure.server";
import { readRetention } from "./read-runs.server";
import { readTonight } from "./tonight.server";

const database = testDatabase();
const nights = nightsIn(database);
let superAdmin: StaffContext;
let regular: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("update legal_holds set removed_at = now(), removal_reason = 'Over' where removed_at is null");
  for (const table of ["documents", "visa_applications", "visa_inquiries", "email_notifications"])
    await database.query(`delete from ${table}`);
});

/** A case decided so long ago that it is due tonight. */
async function overdue() {
  const made = await draftOf(database, { ...submitted, status: "approved" });
  await database.query(
    `insert into application_status_history (application_id, from_status, to_status, created_at)
     values ($1, 'submitted', 'approved', now() - interval '8 years')`,
    [made.id],
  );
  return made;
}
const isThere = (id: string) => nights.isThere("visa_applications", id);

describe("[V-RET-13] a legal hold", () => {
  test("a super admin places and removes a legal hold with a reason each, and both are recorded", async () => {
    const { id, number } = await overdue();
    const placeHoldFor = (reason: unknown, by = superAdmin) => placeHold(by, { applicationId: id, reason });
    const remove = (reason: unknown, by = superAdmin) => removeHold(by, { applicationId: id, reason });
    for (const reason of [undefined, "", "   ", "x".repeat(501)])
      expect(await placeHoldFor(reason)).toMatchObject({
        ok: false,
        reason: "invalid",
        message: "Enter a reason of at most 500 characters.",
      });
    expect(await placeHoldFor("A court asked", regular)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await remove("Nothing stands")).toMatchObject({ ok: false, reason: "conflict" });
    expect(await placeHoldFor("x".repeat(500))).toEqual({ ok: true });
    expect(await placeHoldFor("Again")).toMatchObject({ ok: false, reason: "conflict" });
    expect(await remove("Ends", regular)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await remove("The court is done")).toEqual({ ok: true });
    expect(await recordedOf(database, { id })).toMatchObject([
      {
        action: "legal_hold_placed",
        admin: superAdmin.staff.email,
        details: { number, changes: [{ field: "Reason" }] },
      },
      {
        action: "legal_hold_removed",
        admin: superAdmin.staff.email,
        details: { number, changes: [{ field: "Reason", from: "", to: "The court is done" }] },
      },
    ]);
    expect(await holdsOf(id)).toMatchObject([{ reason: "x".repeat(500), removalReason: "The court is done" }]);
  });

  test("a case has one legal hold, even if two admins place it at once; a draft can't have one", async () => {
    const { id } = await overdue();
    const both = await Promise.all(
      ["One", "Two"].map((reason) => placeHold(superAdmin, { applicationId: id, reason })),
    );
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const draft = await draftOf(database);
    expect(await placeHold(superAdmin, { applicationId: draft.id, reason: "No case" })).toMatchObject({
      reason: "not-found",
    });
  });

  test("a legal hold keeps the whole case from nightly deletion, and the night after its removal deletes what is due", async () => {
    const inquiryId = await newInquiry();
    const [underHold, free] = [await overdue(), await overdue()];
    await database.query("update visa_applications set inquiry_id = $2 where id = $1", [underHold.id, inquiryId]);
    await nights.age("visa_inquiries", "created_at", inquiryId, "5 years");
    const file = await storedFile(underHold.id);
    await database.query(
      `insert into email_notifications (recipient_email, subject, email_type, template_name, message_id, status, application_id, created_at)
       values ('maria@mail.example', 'Hello', 'status_update', 'status_update', gen_random_uuid()::text, 'sent', $1, now() - interval '2 years')`,
      [underHold.id],
    );
    await database.query(
      `insert into application_holders (token_hash, application_id, expires_at) values ('over', $1, now() - interval '1 year')`,
      [underHold.id],
    );
    await recordActivity(db, null, {
      ...{
        actionType: "application_opened",
        subjectType: "application",
        subjectId: underHold.id,
        address: "203.0.113.4",
      },
    });
    await database.query(
      "update admin_activity_log set created_at = now() - interval '2 years' where subject_id = $1",
      [underHold.id],
    );
    const whole = async () =>
      JSON.stringify(
        await database.query(
          `select a as row, (select json_agg(m) from email_notifications m where application_id = $1) as mails,
             (select json_agg(h) from application_holders h) as rights, (select json_agg(i) from visa_inquiries i) as asked,
             (select json_agg(l order by id) from admin_activity_log l where l.subject_id = $1::text and action_type = 'application_opened') as record
           from visa_applications a where id = $1`,
          [underHold.id],
        ),
      );
    const before = await whole();
    expect(await placeHold(superAdmin, { applicationId: underHold.id, reason: "A court asked" })).toEqual({ ok: true });
    expect((await readRetention()).holds).toMatchObject([{ id: underHold.id, number: underHold.number }]);
    const { counts } = await readTonight();
    expect(counts.find(({ kind }) => kind === "applications")?.numbers).toEqual([free.number]);
    expect(await nights.run()).toMatchObject({ applications: 1 });
    expect([await isThere(underHold.id), await isThere(free.id)]).toEqual([true, false]);
    expect(await whole()).toBe(before);
    expect(await nights.isThere("documents", file.id)).toBe(true);

    expect(await removeHold(superAdmin, { applicationId: underHold.id, reason: "Done" })).toEqual({ ok: true });
    expect(await nights.run()).toMatchObject({ applications: 1, "mail-texts": 1, inquiries: 1, "browser-rights": 1 });
    expect(await isThere(underHold.id)).toBe(false);
  });

  test("a legal hold keeps the case's inquiry from erasure, even one decided before", async () => {
    registerErasure();
    const inquiryId = await newInquiry();
    const { id } = await overdue();
    await database.query("update visa_applications set inquiry_id = $2 where id = $1", [id, inquiryId]);
    const [request] = await database.query<{ id: string }>(
      `insert into erasure_requests (group_id, inquiry_id, email, state, confirmed_at)
       values (gen_random_uuid(), $1, 'maria@mail.example', 'open', now()) returning id`,
      [inquiryId],
    );
    const erase = () => decideErasure(superAdmin, { requestId: request?.id, decision: "erase" });
    expect(await placeHold(superAdmin, { applicationId: id, reason: "A court asked" })).toEqual({ ok: true });
    expect(await erase()).toMatchObject({ ok: false, message: "This case has a legal hold." });
    await runJob("privacy.erase", { kind: "inquiry", id: inquiryId });
    expect(await nights.isThere("visa_inquiries", inquiryId)).toBe(true);
    expect(await removeHold(superAdmin, { applicationId: id, reason: "Done" })).toEqual({ ok: true });
    expect(await erase()).toEqual({ ok: true });
    await runJob("privacy.erase", { kind: "inquiry", id: inquiryId });
    expect(await nights.isThere("visa_inquiries", inquiryId)).toBe(false);
  });

  test("the database refuses to delete a case under legal hold, whichever role tries", async () => {
    const { id } = await overdue();
    await placeHold(superAdmin, { applicationId: id, reason: "A court asked" });
    await expect(database.query("delete from visa_applications where id = $1", [id])).rejects.toThrow(
      "a case under a legal hold is not deleted",
    );
    expect(await isThere(id)).toBe(true);
  });
});
