import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { emailHash } from "~/mail/refused-email.server";
import { draftOf, mailsOf, recordedOf, submitted } from "../../../../../test/harness/in-process/draft";
import { addressIn, heldDraft, newAddress, tokenOf } from "../../../../../test/harness/in-process/email-change";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { emailStateOf, sendLinkAgain, setEmail } from "../../email-state.server";
import { enqueueLink, leaveApplication } from "../../resume.server";
import { requestEmailChange, requestEmailChangeAsStaff } from "../ask.server";
import { readChange } from "../confirm.server";
import { keepCurrentEmail } from "../keep-current-email.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

const confirmed = { email_confirmed_at: new Date() };
const later =
  "update application_email_changes set mailed_at = mailed_at - interval '1 hour' where application_id = $1";
const tooManyOf = (of: string) => ({
  reason: "limited",
  message: `Too many changes of the email address were requested ${of}. Please try again in an hour.`,
});
const tooMany = tooManyOf("for this application");

describe("an email change requested on the application's page", () => {
  test.each([{}, submitted])(
    "[N-EMAIL-5, N-EMAIL-9] the new email waits for its link to be confirmed, and the request is recorded: %j",
    async (columns) => {
      const { draft, context } = await heldDraft(database, columns);
      expect(await requestEmailChange(context, draft.id, " New@mail.example ")).toEqual({ ok: true });
      expect(await addressIn(database, draft.id)).toMatchObject({ email: draft.email, waits: "New@mail.example" });
      expect(await mailsOf(database, draft)).toEqual(["email_change to New@mail.example"]);
      expect(await recordedOf(database, draft)).toEqual([
        {
          action: "email_change_asked",
          details: { number: draft.number, by: "applicant" },
          address: context.address,
          browser: null,
          admin: null,
        },
      ]);
    },
  );

  test("[N-EMAIL-5] a change requested again within the hour is mailed once", async () => {
    const { draft, context, starter } = await heldDraft(database);
    const email = newAddress();
    const sent = await Promise.all([context, starter, context].map((by) => requestEmailChange(by, draft.id, email)));
    expect(sent).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await requestEmailChange(context, draft.id, email.toUpperCase())).toEqual({ ok: true });
    expect(await mailsOf(database, draft)).toEqual([`email_change to ${email}`]);
    expect(await recordedOf(database, draft)).toHaveLength(1);
    await database.query(later, [draft.id]);
    expect(await requestEmailChange(context, draft.id, email)).toEqual({ ok: true });
    expect(await mailsOf(database, draft)).toHaveLength(2);
  });

  test("[N-EMAIL-7] a new change replaces the pending one, whose link stops working", async () => {
    const { draft, context } = await heldDraft(database);
    const [first, second] = [newAddress(), newAddress()];
    await requestEmailChange(context, draft.id, first);
    const token = await tokenOf(database, draft.id);
    await requestEmailChange(context, draft.id, second);
    expect(await readChange(token)).toBeUndefined();
    expect(await readChange(await tokenOf(database, draft.id))).toEqual({ number: draft.number, email: second });
    await requestEmailChange(context, draft.id, first);
    expect(await readChange(token), "asked for again, it has a link of its own").toBeUndefined();
  });

  test.each([
    ["nobody", "invalid", "Please enter a valid email address"],
    [undefined, "invalid", "Please enter a valid email address"],
    ["owner+x@mail.example", "invalid", "The owner of this email address told us"],
    ["SAME@mail.example ", "conflict", "Our emails go to this address already."],
  ])("[N-EMAIL-5] a change to %j is refused", async (rawEmail, reason, message) => {
    const columns = { user_email: "same@mail.example", refused_email_hashes: [emailHash("owner@mail.example")] };
    const { draft, context } = await heldDraft(database, columns);
    expect(await requestEmailChange(context, draft.id, rawEmail)).toMatchObject({
      ok: false,
      reason,
      message: expect.stringContaining(message),
    });
    expect([await mailsOf(database, draft), await recordedOf(database, draft)]).toEqual([[], []]);
  });

  test("[N-EMAIL-5] a browser without access to the application can't request or cancel a change", async () => {
    const [own, otherDraft] = [await heldDraft(database), await heldDraft(database)];
    const email = newAddress();
    expect(await requestEmailChange(own.context, otherDraft.draft.id, email)).toMatchObject({ reason: "forbidden" });
    expect(await keepCurrentEmail(own.context, otherDraft.draft.id)).toMatchObject({ reason: "forbidden" });
    expect((await addressIn(database, otherDraft.draft.id)).waits).toBeNull();
  });
});

describe("the hourly limit of email changes", () => {
  test("[N-EMAIL-13] an application has five changes an hour, by applicant and staff together; refused ones don't count", async () => {
    const staff = await staffMember(database, "regular_admin");
    const { draft, context, starter } = await heldDraft(database);
    for (const by of [context, starter, context])
      expect(await requestEmailChange(by, draft.id, newAddress())).toEqual({ ok: true });
    const correct = () => requestEmailChangeAsStaff(staff, { applicationId: draft.id, email: newAddress() });
    expect([await correct(), await correct()]).toEqual([{ ok: true }, { ok: true }]);
    const { waits } = await addressIn(database, draft.id);
    expect(await correct()).toMatchObject(tooMany);
    expect(await requestEmailChange(context, draft.id, newAddress())).toMatchObject(tooMany);
    expect(await addressIn(database, draft.id)).toMatchObject({ waits });
    expect(await mailsOf(database, draft)).toHaveLength(5);
    await database.query("update limit_counts set window_ends = now()");
    expect(await correct()).toEqual({ ok: true });
  });

  test("[N-EMAIL-13] an IP has as many changes an hour as starts, over all applications", async () => {
    const { draft, context } = await heldDraft(database);
    const key = "email change from 203.0.113.7";
    await requestEmailChange(context, draft.id, newAddress());
    expect(await database.query("update limit_counts set count = 20 where key = $1 returning key", [key])).toHaveLength(
      1,
    );
    const next = await heldDraft(database);
    expect(await requestEmailChange(next.context, next.draft.id, newAddress())).toMatchObject(
      tooManyOf("from your internet connection"),
    );
  });
});

describe("an email corrected by staff", () => {
  test.each([{}, submitted])(
    "[N-EMAIL-13, N-EMAIL-9] the new email gets the same link, and the entry names the admin: %j",
    async (columns) => {
      const staff = await staffMember(database, "regular_admin");
      const { draft } = await heldDraft(database, columns);
      const email = newAddress();
      expect(await requestEmailChangeAsStaff(staff, { applicationId: draft.id, email })).toEqual({ ok: true });
      expect(await addressIn(database, draft.id)).toMatchObject({ email: draft.email, waits: email });
      expect(await mailsOf(database, draft)).toEqual([`email_change to ${email}`]);
      expect(await recordedOf(database, draft)).toMatchObject([
        {
          action: "email_change_asked",
          details: { number: draft.number, by: "staff" },
          admin: staff.staff.email,
          address: staff.address,
        },
      ]);
    },
  );

  test("[N-EMAIL-13] a correction by a former admin and one of an unknown application are refused", async () => {
    const staff = await staffMember(database);
    const input = { applicationId: crypto.randomUUID(), email: newAddress() };
    expect(await requestEmailChangeAsStaff(staff, input)).toMatchObject({ ok: false, reason: "not-found" });
    const { draft } = await heldDraft(database);
    expect(await requestEmailChangeAsStaff(staff, { applicationId: draft.id, email: "no" })).toMatchObject({
      reason: "invalid",
    });
    await database.query("update admin_users set is_active = false where id = $1", [staff.staff.adminId]);
    expect(await requestEmailChangeAsStaff(staff, { ...input, applicationId: draft.id })).toMatchObject({
      reason: "forbidden",
    });
    expect(await mailsOf(database, draft)).toEqual([]);
  });
});

describe("a pending email change", () => {
  test("[N-EMAIL-10] a pending change's link can be sent again five times an hour, also if the current email is confirmed", async () => {
    const { draft, context } = await heldDraft(database, { email_confirmed_at: new Date() });
    expect(await sendLinkAgain(context, draft.id)).toMatchObject({ reason: "conflict" });
    const email = newAddress();
    await requestEmailChange(context, draft.id, email);
    const token = await tokenOf(database, draft.id);
    for (let index = 0; index < 5; index++) expect(await sendLinkAgain(context, draft.id)).toEqual({ ok: true });
    expect(await sendLinkAgain(context, draft.id)).toMatchObject({ reason: "limited" });
    expect(new Set(await mailsOf(database, draft))).toEqual(new Set([`email_change to ${email}`]));
    expect(await readChange(token), "the link that was sent first still works").toBeDefined();
  });

  test("[N-EMAIL-10] keeping the current email ends the change and its link; without a change nothing is recorded", async () => {
    const { draft, context, starter } = await heldDraft(database);
    await requestEmailChange(context, draft.id, newAddress());
    const token = await tokenOf(database, draft.id);
    expect(await keepCurrentEmail(starter, draft.id)).toEqual({ ok: true });
    expect(await keepCurrentEmail(starter, draft.id)).toEqual({ ok: true });
    expect(await readChange(token)).toBeUndefined();
    expect(await addressIn(database, draft.id)).toMatchObject({ email: draft.email, waits: null });
    expect((await recordedOf(database, draft)).map(({ action }) => action)).toEqual([
      "email_change_asked",
      "email_change_ended",
    ]);
  });

  test("[N-EMAIL-7] setting a new email after the current one was refused ends the pending change", async () => {
    const { draft, context } = await heldDraft(database);
    await requestEmailChange(context, draft.id, newAddress());
    await database.query("update visa_applications set user_email = '' where id = $1", [draft.id]);
    expect((await emailStateOf({ id: draft.id, userEmail: "", emailConfirmedAt: null })).change).not.toBeNull();
    expect(await setEmail(context, draft.id, "given@mail.example")).toEqual({ ok: true });
    expect(await addressIn(database, draft.id)).toMatchObject({ email: "given@mail.example", waits: null });
  });
});

test("[N-EMAIL-5] deleting an application deletes its email change", async () => {
  const { draft, context } = await heldDraft(database);
  const otherDraft = await draftOf(database);
  await requestEmailChange(context, draft.id, newAddress());
  await database.query("delete from visa_applications where id = any($1)", [[draft.id, otherDraft.id]]);
  expect(await database.query("select 1 from application_email_changes where application_id = $1", [draft.id])).toEqual(
    [],
  );
});

describe("[F-APPL-11] links while an email change is pending", () => {
  const longAgo =
    "update application_email_changes set mailed_at = now() - interval '25 hours' where application_id = $1";
  const waiting = async (columns: Record<string, unknown> = {}) => {
    const { draft, context } = await heldDraft(database, columns);
    const email = newAddress();
    await requestEmailChange(context, draft.id, email);
    await database.query("delete from email_notifications");
    return { draft, email };
  };

  test.each([{}, confirmed])(
    "[F-APPL-11] Save & Exit mails the link to the new email once a day and none to the current one: %j",
    async (columns) => {
      const { draft, email } = await waiting(columns);
      await leaveApplication(draft.id);
      expect(await mailsOf(database, draft)).toEqual([]);
      await database.query(longAgo, [draft.id]);
      await leaveApplication(draft.id);
      expect(await mailsOf(database, draft)).toEqual([`email_change to ${email}`]);
    },
  );

  test("[F-APPL-11] a requested link goes to the new email, unless the current one is confirmed, so that its owner isn't locked out", async () => {
    const unproven = await waiting();
    await db.transaction((tx) => enqueueLink(tx, unproven.draft.id));
    expect(await mailsOf(database, unproven.draft)).toEqual([`email_change to ${unproven.email}`]);
    const proven = await waiting(confirmed);
    await db.transaction((tx) => enqueueLink(tx, proven.draft.id));
    expect(await mailsOf(database, proven.draft)).toEqual([`resume_link to ${proven.draft.email}`]);
  });
});
