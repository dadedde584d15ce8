import { beforeEach, describe, expect, test } from "vitest";
import { browserWith, draftOf, linkTo, mailsOf, recordedOf } from "../../../../test/harness/in-process/draft";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { formatBrowserKind, formatBrowsers } from "../browser-words";
import { endBrowsers, endInput, listBrowsers, maxListed, renewLinks } from "../browsers.server";
import { readLink, sendFreshLinks } from "../resume.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

const address = "203.0.113.7";
const confirmed = { email_confirmed_at: new Date() };
/** An application that this browser and others hold, with what each is. */
async function draftWithBrowsers(kinds: string[], columns: Record<string, unknown> = confirmed) {
  const draft = await draftOf(database, columns);
  const own = await browserWith(draft, "Safari on iOS");
  const others = [];
  for (const kind of kinds) others.push(await browserWith(draft, kind));
  const rows = await database.query<{ hash: string; id: string }>(
    "select token_hash as hash, id from application_holders where application_id = $1",
    [draft.id],
  );
  const idOf = ({ holder }: { holder: string }) => rows.find(({ hash }) => hash === holder)?.id ?? "";
  return { draft, own, others, idOf, context: { address, holder: own.holder, browser: "Safari on iOS" } };
}
const expire = (holder: string) =>
  database.query("update application_holders set expires_at = now() - interval '1 second' where token_hash = $1", [
    holder,
  ]);
const kindsOf = async (id: string) =>
  (await database.query<{ browser: string }>("select browser from application_holders where application_id = $1", [id]))
    .map(({ browser }) => browser)
    .sort();
const stateOf = async (id: string) =>
  (
    await database.query<{ byLink: boolean; token: string }>(
      'select opens_by_link_only as "byLink", resume_token as token from visa_applications where id = $1',
      [id],
    )
  )[0];

describe("[V-ATK-15] the list of browsers", () => {
  test("the list shows this browser first, then the others by last use, and no expired ones", async () => {
    const { draft, own, others } = await draftWithBrowsers(["a", "b", "c"]);
    for (const [index, { holder }] of others.entries())
      await database.query(
        "update application_holders set last_used_at = now() + make_interval(secs => $2) where token_hash = $1",
        [holder, index],
      );
    await expire(others[1]?.holder ?? "");
    const rows = await listBrowsers(draft.id, own.holder);
    expect(rows.map(({ browser, isThis }) => [browser, isThis])).toEqual([
      ["Safari on iOS", true],
      ["c", false],
      ["a", false],
    ]);
    for (const { firstUsed, lastUsed } of rows)
      for (const instant of [firstUsed, lastUsed]) expect(new Date(instant).toISOString()).toBe(instant);
  });

  test("the list has at most fifty browsers", async () => {
    const { draft, own } = await draftWithBrowsers([]);
    await database.query(
      "insert into application_holders (token_hash, application_id, expires_at) select 'hash ' || n || $1::text, $1::uuid, now() + interval '1 day' from generate_series(1, 50) n",
      [draft.id],
    );
    expect(maxListed).toBe(50);
    expect(await listBrowsers(draft.id, own.holder)).toHaveLength(50);
  });
});

describe("[V-ATK-15] ending browsers", () => {
  test("ending one browser makes the application open by its link only, and is recorded and mailed", async () => {
    const { draft, others, idOf, context } = await draftWithBrowsers(["Chrome on Android", "Firefox on Linux"]);
    const [otherBrowser] = others;
    expect(await endBrowsers(context, draft.id, otherBrowser ? idOf(otherBrowser) : "")).toEqual({
      ok: true,
      browsers: 1,
    });
    expect(await kindsOf(draft.id)).toEqual(["Firefox on Linux", "Safari on iOS"]);
    expect((await stateOf(draft.id))?.byLink).toBe(true);
    expect(await recordedOf(database, draft)).toEqual([
      {
        action: "browsers_ended_by_applicant",
        details: { number: draft.number, ended: 1 },
        address,
        browser: "Safari on iOS",
        admin: null,
      },
    ]);
    expect(await mailsOf(database, draft)).toEqual([`browsers_ended to ${draft.email}`]);
    const [mail] = await database.query(
      "select template_data as data from email_notifications where application_id = $1",
      [draft.id],
    );
    expect(mail?.data).toMatchObject({
      ended: "Chrome on Android",
      count: 1,
      endedWith: "Safari on iOS",
      email: draft.email,
      applicationNumber: draft.number,
      serviceName: null,
      submittedAt: null,
    });
    expect(Math.abs(Date.now() - Date.parse(mail?.data.endedAt))).toBeLessThan(600_000);
  });

  test("ending all others keeps this browser and counts only those not yet expired", async () => {
    const { draft, others, context } = await draftWithBrowsers(["a", "b", "c"]);
    await expire(others[0]?.holder ?? "");
    expect(await endBrowsers(context, draft.id, "others")).toEqual({ ok: true, browsers: 2 });
    expect(await kindsOf(draft.id)).toEqual(["Safari on iOS"]);
  });

  test("ending this browser works like Save & Exit: no record, no mail, and id and email can still open the application", async () => {
    const { draft, own, idOf, context } = await draftWithBrowsers(["a"]);
    const ended = await endBrowsers(context, draft.id, idOf(own));
    expect(ended).toEqual({
      ok: true,
      browsers: 1,
      cookie: expect.stringContaining(`application-${draft.id}=; Max-Age=0`),
    });
    expect(await kindsOf(draft.id)).toEqual(["a"]);
    expect((await stateOf(draft.id))?.byLink).toBe(false);
    expect([await recordedOf(database, draft), await mailsOf(database, draft)]).toEqual([[], []]);
  });

  test("an id that matches no browser of the application changes nothing", async () => {
    const [{ draft, context }, foreign] = [await draftWithBrowsers(["a"]), await draftWithBrowsers(["b"])];
    const [foreignBrowser] = foreign.others;
    const none = { ok: true, browsers: 0 };
    expect(await endBrowsers(context, draft.id, foreignBrowser ? foreign.idOf(foreignBrowser) : "")).toEqual(none);
    expect(await endBrowsers(context, draft.id, crypto.randomUUID())).toEqual(none);
    expect([await kindsOf(draft.id), await kindsOf(foreign.draft.id)]).toEqual([
      ["Safari on iOS", "a"],
      ["Safari on iOS", "b"],
    ]);
    expect((await stateOf(draft.id))?.byLink).toBe(false);
    expect([await recordedOf(database, draft), await mailsOf(database, draft)]).toEqual([[], []]);
  });

  test("without an email no mail is sent, and a browser without access changes nothing", async () => {
    const { draft, context } = await draftWithBrowsers(["a"], { user_email: "" });
    expect(await endBrowsers({ ...context, holder: "somebody" }, draft.id, "others")).toMatchObject({
      reason: "forbidden",
    });
    expect(await endBrowsers(context, draft.id, "others")).toMatchObject({ browsers: 1 });
    expect(await mailsOf(database, draft)).toEqual([]);
  });

  test("a browser can end browsers 20 times an hour, and a refused try changes nothing", async () => {
    const { draft, context } = await draftWithBrowsers(["a"]);
    for (let index = 0; index < 20; index++)
      expect(await endBrowsers(context, draft.id, crypto.randomUUID())).toMatchObject({ ok: true });
    expect(await endBrowsers(context, draft.id, "others")).toMatchObject({ ok: false, reason: "limited" });
    expect(await kindsOf(draft.id)).toEqual(["Safari on iOS", "a"]);
    const limits = await database.query(
      "select max(count) as most, round(extract(epoch from max(window_ends) - now()) / 60)::int as minutes from limit_counts",
    );
    expect(limits).toEqual([{ most: 20, minutes: 60 }]);
  });

  test("only `others` or the id of a row is accepted", () => {
    const named = ["others", "all", "", crypto.randomUUID()].map((target) => endInput.safeParse(target).success);
    expect(named).toEqual([true, false, false, true]);
  });
});

describe("[V-ATK-16] a new link that ends all other access", () => {
  test("renewing the link ends earlier links and other browsers, is recorded, and mails a new link", async () => {
    const { draft, context } = await draftWithBrowsers(["a", "b"]);
    const before = linkTo(draft);
    expect(await renewLinks(context, draft.id)).toEqual({ ok: true });
    expect((await readLink(before)).state).toBe("expired");
    const { token, byLink } = (await stateOf(draft.id)) ?? {};
    expect([byLink, (await readLink(linkTo({ id: draft.id, token: token ?? "" }))).state]).toEqual([true, "good"]);
    expect(await kindsOf(draft.id)).toEqual(["Safari on iOS"]);
    expect(await recordedOf(database, draft)).toMatchObject([
      { action: "links_ended_by_applicant", details: { ended: 2 }, address, browser: "Safari on iOS" },
    ]);
    const [mail] = await database.query(
      "select email_type, due_at is not null as counted, template_data->'ended' as ended from email_notifications where application_id = $1",
      [draft.id],
    );
    expect(mail, "[V-ATK-20] its confirmed owner waits behind nobody").toEqual({
      email_type: "resume_link",
      counted: false,
      ended: 2,
    });
    expect(
      await database.query(
        "select link_sent_at > now() - interval '10 minutes' as sent from visa_applications where id = $1",
        [draft.id],
      ),
    ).toEqual([{ sent: true }]);
  });

  test("[V-ATK-20] the mail counts as caused by others while the email is not confirmed", async () => {
    const { draft, context } = await draftWithBrowsers([], {});
    await renewLinks(context, draft.id);
    expect(
      await database.query("select due_at is not null as counted from email_notifications where application_id = $1", [
        draft.id,
      ]),
    ).toEqual([{ counted: true }]);
  });

  test("renewing is refused without an email, without access, and after five in an hour", async () => {
    const withoutEmail = await draftWithBrowsers([], { user_email: "" });
    expect(await renewLinks(withoutEmail.context, withoutEmail.draft.id)).toMatchObject({
      ok: false,
      reason: "conflict",
    });
    const { draft, context } = await draftWithBrowsers(["a"]);
    expect(await renewLinks({ ...context, holder: "somebody" }, draft.id)).toMatchObject({ reason: "forbidden" });
    for (let index = 0; index < 5; index++) expect(await renewLinks(context, draft.id)).toEqual({ ok: true });
    const { token } = (await stateOf(draft.id)) ?? {};
    expect(await renewLinks(context, draft.id)).toMatchObject({ ok: false, reason: "limited" });
    expect((await stateOf(draft.id))?.token, "the last link stays").toBe(token);
  });
});

test("[V-ATK-16] renewing a link and requesting links share the limit of the IP", async () => {
  const { draft, context } = await draftWithBrowsers([]);
  for (let index = 0; index < 20; index++) await sendFreshLinks({ address }, `nobody${index}@mail.example`);
  expect(await renewLinks(context, draft.id)).toMatchObject({ reason: "limited" });
  expect(await renewLinks({ ...context, address: "203.0.113.8" }, draft.id)).toEqual({ ok: true });
});

test("a list of browsers is formatted with counts, and from the fifth kind on as others", () => {
  expect(formatBrowserKind("")).toBe("Unknown browser");
  expect(formatBrowsers(["Safari on iOS"])).toBe("Safari on iOS");
  expect(formatBrowsers(["b", "a", "b"])).toBe("2 × b and a");
  expect(formatBrowsers(["a", "b", "c", "d"])).toBe("a, b, c, and d");
  expect(formatBrowsers(["a", "b", "c", "", "d"])).toBe("a, b, c, Unknown browser, and 1 other");
  expect(formatBrowsers(["a", "b", "c", "d", "e", "e", "f"])).toBe("a, b, c, d, and 3 others");
});
