import { beforeEach, describe, expect, test } from "vitest";
import { emailHash } from "~/mail/refused-email.server";
import { browserWith, draftOf, linkTo, mailsOf, recordedOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { emailStateOf, sendLinkAgain, sendLinkForStaff, setEmail } from "../email-state.server";
import { readLink } from "../resume.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

const confirmed = { email_confirmed_at: new Date() };
const refused = "Owner+visa@mail.example";
async function draftWith(columns: Record<string, unknown>) {
  const draft = await draftOf(database, columns);
  const { holder } = await browserWith(draft);
  return { draft, context: { address: "203.0.113.7", holder } };
}
const withoutAddress = () => draftWith({ user_email: "", refused_email_hashes: [emailHash(refused)] });
const emailOf = async (id: string) =>
  (
    await database.query(
      "select user_email as email, email_confirmed_at as confirmed from visa_applications where id = $1",
      [id],
    )
  )[0];

describe("[V-ATK-14] a new email for an application whose email was refused", () => {
  test("the new email is set unconfirmed and gets a link, and earlier links end", async () => {
    const { draft, context } = await withoutAddress();
    expect(await setEmail(context, draft.id, " new@mail.example ")).toEqual({ ok: true });
    expect(await emailOf(draft.id)).toEqual({ email: "new@mail.example", confirmed: null });
    expect(await mailsOf(database, draft)).toEqual(["resume_link to new@mail.example"]);
    expect((await readLink(linkTo(draft))).state).toBe("expired");
    expect(await recordedOf(database, draft)).toMatchObject([
      { action: "email_given_by_applicant", details: { number: draft.number }, address: "203.0.113.7" },
    ]);
  });

  test.each([
    ["", "Please enter a valid email address"],
    ["nobody", "Please enter a valid email address"],
    [undefined, "Please enter a valid email address"],
    [
      "owner@mail.example",
      "The owner of this email address told us this application isn’t theirs. Please enter a different address",
    ],
    [
      "OWNER+other@mail.example",
      "The owner of this email address told us this application isn’t theirs. Please enter a different address",
    ],
  ])("a change to %j is refused", async (rawEmail, message) => {
    const { draft, context } = await withoutAddress();
    expect(await setEmail(context, draft.id, rawEmail)).toMatchObject({ ok: false, reason: "invalid", message });
    expect(await emailOf(draft.id)).toMatchObject({ email: "" });
  });

  test("only a browser with access can set it, and only where there is no email", async () => {
    const { draft, context } = await draftWith({});
    expect(await setEmail(context, draft.id, "new@mail.example")).toMatchObject({ reason: "conflict" });
    expect(await emailOf(draft.id)).toMatchObject({ email: draft.email });
    const otherFixture = await withoutAddress();
    expect(await setEmail(context, otherFixture.draft.id, "new@mail.example")).toMatchObject({ reason: "forbidden" });
  });
});

describe("[V-ATK-13] sending the confirmation link again", () => {
  test("the link is sent while the email is not confirmed", async () => {
    const { draft, context } = await draftWith({});
    expect(await sendLinkAgain(context, draft.id)).toEqual({ ok: true });
    expect(await mailsOf(database, draft)).toEqual([`resume_link to ${draft.email}`]);
  });

  test("the link is not sent if the email is confirmed or missing, or if the browser has no access", async () => {
    const done = await draftWith(confirmed);
    expect(await sendLinkAgain(done.context, done.draft.id)).toMatchObject({ ok: false, reason: "conflict" });
    const none = await withoutAddress();
    expect(await sendLinkAgain(none.context, none.draft.id)).toMatchObject({ ok: false, reason: "conflict" });
    const { draft } = await draftWith({});
    expect(await sendLinkAgain(none.context, draft.id)).toMatchObject({ ok: false, reason: "forbidden" });
    expect([await mailsOf(database, done.draft), await mailsOf(database, draft)]).toEqual([[], []]);
  });

  test("the link is sent five times an hour per application and 20 times per IP; refused requests don't count", async () => {
    const { draft, context } = await draftWith({});
    for (let index = 0; index < 5; index++) expect(await sendLinkAgain(context, draft.id)).toEqual({ ok: true });
    for (let position = 0; position < 3; position++)
      expect(await sendLinkAgain(context, draft.id)).toMatchObject({ reason: "limited" });
    const fixture = await withoutAddress();
    await database.query("update limit_counts set count = 20 where key like '%from 203.0.113.7'");
    expect(await setEmail(fixture.context, fixture.draft.id, "new@mail.example")).toMatchObject({ reason: "limited" });
    await database.query("update limit_counts set count = 19 where key like '%from 203.0.113.7'");
    expect(await setEmail(fixture.context, fixture.draft.id, "new@mail.example")).toEqual({ ok: true });
    const windows =
      "select distinct round(extract(epoch from window_ends - now()) / 60)::int as minutes from limit_counts";
    expect(await database.query(windows)).toEqual([{ minutes: 60 }]);
  });
});

describe("[V-ATK-13] the confirmation link sent by staff", () => {
  test("sending by staff is recorded and has no limit", async () => {
    const context = await staffMember(database, "regular_admin");
    const { draft } = await draftWith({});
    for (let index = 0; index < 6; index++) expect(await sendLinkForStaff(context, draft.id)).toEqual({ ok: true });
    expect((await recordedOf(database, draft))[5]).toEqual({
      action: "link_sent_by_staff",
      details: { number: draft.number },
      address: context.address,
      browser: null,
      admin: context.staff.email,
    });
    expect(new Set(await mailsOf(database, draft))).toEqual(new Set([`resume_link to ${draft.email}`]));
  });

  test("staff can't send it if the email is confirmed or missing or the application is unknown; a former admin can't send it at all", async () => {
    const context = await staffMember(database);
    const [done, none] = [await draftWith(confirmed), await withoutAddress()];
    for (const id of [done.draft.id, none.draft.id, crypto.randomUUID(), "no id", undefined])
      expect(await sendLinkForStaff(context, id)).toMatchObject({
        ok: false,
        reason: "closed",
        message: "Not sent: it is confirmed already.",
      });
    const { draft } = await draftWith({});
    await database.query("update admin_users set is_active = false where id = $1", [context.staff.adminId]);
    expect(await sendLinkForStaff(context, draft.id)).toMatchObject({ ok: false, reason: "forbidden" });
    expect([await mailsOf(database, done.draft), await mailsOf(database, draft)]).toEqual([[], []]);
  });
});

test("the email's state has the email, whether its link was followed, a pending change and bounces", async () => {
  const { draft } = await draftWith({});
  const known = { change: null, comesBack: false };
  const state = { id: draft.id, userEmail: "a@b.cd", emailConfirmedAt: new Date() };
  expect(await emailStateOf(state)).toEqual({ email: "a@b.cd", confirmed: true, ...known });
  expect(await emailStateOf({ ...state, emailConfirmedAt: null })).toEqual({
    email: "a@b.cd",
    confirmed: false,
    ...known,
  });
});
