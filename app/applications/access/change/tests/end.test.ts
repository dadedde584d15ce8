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

const somebody = { address: "198.51.100.4", browser: "Firefox on Windows" };
const confirmedSince = { email_confirmed_at: new Date() };
type Held = Awaited<ReturnType<typeof heldDraft>>;

/** A change that waits, asked for by the browser that came in by a link, and what the one that started it ends. */
async function asked(columns: Record<string, unknown> = confirmedSince) {
  const held = await heldDraft(database, columns);
  await requestEmailChange(held.context, held.draft.id, newAddress());
  return { ...held, token: await tokenOf(database, held.draft.id) };
}
const by = (context: Held["context"]) => ({ ...context, browser: "Safari on iOS" });
const idOf = async (holder: string) =>
  (await database.query<{ id: string }>("select id from application_holders where token_hash = $1", [holder]))[0]?.id ??
  "";
const waitsFor = async ({ draft }: Held) => (await addressIn(database, draft.id)).waits;
const endedBy = async ({ draft }: Held) =>
  (await recordedOf(database, draft)).filter(({ action }) => action === "email_change_ended");

describe("an email change requested by a browser", () => {
  test.each([
    ["all other browsers are ended", async (held: Held) => endBrowsers(by(held.starter), held.draft.id, "others")],
    ["a new link ends all others", async (held: Held) => renewLinks(by(held.starter), held.draft.id)],
    [
      "this browser is ended",
      async (held: Held) => endBrowsers(by(held.starter), held.draft.id, await idOf(held.came.holder)),
    ],
  ])("[N-EMAIL-7, V-ATK-15] the change and its link end when %s", async (_, end) => {
    const held = await asked();
    expect(await end(held)).toMatchObject({ ok: true });
    expect(await waitsFor(held)).toBeNull();
    expect(await endedBy(held)).toMatchObject([{ details: { number: held.draft.number, by: "applicant" } }]);
    expect(await confirmChange(somebody, held.token)).toMatchObject({ ok: false, reason: "not-found" });
    expect((await addressIn(database, held.draft.id)).email).toBe(held.draft.email);
  });

  test("[N-EMAIL-7, V-ATK-15] the change ends with all others even if its browser had already lost access", async () => {
    const held = await asked();
    await database.query("delete from application_holders where token_hash = $1", [held.came.holder]);
    expect(await endBrowsers(by(held.starter), held.draft.id, "others")).toMatchObject({ ok: true, browsers: 0 });
    expect([await waitsFor(held), (await endedBy(held)).length]).toEqual([null, 1]);
  });

  test("[N-EMAIL-7, V-ATK-12] the change ends when the first use of a link ends all browsers", async () => {
    const held = await asked({});
    const visitor = { ...somebody, cookie: "" };
    expect(await followLink(visitor, linkTo(held.draft), "end")).toMatchObject({ ok: true });
    expect([await waitsFor(held), (await endedBy(held)).length]).toEqual([null, 1]);
    const kept = await asked({});
    expect(await followLink(visitor, linkTo(kept.draft), "keep")).toMatchObject({ ok: true });
    expect([typeof (await waitsFor(kept)), await endedBy(kept)]).toEqual(["string", []]);
  });

  test("[N-EMAIL-7, V-ATK-15] the change stays pending when its own browser ends others, and when another browser is ended", async () => {
    const held = await asked();
    const [one, two] = [await browserWith(held.draft), await browserWith(held.draft)];
    await endBrowsers(by(held.starter), held.draft.id, await idOf(one.holder));
    await endBrowsers(by(held.context), held.draft.id, await idOf(two.holder));
    await endBrowsers(by(held.context), held.draft.id, "others");
    await renewLinks(by(held.context), held.draft.id);
    expect([typeof (await waitsFor(held)), await endedBy(held)]).toEqual(["string", []]);
  });

  test("[N-EMAIL-10] when a change of step 1 ends, step 1 shows the current email again", async () => {
    const applicant = new Applicant(database);
    const id = await applicant.start();
    const { email } = await addressIn(database, id);
    const other = newAddress();
    await applicant.save(id, { ...form("applicant_info", "Applicant Information", { email: other }), intent: "next" });
    expect((await addressIn(database, id)).waits).toBe(other);
    const mine = await browserWith({ id });
    await endBrowsers({ ...somebody, holder: mine.holder }, id, "others");
    const rows = await database.query(
      "select metadata->'step1'->>'email' as said, email_handled as handled from visa_applications where id = $1",
      [id],
    );
    expect([(await addressIn(database, id)).waits, rows]).toEqual([null, [{ said: email, handled: email }]]);
  });
});

describe("an email change requested by staff", () => {
  test("[N-EMAIL-13] the change stays pending when browsers and links are ended", async () => {
    const held = await heldDraft(database, {});
    await requestEmailChangeAsStaff(await staffMember(database), { applicationId: held.draft.id, email: newAddress() });
    await endBrowsers(by(held.starter), held.draft.id, "others");
    await renewLinks(by(held.starter), held.draft.id);
    await followLink({ ...somebody, cookie: "" }, linkTo(await again(held)), "end");
    expect([typeof (await waitsFor(held)), await endedBy(held)]).toEqual(["string", []]);
  });

  test("[N-EMAIL-10, N-EMAIL-13] entering the current email on the desk ends a pending change of staff or the applicant", async () => {
    const staff = await staffMember(database, "regular_admin");
    const held = await asked();
    const give = (email: string) => requestEmailChangeAsStaff(staff, { applicationId: held.draft.id, email });
    for (let times = 0; times < 2; times++) {
      expect(await give(held.draft.email.toUpperCase())).toEqual({ ok: true });
      expect(await waitsFor(held)).toBeNull();
      expect((await endedBy(held))[times]).toMatchObject({
        details: { number: held.draft.number, by: "staff" },
        admin: staff.staff.email,
      });
      expect(await give(held.draft.email), "there is none any more").toMatchObject({ reason: "conflict" });
      expect(await give(newAddress())).toEqual({ ok: true });
    }
    expect(await mailsOf(database, held.draft)).toHaveLength(3);
  });
});

describe("mails that count as caused by others", () => {
  const counted = async ({ draft }: Held) =>
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
      const held = await asked(columns);
      await confirmChange(somebody, held.token);
      expect(await counted(held)).toEqual(["email_change true", `email_changed ${is}`]);
    },
  );

  test("[V-ATK-20, N-EMAIL-10] a link that the applicant sends again counts, even if staff requested the change", async () => {
    const held = await heldDraft(database, confirmedSince);
    await requestEmailChangeAsStaff(await staffMember(database), { applicationId: held.draft.id, email: newAddress() });
    expect(await sendLinkAgain(held.context, held.draft.id)).toEqual({ ok: true });
    expect(await counted(held)).toEqual(["email_change false", "email_change true"]);
  });
});

/** The application with the links that work now. */
async function again({ draft }: Held) {
  return { ...draft, token: (await addressIn(database, draft.id)).token };
}
