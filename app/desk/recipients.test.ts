import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { requestEmailChangeAsStaff } from "~/applications/access/change/ask.server";
import { sendInvitation } from "~/cases/desk/entering/send-invitation.server";
import { publishDue, registerContentSchedule } from "~/content/editing/due.server";
import { kinds } from "~/content/editing/kinds.server";
import { makeApplication } from "~/desk/convert-inquiry/make-application.server";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { withoutChange } from "../../test/harness/desk/verbs";
import { draftOf, mailsOf, submitted } from "../../test/harness/in-process/draft";
import { publishAt, publishNow, sendDraft } from "../../test/harness/in-process/publish";
import { leaveStale, staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";

registerContentSchedule();
const database = testDatabase();
let superAdmin: StaffContext;
let slug: string;
let inquiry: string;
const applicantEmail = "person1@mail.example";

beforeAll(async () => {
  const [service] = await database.query<{ slug: string }>(
    "select slug from visa_services where is_active order by slug limit 1",
  );
  slug = service?.slug ?? "";
});
beforeEach(async () => {
  for (const table of ["visa_applications", "visa_inquiries", "email_notifications", "admin_users"])
    await database.query(`delete from ${table}`);
  await database.query("truncate content_versions, site_settings");
  await database.query(
    `insert into site_settings (key, value) values ('admin_notification_email', '"desk@lucaya.example"')`,
  );
  await insertInquiries(database, 1, 1);
  inquiry = (await database.query<{ id: string }>("select id from visa_inquiries"))[0]?.id ?? "";
  superAdmin = await staffMember(database);
  await leaveStale(database, superAdmin);
});

/** An action that is refused without a trace in a session that isn't fresh, and succeeds in a fresh one. */
async function waits(act: () => Promise<{ ok: boolean }>): Promise<void> {
  expect(await withoutChange(database, act)).toMatchObject({
    ...{ ok: false, reason: "fresh", message: "Please confirm that it is you." },
  });
  await database.query("update session set fresh_at = now() where id = $1", [superAdmin.staff.sessionId]);
  expect(await act()).toMatchObject({ ok: true });
}

const make = (email: string) =>
  makeApplication(
    superAdmin,
    inquiry,
    new URLSearchParams({ firstName: "Person", lastName: "1", email, service: slug }),
  );
const handOver = (applicationId: string) => sendInvitation(superAdmin, { applicationId, attempt: crypto.randomUUID() });

describe("an application’s email", () => {
  test.each([{}, submitted])("[F-SAFE-3] a change by staff requires reauthentication: %j", async (columns) => {
    const draft = await draftOf(database, columns);
    await waits(() => requestEmailChangeAsStaff(superAdmin, { applicationId: draft.id, email: "else@mail.example" }));
    expect(await mailsOf(database, draft)).toEqual(["email_change to else@mail.example"]);
  });

  test("[F-SAFE-3] an application made from an inquiry requires reauthentication if its email is not the inquiry’s", () =>
    waits(() => make("else@mail.example")));

  test.each([applicantEmail, ` ${applicantEmail.toUpperCase()} `])(
    "[F-SAFE-3] an application made for the inquiry’s own email %j needs no reauthentication",
    async (email) => expect(await make(email)).toMatchObject({ ok: true, isNew: true }),
  );

  test("[F-SAFE-3] handing over an inquiry's draft to another email than the inquiry’s requires reauthentication", async () => {
    const columns = { begun_at_desk: true, inquiry_id: inquiry };
    const draft = await draftOf(database, { ...columns, user_email: "else@mail.example" });
    await waits(() => handOver(draft.id));
    expect(await mailsOf(database, draft)).toEqual(["application_invitation to else@mail.example"]);
  });

  test.each([
    ["of an inquiry, to the inquiry’s address", true, applicantEmail.toUpperCase()],
    ["that is of no inquiry", false, "else@mail.example"],
  ])("[F-SAFE-3] a draft %s is handed over without reauthentication", async (_, isOfInquiry, email) => {
    const columns = { begun_at_desk: true, inquiry_id: isOfInquiry ? inquiry : null, user_email: email };
    const draft = await draftOf(database, columns);
    expect(await handOver(draft.id)).toEqual({ ok: true });
  });
});

describe("a setting that decides who receives something", () => {
  const settings = { kind: "settings", key: "site" };
  const recipients = {
    ...{ contact_email: "a@else.example", apply_email: "b@else.example", admin_notification_email: "c@else.example" },
    ...{ contact_phone: "+1 242 555 0999", whatsapp_phone: "+1 242 555 0998" },
    payment_instructions: "Pay to account 123.",
  };
  const draft = async (fields: Record<string, string>): Promise<number> => {
    const saved = await sendDraft(superAdmin, "settings", "site", fields);
    return saved.ok ? saved.number : expect.fail(saved.message);
  };
  const schedule = (number: number) => publishAt(superAdmin, { ...settings, number, day: "2127-05-01", time: "09:00" });
  const notified = async () =>
    (
      await database.query<{ to: string }>(
        `select recipient_email as to from email_notifications where email_type = 'notification_address_changed'
         order by 1`,
      )
    ).map(({ to }) => to);

  test.each(Object.entries(recipients))(
    "[F-SAFE-3] publishing another %s requires reauthentication",
    async (name, text) => {
      const number = await draft({ [name]: text });
      await waits(() => publishNow(superAdmin, { ...settings, number }));
    },
  );

  test.each(Object.entries(recipients))(
    "[F-SAFE-3] scheduling another %s requires reauthentication",
    async (name, text) => {
      const number = await draft({ [name]: text });
      await waits(() => schedule(number));
    },
  );

  test("[F-SAFE-3] emptying the email for notices requires reauthentication too, as they then go elsewhere", async () => {
    const number = await draft({ admin_notification_email: "" });
    await waits(() => publishNow(superAdmin, { ...settings, number }));
  });

  test("[F-SAFE-3] a version that changes no recipient is published and scheduled without reauthentication", async () => {
    const number = await draft({ copyright_line: `Ours ${Math.random()}` });
    expect(await schedule(number)).toMatchObject({ ok: true });
    expect(await publishNow(superAdmin, { ...settings, number })).toMatchObject({ ok: true });
  });

  test("[F-SAFE-3] every published field for an email or a phone counts as a recipient", () => {
    const missing = kinds.flatMap(({ kind, fields, recipients: listed = [] }) =>
      fields
        .filter(({ control }) => control.as === "line" && (control.type === "email" || control.type === "tel"))
        .flatMap(({ name }) => (listed.includes(name) ? [] : [`${kind}.${name}`])),
    );
    expect(missing).toEqual([]);
  });

  test("[F-SAFE-3] changing the email for staff notices mails the former one and all active super admins, once", async () => {
    const otherAdmin = await staffMember(database);
    await staffMember(database, "regular_admin");
    const inactiveAdmin = await staffMember(database);
    await database.query("update admin_users set is_active = false where id = $1", [inactiveAdmin.staff.adminId]);
    await database.query("update session set fresh_at = now()");
    const publish = async (to: string) =>
      publishNow(superAdmin, { ...settings, number: await draft({ admin_notification_email: to }) });
    expect(await publish("else@mail.example")).toMatchObject({ ok: true });
    expect(await notified()).toEqual(["desk@lucaya.example", superAdmin.staff.email, otherAdmin.staff.email].sort());
    expect(await publish("ELSE@mail.example"), "the same address").toMatchObject({ ok: true });
    expect(await notified()).toHaveLength(3);
  });

  test("[F-SAFE-3] a scheduled change of the email for notices sends these mails when it is published", async () => {
    await database.query("update session set fresh_at = now()");
    const number = await draft({ admin_notification_email: "later@mail.example" });
    expect(await schedule(number)).toMatchObject({ ok: true });
    expect(await notified()).toEqual([]);
    await database.query("update content_versions set scheduled_for = now() where number = $1", [number]);
    await publishDue();
    expect(await notified()).toContain(superAdmin.staff.email);
    const [mail] = await database.query(
      "select template_data->>'by' as by, template_data->>'now' as now from email_notifications where email_type = 'notification_address_changed' limit 1",
    );
    expect(mail).toEqual({ by: superAdmin.staff.email, now: "later@mail.example" });
  });
});
