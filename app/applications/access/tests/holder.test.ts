import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { db } from "~/db/client.server";
import { log } from "~/log.server";
import { browserWith, draftOf, submitted } from "../../../../test/harness/in-process/draft";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { holderReads } from "../../../cases/applicant-page/document-readers.server";
import { asHolder, asHolderOfDraft } from "../as-holder.server";
import {
  endHolders,
  expiredCookie,
  grantHolder,
  hasHolderCookie,
  holderOf,
  holderToken,
  isHolder,
  repeatHolder,
  revokeHolder,
} from "../holder.server";
import { noteSave } from "../holder-use.server";

const database = testDatabase();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const showing = (cookie: string) => new Request("http://lucaya.test/", { headers: { cookie } });
/** Ends the time of every right that there is now: it was given so many seconds before. */
const passed = (seconds: number) =>
  database.query(
    "update application_holders set expires_at = expires_at - make_interval(secs => $1), last_used_at = last_used_at - make_interval(secs => $1)",
    [seconds],
  );
const holders = async (id: string) =>
  (
    await database.query<{ hash: string }>(
      "select token_hash as hash from application_holders where application_id = $1",
      [id],
    )
  ).map(({ hash }) => hash);
const month = 30 * 24 * 3600;

describe("a browser's access to an application", () => {
  test("[W-RESUME-3] access is a random cookie for 30 days, of which only the hash is stored", async () => {
    const draft = await draftOf(database);
    const header = await grantHolder(db, draft.id, "Safari on iOS");
    const [, token = ""] = /^application-[0-9a-f-]{36}=([\w-]{43}); (.*)$/.exec(header) ?? [];
    expect(header).toBe(`application-${draft.id}=${token}; Max-Age=${month}; Path=/; HttpOnly; SameSite=Lax`);
    const [row] = await database.query(
      "select token_hash, browser, extract(epoch from expires_at - now())::float8 as rest from application_holders where application_id = $1",
      [draft.id],
    );
    expect(row).toMatchObject({
      browser: "Safari on iOS",
      token_hash: createHash("sha256").update(token).digest("hex"),
    });
    expect(Math.abs(row?.rest - month), "days in the database").toBeLessThan(60);
    expect(await grantHolder(db, draft.id, "")).not.toContain(token);
  });

  test("[W-RESUME-4] the cookie opens its own application only, and nothing opens without it", async () => {
    const [draft, otherDraft] = [await draftOf(database), await draftOf(database)];
    const { cookie, holder } = await browserWith(draft);
    expect(await holderOf(showing(`a=b; ${cookie}`), draft.id)).toBe(holder);
    expect(await holderOf(showing(cookie), otherDraft.id)).toBeUndefined();
    const renamed = cookie.replace(draft.id, otherDraft.id);
    expect(await holderOf(showing(renamed), otherDraft.id), "shown as the cookie of another").toBeUndefined();
    expect(await holderOf(new Request("http://lucaya.test/"), draft.id)).toBeUndefined();
    expect(await holderOf(showing(`${cookie.slice(0, -1)}~`), draft.id)).toBeUndefined();
    expect([await isHolder(db, draft.id, holder), await isHolder(db, otherDraft.id, holder)]).toEqual([true, false]);
    expect(await isHolder(db, draft.id, cookie), "the hash gives the right, not the token").toBe(false);
  });

  test("access ends after its 30 days", async () => {
    const draft = await draftOf(database);
    const { cookie, holder } = await browserWith(draft);
    await passed(month - 60);
    expect([await isHolder(db, draft.id, holder), await holderOf(showing(cookie), draft.id)]).toEqual([true, holder]);
    await passed(60);
    expect([await isHolder(db, draft.id, holder), await holderOf(showing(cookie), draft.id)]).toEqual([
      false,
      undefined,
    ]);
  });

  test("[C-BOTH-4] an application's documents require access too, and documents without an application are never the holder's", async () => {
    const draft = await draftOf(database);
    const { cookie } = await browserWith(draft);
    type DocumentRef = Parameters<typeof holderReads>[0];
    const reads = (applicationId: string | null, shown: string) =>
      holderReads({ applicationId, decisionId: null } as DocumentRef, showing(shown));
    expect(await reads(draft.id, cookie)).toBe(true);
    expect(await reads(draft.id, "")).toBe(false);
    expect(await reads(null, cookie)).toBe(false);
  });

  test("new access can replace the browser's earlier access to the same application", async () => {
    const [draft, otherDraft] = [await draftOf(database), await draftOf(database)];
    const [first, foreign] = [await browserWith(draft), await browserWith(otherDraft)];
    await grantHolder(db, draft.id, "", { instead: first.holder });
    await grantHolder(db, draft.id, "", { instead: foreign.holder });
    expect(await holders(draft.id)).toHaveLength(2);
    expect(await holders(draft.id)).not.toContain(first.holder);
    expect(await holders(otherDraft.id), "another application's stays").toEqual([foreign.holder]);
  });

  test("replacing access lasts 30 days from now and replaces expired access as well", async () => {
    const draft = await draftOf(database);
    const validity = () =>
      database.query<{ days: number; began: boolean }>(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days, began from application_holders
         where application_id = $1`,
        [draft.id],
      );
    const { holder } = await browserWith(draft);
    await passed(10 * 24 * 3600);
    const header = await grantHolder(db, draft.id, "", { instead: holder });
    expect(await validity(), "and it did not begin the application").toEqual([{ days: 30, began: false }]);
    await passed(month);
    await grantHolder(db, draft.id, "", { instead: holderToken(header.split(";")[0] ?? "", draft.id), began: true });
    expect(await validity()).toEqual([{ days: 30, began: true }]);
  });

  test("access is granted again with the same token until it expires", async () => {
    const draft = await draftOf(database);
    const tokenOption = { token: "a token of the caller" };
    const header = await grantHolder(db, draft.id, "", tokenOption);
    expect(await repeatHolder(db, draft.id, tokenOption.token)).toBe(header);
    expect(await repeatHolder(db, draft.id, "another")).toBeUndefined();
    await passed(month);
    expect(await repeatHolder(db, draft.id, tokenOption.token)).toBeUndefined();
  });

  test("ending one browser's access removes its cookie", async () => {
    const draft = await draftOf(database);
    const [firstBrowser, otherBrowser] = [await browserWith(draft), await browserWith(draft)];
    const header = await revokeHolder(draft.id, firstBrowser.holder);
    expect(header).toBe(`application-${draft.id}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`);
    expect(header).toBe(expiredCookie(draft.id));
    expect(await holders(draft.id)).toEqual([otherBrowser.holder]);
  });

  test("ending all browsers' access counts only those not yet expired", async () => {
    const [draft, otherDraft] = [await draftOf(database), await draftOf(database)];
    await browserWith(draft);
    await passed(month);
    for (const target of [draft, draft, otherDraft]) await browserWith(target);
    expect(await endHolders(db, draft.id)).toBe(2);
    expect([await holders(draft.id), (await holders(otherDraft.id)).length]).toEqual([[], 1]);
  });
});

test("an application's cookie is recognized in a header, and other cookies are not", async () => {
  const draft = await draftOf(database);
  const { cookie } = await browserWith(draft);
  expect([hasHolderCookie(showing(cookie)), hasHolderCookie(showing("browser=1"))]).toEqual([true, false]);
  expect(hasHolderCookie(new Request("http://lucaya.test/"))).toBe(false);
  expect([holderToken("", draft.id), holderToken(`application-${draft.id}=`, draft.id)]).toEqual([
    undefined,
    undefined,
  ]);
});

describe("[V-ATK-15] the last use of a browser", () => {
  const lastUse = async (holder: string) =>
    (
      await database.query<{ ago: number }>(
        "select round(extract(epoch from now() - last_used_at))::int as ago from application_holders where token_hash = $1",
        [holder],
      )
    )[0]?.ago;

  test("opening a page stores the last use, at most every ten minutes", async () => {
    const draft = await draftOf(database);
    const { cookie, holder } = await browserWith(draft);
    await passed(500);
    await holderOf(showing(cookie), draft.id);
    expect(await lastUse(holder)).toBeGreaterThanOrEqual(500);
    await passed(100);
    await holderOf(showing(cookie), draft.id);
    expect(await lastUse(holder)).toBeLessThan(60);
  });

  test("a save stores the last use after ten minutes, since opening its page has just stored it", async () => {
    const draft = await draftOf(database);
    const { holder } = await browserWith(draft);
    await passed(3600);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const written = vi.spyOn(db, "update");
    noteSave(holder);
    vi.setSystemTime(Date.now() + 599_999);
    noteSave(holder);
    expect(written).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 1);
    noteSave(holder);
    expect(written).toHaveBeenCalledOnce();
    await vi.waitFor(async () => expect(await lastUse(holder)).toBeLessThan(60), { timeout: 60_000 });
  });

  test("a last use that can't be stored with a save is logged, and the save succeeds", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const error = new Error("a defect");
    vi.spyOn(db, "update").mockImplementation(() => {
      throw error;
    });
    const logged = vi.spyOn(log, "warn").mockImplementation(() => undefined);
    noteSave("somebody");
    vi.setSystemTime(Date.now() + 600_000);
    noteSave("somebody");
    await vi.waitFor(
      () => expect(logged).toHaveBeenCalledWith({ err: error }, "a browser's last use could not be written down"),
      { timeout: 60_000 },
    );
  });
});

describe("an applicant's verb", () => {
  const status = async (id: string) =>
    (
      await database.query<{ email: string }>("select user_email as email from visa_applications where id = $1", [id])
    )[0]?.email;
  const verb = (draft: { id: string }, holder: string, of: typeof asHolderOfDraft = asHolder) =>
    of({ address: "203.0.113.7", holder }, draft.id, async ({ application, record }) => {
      await record({ actionType: "tried", details: { kind: "test" }, browser: "Safari on iOS" });
      return { ok: true as const, email: application.userEmail };
    });
  const records = (id: string) =>
    database.query(
      "select action_type, details, address, browser, admin_email from admin_activity_log where subject_id = $1",
      [id],
    );

  test("a verb runs for a browser with access and records what it did", async () => {
    const draft = await draftOf(database);
    const { holder } = await browserWith(draft);
    expect(await verb(draft, holder)).toEqual({ ok: true, email: draft.email });
    expect(await records(draft.id)).toEqual([
      {
        action_type: "tried",
        details: { number: draft.number, kind: "test" },
        address: "203.0.113.7",
        browser: "Safari on iOS",
        admin_email: null,
      },
    ]);
  });

  test("[C-BOTH-4] a verb is refused for another browser, for expired access and for an unknown application", async () => {
    const [draft, otherDraft] = [await draftOf(database), await draftOf(database)];
    const [{ holder }, foreign] = [await browserWith(draft), await browserWith(otherDraft)];
    const forbidden = { ok: false, reason: "forbidden" };
    expect(await verb(draft, foreign.holder)).toMatchObject(forbidden);
    expect(await verb({ id: crypto.randomUUID() }, holder)).toMatchObject(forbidden);
    await passed(month);
    expect(await verb(draft, holder)).toMatchObject(forbidden);
    expect(await records(draft.id)).toEqual([]);
  });

  test("a verb for drafts is refused for a submitted application", async () => {
    const [draft, done] = [await draftOf(database), await draftOf(database, submitted)];
    const [first, two] = [await browserWith(draft), await browserWith(done)];
    expect(await verb(draft, first.holder, asHolderOfDraft)).toMatchObject({ ok: true });
    expect(await verb(done, two.holder, asHolderOfDraft)).toMatchObject({ ok: false, reason: "closed" });
    expect(await verb(done, "somebody", asHolderOfDraft)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await records(done.id)).toEqual([]);
  });

  test("a refusing verb leaves nothing it wrote", async () => {
    const draft = await draftOf(database);
    const { holder } = await browserWith(draft);
    const refused = await asHolder({ address: "", holder }, draft.id, async ({ tx, record }) => {
      await record({ actionType: "tried" });
      await endHolders(tx, draft.id);
      return { ok: false as const, reason: "limited" as const, message: "", detail: undefined };
    });
    expect(refused).toMatchObject({ ok: false, reason: "limited" });
    expect([await records(draft.id), await holders(draft.id)]).toEqual([[], [holder]]);
    expect(await status(draft.id)).toBe(draft.email);
  });
});
