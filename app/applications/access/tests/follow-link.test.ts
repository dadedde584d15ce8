import { describe, expect, test } from "vitest";
import { sealedToken } from "~/mail/links/private-links.server";
import { browserWith, draftOf, linkTo, recordedOf, submitted } from "../../../../test/harness/in-process/draft";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { findApplication } from "../find.server";
import { followLink, linkQuestion } from "../follow-link.server";
import { holderOf } from "../holder.server";

const database = testDatabase();

const otherBrowser = { address: "203.0.113.7", browser: "Firefox on Windows", cookie: "" };
const stateOf = async (id: string) => {
  const [row] = await database.query<{ confirmed: boolean; byLink: boolean; email: string; holders: string }>(
    `select email_confirmed_at is not null as confirmed, opens_by_link_only as "byLink", user_email as email,
       (select count(*) from application_holders h where h.application_id = a.id) as holders
     from visa_applications a where id = $1`,
    [id],
  );
  return { ...row, holders: Number(row?.holders) };
};
const asStarted = (draft: { email: string }) => ({ confirmed: false, byLink: false, email: draft.email, holders: 1 });
/** A draft that somebody began with this email, whose browser holds it. */
async function startedDraft(columns: Record<string, unknown> = {}) {
  const draft = await draftOf(database, columns);
  return { draft, starter: await browserWith(draft, "Chrome on Android"), token: linkTo(draft) };
}

describe("[V-ATK-12] the first use of a mailed link in another browser", () => {
  test("following the link without an answer, or with an unknown one, changes nothing", async () => {
    const { draft, token } = await startedDraft();
    for (const answer of [undefined, "", "yes", "keep;end", ["keep"]])
      expect(await followLink(otherBrowser, token, answer)).toMatchObject({ ok: false, reason: "invalid" });
    expect(await stateOf(draft.id)).toEqual(asStarted(draft));
  });

  test("the answer `keep` confirms the email and keeps the other browser's access", async () => {
    const { draft, token, starter } = await startedDraft();
    const followed = await followLink(otherBrowser, token, "keep");
    expect(followed).toMatchObject({ ok: true, opened: { id: draft.id, endRefused: false } });
    expect(await stateOf(draft.id)).toEqual({ ...asStarted(draft), confirmed: true, holders: 2 });
    const shown = followed.ok ? (followed.opened?.cookie.split(";")[0] ?? "") : "";
    for (const cookie of [shown, starter.cookie])
      expect(await holderOf(new Request("http://lucaya.test/", { headers: { cookie } }), draft.id)).toBeDefined();
    expect(await recordedOf(database, draft)).toEqual([
      {
        action: "email_confirmed_by_applicant",
        details: { number: draft.number, browsersEnded: 0 },
        address: otherBrowser.address,
        browser: null,
        admin: null,
      },
    ]);
    const [row] = await database.query(
      "select browser from application_holders where application_id = $1 order by created_at desc limit 1",
      [draft.id],
    );
    expect(row).toEqual({ browser: otherBrowser.browser });
  });

  test("[N-LINE-2] on a shared device the access cookie lasts until the browser is closed", async () => {
    const { draft, token } = await startedDraft();
    const cookieOf = async (cookie: string, shared: boolean) => {
      const followed = await followLink({ ...otherBrowser, cookie, shared }, token, "keep");
      return followed.ok ? (followed.opened?.cookie ?? "") : "";
    };
    const shared = await cookieOf("", true);
    expect(shared).toMatch(new RegExp(`^application-${draft.id}=[\\w-]{43}~shared; Path=/; HttpOnly; SameSite=Lax$`));
    // Said once, it stays so for this browser.
    expect(await cookieOf(shared.split(";")[0] ?? "", false)).toMatch(/~shared; Path/);
    expect(await cookieOf("", false)).toMatch(/; Max-Age=2592000;/);
  });

  test("the answer `end` confirms the email and ends every other browser; id and email then open nothing", async () => {
    const { draft, token } = await startedDraft();
    await browserWith(draft);
    expect(await followLink(otherBrowser, token, "end")).toMatchObject({ ok: true, opened: { endRefused: false } });
    expect(await stateOf(draft.id)).toEqual({ ...asStarted(draft), confirmed: true, byLink: true, holders: 1 });
    expect(await recordedOf(database, draft)).toMatchObject([{ details: { browsersEnded: 2 } }]);
  });

  test("the answer `no` removes the email from the application and uses up the link", async () => {
    const { draft, token } = await startedDraft();
    expect(await followLink(otherBrowser, token, "no")).toEqual({ ok: true, opened: null });
    expect(await stateOf(draft.id)).toEqual({ ...asStarted(draft), email: "" });
    expect(await followLink(otherBrowser, token, "keep")).toMatchObject({ reason: "not-found" });
  });
});

describe("[V-ATK-12] the first answer counts", () => {
  test("a later `no` changes nothing, and a later `end` ends no browser and says so", async () => {
    const { draft, token } = await startedDraft();
    await followLink(otherBrowser, token, "keep");
    const before = await stateOf(draft.id);
    expect(await followLink(otherBrowser, token, "no")).toMatchObject({ ok: false, reason: "conflict" });
    expect(await stateOf(draft.id)).toEqual(before);
    expect(await followLink(otherBrowser, token, "end")).toMatchObject({ ok: true, opened: { endRefused: true } });
    expect(await followLink(otherBrowser, token, undefined)).toMatchObject({ ok: true, opened: { endRefused: false } });
    expect(await stateOf(draft.id)).toEqual({ ...before, holders: 4 });
    expect(await recordedOf(database, draft), "confirmed once").toHaveLength(1);
  });
});

describe("[W-RESUME-9] links that open without a question", () => {
  test("a link opens without a question in the browser that started the application and renews its access", async () => {
    const { draft, token, starter } = await startedDraft();
    const own = { ...otherBrowser, cookie: starter.cookie };
    expect(await followLink(own, token, undefined)).toMatchObject({ ok: true, opened: { endRefused: false } });
    expect(await stateOf(draft.id)).toEqual({ ...asStarted(draft), confirmed: true });
    expect(await followLink(own, token, undefined), "the cookie of before is none any more").toMatchObject({
      ok: true,
    });
  });

  test("a link opens an application that staff started without a question", async () => {
    const { draft, token } = await startedDraft({ begun_at_desk: true });
    expect(await followLink(otherBrowser, token, undefined)).toMatchObject({ ok: true });
    expect(await stateOf(draft.id)).toMatchObject({ confirmed: true, byLink: false });
  });

  test("a link opens a submitted application without a question if its email is confirmed", async () => {
    const { token } = await startedDraft({ ...submitted, email_confirmed_at: new Date() });
    expect(await followLink(otherBrowser, token, undefined)).toMatchObject({ ok: true });
  });

  test("a link asks its question in a browser whose access has expired", async () => {
    const { draft, token, starter } = await startedDraft();
    await database.query("update application_holders set expires_at = now() where application_id = $1", [draft.id]);
    const endedBrowser = { ...otherBrowser, cookie: starter.cookie };
    expect(await followLink(endedBrowser, token, undefined)).toMatchObject({ ok: false, reason: "invalid" });
  });
});

describe("links that open nothing", () => {
  const day = 86_400_000;
  test("an unknown, an expired and an ended link open nothing", async () => {
    const { draft } = await startedDraft();
    const resume = (secret: string, expiresAt: number, id = draft.id) => sealedToken("resume", id, secret, expiresAt);
    const tomorrow = Date.now() + day;
    for (const token of [
      "",
      "no token",
      resume(draft.token, Date.now() - 1),
      resume(crypto.randomUUID(), tomorrow),
      resume(draft.token, tomorrow, crypto.randomUUID()),
      sealedToken("not me", draft.id, draft.token, tomorrow),
    ])
      expect(await followLink(otherBrowser, token, "keep")).toMatchObject({ ok: false, reason: "not-found" });
    expect(await stateOf(draft.id)).toEqual(asStarted(draft));
    expect(await followLink(otherBrowser, resume(draft.token, tomorrow), "keep")).toMatchObject({ ok: true });
  });
});

test("[V-ATK-12] the question names the service, the time and the browser of the start", async () => {
  const { draft, starter } = await startedDraft({ created_at: "2026-03-04T05:06:07Z" });
  const questionFor = async (cookie = "") => {
    const found = await findApplication(draft.id);
    if (!found) throw new Error("no application");
    return linkQuestion(new Request("http://lucaya.test/", { headers: { cookie } }), found);
  };
  expect(await questionFor()).toEqual({
    serviceName: null,
    at: "2026-03-04T05:06:07.000Z",
    browser: "Chrome on Android",
  });
  expect(await questionFor(starter.cookie)).toBeNull();
  await database.query("update visa_applications set email_confirmed_at = now() where id = $1", [draft.id]);
  expect(await questionFor()).toBeNull();
});
