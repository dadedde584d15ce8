import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAdmin, setAdminActive, setAdminRole } from "~/accounts/admins/manage-admins.server";
import type { StaffContext } from "~/accounts/staff.server";
import { requestEmailChangeAsStaff } from "~/applications/access/change/ask.server";
import { sendLinkForStaff } from "~/applications/access/email-state.server";
import {
  cancelAppointment,
  makeAppointment,
  moveAppointment,
} from "~/cases/appointments/desk/write-appointment.server";
import { addNote } from "~/cases/case-data/notes.server";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { duplicateService } from "~/catalogue/desk/duplicate-service.server";
import { saveService } from "~/catalogue/desk/save-service.server";
import { saveContent } from "~/content/editing/save-content.server";
import { saveReply } from "~/content/replies/replies.server";
import { resendMail } from "~/desk/mails/resend.server";
import { setInquiryStatus } from "~/inquiries/desk/set-status.server";
import { setReviewVisibility } from "~/reviews/desk/set-visibility.server";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { inDays, surely } from "../../test/harness/desk/appointments";
import { formOf } from "../../test/harness/in-process/publish";
import { openService } from "../../test/harness/in-process/services";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();
let superAdmin: StaffContext;
let application = "";

beforeAll(async () => {
  superAdmin = await staffMember(database, "super_admin");
  await staffMember(database, "super_admin");
});
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "google_reviews", "admin_activity_log", "attempts"])
    await database.query(`delete from ${table}`);
  await insertApplications(database, 1, 1);
  application = await firstValue("select id from visa_applications");
});

async function firstValue(text: string, values: unknown[] = []): Promise<string> {
  const [row] = await database.query<{ id: string }>(text, values);
  return row?.id ?? "";
}
const count = async (table: string) =>
  Number((await database.query<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);

type Verb = { does: (by: StaffContext) => Promise<() => Promise<{ ok: boolean }>>; mails: number };

/** As a form sends it, with one idempotency key. */
const verbs: Record<string, Verb> = {
  "a status": {
    does: async (by) => {
      const input = { applicationId: application, status: "under_review", attempt: by.attempt };
      return () => setStatus(by, input);
    },
    mails: 1,
  },
  "a note": {
    does: async (by) => {
      const input = { applicationId: application, note: randomUUID(), body: "Rang" };
      return () => addNote(by, input);
    },
    mails: 0,
  },
  "a saved text": {
    does: async (by) => {
      const input = { reply: randomUUID(), title: "Hello", body: "Good day" };
      return () => saveReply(by, input);
    },
    mails: 0,
  },
  "another address": {
    does: async (by) => () => requestEmailChangeAsStaff(by, { applicationId: application, email: "new@mail.example" }),
    mails: 1,
  },
  "a link sent again": { does: async (by) => () => sendLinkForStaff(by, application), mails: 1 },
  "a mail sent again": {
    does: async (by) => {
      const mailId = await firstValue(
        `insert into email_notifications (recipient_email, subject, email_type, template_name, template_data, status, application_id, message_id)
         values ('a@mail.example', 'A', 'application_submitted', 'application_submitted', '{}', 'sent', $1, 'x') returning id`,
        [application],
      );
      return () => resendMail(by, { mailId });
    },
    mails: 2,
  },
  "a review": {
    does: async (by) => {
      const reviewId = await firstValue(
        `insert into google_reviews (google_id, author_name, rating, review_text, review_date, is_visible)
         values ('g', 'A', 5, 'Kind', now(), true) returning id`,
      );
      return () => setReviewVisibility(by, { reviewId, visible: "no" });
    },
    mails: 0,
  },
  "a copy of a service": {
    does: async (by) => {
      const serviceId = await firstValue(
        "insert into visa_services (service_name, slug) values ('S', $1) returning id",
        [randomUUID()],
      );
      return () => duplicateService(by, { serviceId });
    },
    mails: 0,
  },
  "a new admin": {
    does: async (by) => {
      const password = "correct horse battery staple 9";
      const input = { email: `${randomUUID()}@lucaya.example`, password, role: "regular_admin" };
      return () => createAdmin(by, input);
    },
    mails: 0,
  },
  "an admin deactivated": {
    does: async (by) => {
      const { staff } = await staffMember(database, "regular_admin");
      return () => setAdminActive(by, staff.adminId, false);
    },
    mails: 0,
  },
  "another role": {
    does: async (by) => {
      const { staff } = await staffMember(database, "regular_admin");
      return () => setAdminRole(by, staff.adminId, "super_admin");
    },
    mails: 0,
  },
};

describe.each(Object.entries(verbs))("%s", (_name, { does, mails }) => {
  test("[K-KEEP-3] sending it again with its key is one change, one entry and one mail, with the same result", async () => {
    const send = await does({ ...superAdmin, attempt: randomUUID() });
    const first = await send();
    expect(first).toMatchObject({ ok: true });
    expect(await send()).toEqual(first);
    expect([await count("admin_activity_log"), await count("email_notifications")]).toEqual([1, mails]);
  });

  test("[K-KEEP-3] sending it twice at once is one change", async () => {
    const send = await does({ ...superAdmin, attempt: randomUUID() });
    const answers = await Promise.all([send(), send()]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await count("admin_activity_log")).toBe(1);
  });
});

const status = (by: StaffContext, more: object) =>
  setStatus(by, { applicationId: application, status: "under_review", seen: "submitted", ...more });
const location = { place: "12 Shirley Street", bring: "" };
const meeting = (days: number) => ({
  ...{ applicationId: application, kind: "biometrics", ...location },
  ...surely({ zone: "America/Nassau", minutes: "45", ...inDays(days) }),
});
async function appointment(): Promise<string> {
  await makeAppointment({ ...superAdmin, attempt: randomUUID() }, meeting(7));
  return firstValue("select id from appointments");
}

/** Submits from the original page, or from a reloaded one that shows the first result. */
type Send = () => Promise<{ ok: boolean }>;
type Sends = (by: StaffContext) => Promise<[first: Send, second: Send, meanwhile?: Send]>;
const newSends: Record<string, Sends> = {
  "a status": async (by) => [() => status(by, {}), () => status(by, { seen: "under_review" })],
  "a status that ends the case": async (by) => [
    () => status(by, { status: "denied", mailRead: "yes" }),
    () => status(by, { status: "denied", seen: "denied", sure: "yes", question: "Change it to Denied?" }),
  ],
  "a moved appointment": async (by) => {
    const id = await appointment();
    const send = (seen: string) => moveAppointment(by, { ...meeting(9), appointment: id, seen });
    return [() => send("0"), () => send("1")];
  },
  "a cancelled appointment": async (by) => {
    const id = await appointment();
    const send = (seen: string) => cancelAppointment(by, { applicationId: application, appointment: id, seen });
    return [() => send("0"), () => send("1")];
  },
  "the status of an inquiry": async (by) => {
    const id = await firstValue(
      `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent, status)
       values ('A', 'a@mail.example', '+12425550142', 'A visa', 'A question', true, 'new') returning id`,
    );
    const send = (seen: string) =>
      setInquiryStatus(by, { inquiryIds: [id], status: "contacted", seen: { [id]: seen } });
    return [() => send("new"), () => send("contacted")];
  },
  "a saved text": async (by) => {
    const input = { reply: randomUUID(), title: "Hello", body: "Good day" };
    return [
      () => saveReply(by, { ...input, revision: "of before" }),
      () => saveReply(by, { ...input, revision: "of now" }),
    ];
  },
  "a draft that somebody else has changed since": async (by) => {
    const form = await formOf(by, "questions", "new", { question: "Where?", answer: "Here." });
    let key = "";
    const first = async () => {
      const saved = await saveContent(by, form);
      if (saved.ok) key = saved.key;
      return saved;
    };
    const storedAgain = async () =>
      saveContent(
        { ...superAdmin, attempt: randomUUID() },
        await formOf(superAdmin, "questions", key, { answer: "There." }),
      );
    return [first, () => saveContent(by, { ...form, base: 2, seen: 2 }), storedAgain];
  },
  "a service": async (by) => {
    const serviceId = await firstValue("insert into visa_services (service_name, slug) values ('S', $1) returning id", [
      randomUUID(),
    ]);
    const opened = await openService(database, serviceId);
    const input = { ...opened, serviceId, values: { ...opened.values, maxStay: "9 days" } };
    return [() => saveService(by, input), () => saveService(by, { ...input, base: 2, anyway: true })];
  },
};

test.each(Object.entries(newSends))(
  "[K-KEEP-3] %s is sent again with its key from a page that shows the outcome → the first result is returned, and nothing is done twice",
  async (_name, sends) => {
    const [first, second, meanwhile] = await sends({ ...superAdmin, attempt: randomUUID() });
    const result = await first();
    expect(result).toMatchObject({ ok: true });
    await meanwhile?.();
    const [mails, entries] = [await count("email_notifications"), await count("admin_activity_log")];
    expect(await second()).toEqual(result);
    expect([await count("email_notifications"), await count("admin_activity_log")]).toEqual([mails, entries]);
  },
);
