import { beforeEach, describe, expect, test } from "vitest";
import { Applicant } from "../../../../../test/harness/applicants/in-process";
import { form } from "../../../../../test/harness/http-client";
import { browserWith, linkTo, mailsOf, recordedOf } from "../../../../../test/harness/in-process/draft";
import { addressIn, heldDraft, newAddress, tokenOf } from "../../../../../test/harness/in-process/email-change";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { endBrowsers, renewLinks } from "../../browsers.server";
import { sendLinkAgain } from "../../email-state.server";
import { followLink } from "../../follow-link.server";
import { requestEmailChange, requestEmailChangeAsStaff } from "../ask.server";
import { confirmChange } from "../confirm.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

const requester = { address: "198.51.100.4", browser: "Firefox on Windows" };
const confirmedSince = { email_confirmed_at: new Date() };
type Fixture = Awaited<ReturnType<typeof heldDraft>>;

/** A change that waits, asked for by the browser that came in by a link, and what the one that started it ends. */
async function pendingChange(columns: Record<string, unknown> = confirmedSince) {
  const fixture = await heldDraft(database, columns);
  await requestEmailChange(fixture.context, fixture.draft.id, newAddress());
  return { ...fixture, token: await tokenOf(database, fixture.draft.id) };
}
const by = (context: Fixture["context"]) => ({ ...context, browser: "Safari on iOS" });
const idOf = async (holder: string) =>
  (await database.query<{ id: string }>("select id from application_holders where token_hash = $1", [holder]))[0]?.id ??
  "";
const waitsFor = async ({ draft }: Fixture) => (await addressIn(database, draft.id)).waits;
const endedBy = async ({ draft }: Fixture) =>
  (await recordedOf(database, draft)).filter(({ action }) => action === "email_change_ended");

describe("an email change requested by a browser", () => {
  test.each([
    [
      "all other browsers are ended",
      async (fixture: Fixture) => endBrowsers(by(fixture.starter), fixture.draft.id, "others"),
    ],
    ["a new link ends all others", async (fixture: Fixture) => renewLinks(by(fixture.starter), fixture.draft.id)],
    [
      "this browser is ended",
      async (fixture: Fixture) => endBrowsers(by(fixture.starter), fixture.draft.id, await idOf(fixture.came.holder)),
    ],
  ])("[N-EMAIL-7, V-ATK-15] the change and its link end when %s", async (_, end) => {
    const fixture = await pendingChange();
    expect(await end(fixture)).toMatchObject({ ok: true });
    expect(await waitsFor(fixture)).toBeNull();
    expect(await endedBy(fixture)).toMatchObject([{ details: { number: fixture.draft.number, by: "applicant" } }]);
    expect(await confirmChange(requester, fixture.token)).toMatchObject({ ok: false, reason: "not-found" });
    expect((await addressIn(database, fixture.draft.id)).email).toBe(fixture.draft.email);
  });

  test("[N-EMAIL-7, V-ATK-15] the change ends with all others even if its browser had already lost access", async () => {
    const fixture = await pendingChange();
    await database.query("delete from application_holders where token_hash = $1", [fixture.came.holder]);
    expect(await endBrowsers(by(fixture.starter), fixture.draft.id, "others")).toMatchObject({ ok: true, browsers: 0 });
    expect([await waitsFor(fixture), (await endedBy(fixture)).length]).toEqual([null, 1]);
  });

  test("[N-EMAIL-7, V-ATK-12] the change ends when the first use of a link ends all browsers", async () => {
    const fixture = await pendingChange({});
    const visitor = { ...requester, cookie: "" };
    expect(await followLink(visitor, linkTo(fixture.draft), "end")).toMatchObject({ ok: true });
    expect([await waitsFor(fixture), (await endedBy(fixture)).length]).toEqual([null, 1]);
    const keptFixture = await pendingChange({});
    expect(await followLink(visitor, linkTo(keptFixture.draft), "keep")).toMatchObject({ ok: true });
    expect([typeof (await waitsFor(keptFixture)), await endedBy(keptFixture)]).toEqual(["string", []]);
  });

  test("[N-EMAIL-7, V-ATK-15] the change stays pending when its own browser ends others, and when another browser is ended", async () => {
    const fixture = await pendingChange();
    const [first, two] = [await browserWith(fixture.draft), await browserWith(fixture.draft)];
    await endBrowsers(by(fixture.starter), fixture.draft.id, await idOf(first.holder));
    await endBrowsers(by(fixture.context), fixture.draft.id, await idOf(two.holder));
    await endBrowsers(by(fixture.context), fixture.draft.id, "others");
    await renewLinks(by(fixture.context), fixture.draft.id);
    expect([typeof (await waitsFor(fixture)), await endedBy(fixture)]).toEqual(["string", []]);
  });

  test("[N-EMAIL-10] when a change of step 1 ends, step 1 shows the current email again", async () => {
    const applicant = new Applicant(database);
    const id = await applicant.start();
    const { email } = await addressIn(database, id);
    const otherEmail = newAddress();
    await applicant.save(id, {
      ...form("applicant_info", "Applicant Information", { email: otherEmail }),
      intent: "next",
    });
    expect((await addressIn(database, id)).waits).toBe(otherEmail);
    const ownBrowser = await browserWith({ id });
    await endBrowsers({ ...requester, holder: ownBrowser.holder }, id, "others");
    const rows = await database.query(
      "select metadata->'step1'->>'email' as said, email_handled as handled from visa_applications where id = $1",
      [id],
    );
    expect([(await addressIn(database, id)).waits, rows]).toEqual([null, [{ said: email, handled: email }]]);
  });
});

describe("an email change requested by staff", () => {
  test("[N-EMAIL-13] the change stays pending when browsers and links are ended", async () => {
    const fixture = await heldDraft(database, {});
    await requestEmailChangeAsStaff(await staffMember(database), {
      applicationId: fixture.draft.id,
      email: newAddress(),
    });
    await endBrowsers(by(fixture.starter), fixture.draft.id, "others");
    await renewLinks(by(fixture.starter), fixture.draft.id);
    await followLink({ ...requester, cookie: "" }, linkTo(await again(fixture)), "end");
    expect([typeof (await waitsFor(fixture)), await endedBy(fixture)]).toEqual(["string", []]);
  });

  test("[N-EMAIL-10, N-EMAIL-13] entering the current email on the desk ends a pending change of staff or the applicant", async () => {
    const staff = await staffMember(database, "regular_admin");
    const fixture = await pendingChange();
    const give = (email: string) => requestEmailChangeAsStaff(staff, { applicationId: fixture.draft.id, email });
    for (let times = 0; times < 2; times++) {
      expect(await give(fixture.draft.email.toUpperCase())).toEqual({ ok: true });
      expect(await waitsFor(fixture)).toBeNull();
      expect((await endedBy(fixture))[times]).toMatchObject({
        details: { number: fixture.draft.number, by: "staff" },
        admin: staff.staff.email,
      });
      expect(await give(fixture.draft.email), "there is none any more").toMatchObject({ reason: "conflict" });
      expect(await give(newAddress())).toEqual({ ok: true });
    }
    expect(await mailsOf(database, fixture.draft)).toHaveLength(3);
  });
});

describe("mails that count as caused by others", () => {
  const counted = async ({ draft }: Fixture) =>
    (
      await database.query<{ kind: string; counted: boolean }>(
        `select email_type as kind, due_at is not null as counted from email_notifications where application_id = $1
         order by created_at`,
        [draft.id],
      )
    ).map(({ kind, counted }) => `${kind} ${counted}`);

  test.each([
    [{}, true],
    [confirmedSince, false],
  ])(
    "[V-ATK-20, N-EMAIL-8] the notice to the old email counts if that email was not confirmed: %j",
    async (columns, is) => {
      const fixture = await pendingChange(columns);
      await confirmChange(requester, fixture.token);
      expect(await counted(fixture)).toEqual(["email_change true", `email_changed ${is}`]);
    },
  );

  test("[V-ATK-20, N-EMAIL-10] a link that the applicant sends again counts, even if staff requested the change", async () => {
    const fixture = await heldDraft(database, confirmedSince);
    await requestEmailChangeAsStaff(await staffMember(database), {
      applicationId: fixture.draft.id,
      email: newAddress(),
    });
    expect(await sendLinkAgain(fixture.context, fixture.draft.id)).toEqual({ ok: true });
    expect(await counted(fixture)).toEqual(["email_change false", "email_change true"]);
  });
});

/** The application with the links that work now. */
async function again({ draft }: Fixture) {
  return { ...draft, token: (await addressIn(database, draft.id)).token };
}
