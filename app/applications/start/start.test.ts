import { hash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mailsOf, newEmail, whileRefused } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { startApplication } from "./start.server";

const database = testDatabase();
let service: string;
let address: string;
let visitors = 0;
beforeAll(async () => {
  service = (await serviceOf(database, "bahamian-evisa")).id;
});
beforeEach(() => {
  address = `10.1.${++visitors}.1`;
});

type StartInput = Record<string, string>;
const start = (input: StartInput, token: string | undefined = "a browser", tokenHashes: string[] = []) => {
  const form = new FormData();
  const all = { email: newEmail(), terms: "yes", attempt: crypto.randomUUID(), ...input };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return startApplication({ address, browser: "Safari on iPhone", token, tokenHashes: tokenHashes }, form);
};
async function started(input: StartInput = {}, token?: string) {
  const result = await start(input, token);
  if (!result.ok) throw new Error(result.reason);
  return result;
}
const rowOf = async (id: string) =>
  (await database.query<Record<string, unknown>>("select * from visa_applications where id = $1", [id]))[0];
const counts = async () =>
  (
    await database.query(
      `select (select count(*)::int from visa_applications) as applications,
         (select count(*)::int from application_holders) as holders,
         (select count(*)::int from attempts) as attempts,
         (select count(*)::int from email_notifications) as mails,
         (select count(*)::int from pgboss.job) as jobs`,
    )
  )[0];

describe("the rows of a start, in one transaction", () => {
  test("[W-START-10, W-START-11] a start creates the draft with its email as the first answer", async () => {
    const email = newEmail();
    const { id } = await started({ email, service });
    expect(await rowOf(id)).toMatchObject({
      user_email: email,
      visa_service_id: service,
      status: "draft",
      current_step: 1,
      total_steps: 8,
      completion_percentage: 0,
      begun_with: "Safari on iPhone",
      email_confirmed_at: null,
      metadata: { step1: { email } },
    });
  });

  test("[W-START-12] the amount due is the service's current price", async () => {
    await database.query("update visa_services set government_fee = 1000, service_fee = 0.5 where id = $1", [service]);
    expect(await rowOf((await started({ service })).id)).toMatchObject({ total_amount_due: "1000.50" });
  });

  test("the browser gets access for 30 days, of whose token only the hash is stored", async () => {
    const before = Date.now();
    const { id, cookie } = await started();
    const after = Date.now();
    const [name = "", token = ""] = (cookie.split(";")[0] ?? "").split("=");
    expect(name).toContain(`application-${id}`);
    expect(cookie).toContain(`Max-Age=${30 * 24 * 3600}`);
    const holders = await database.query<{ ends: Date }>(
      "select token_hash as hash, browser, expires_at as ends from application_holders where application_id = $1",
      [id],
    );
    expect(holders).toMatchObject([{ hash: hash("sha256", token, "hex"), browser: "Safari on iPhone" }]);
    const days = 30 * 24 * 3_600_000;
    expect(Number(holders[0]?.ends)).toBeGreaterThanOrEqual(before + days);
    expect(Number(holders[0]?.ends)).toBeLessThanOrEqual(after + days);
  });

  test("a start enqueues the welcome mail and the job that looks for an earlier draft", async () => {
    const { id } = await started();
    expect(await mailsOf(database, id)).toEqual(["application_started"]);
    expect(await database.enqueued("applications.tell-of-draft")).toContainEqual({ applicationId: id, beside: [] });
  });

  test.each(["email_notifications", "application_holders", "visa_applications"])(
    "a failed write of %s rolls back the start, and the same key can start later",
    async (table) => {
      const [before, attempt] = [await counts(), crypto.randomUUID()];
      await expect(whileRefused(database, table, () => start({ attempt }))).rejects.toThrow();
      expect(await counts()).toEqual(before);
      expect(await start({ attempt })).toMatchObject({ ok: true });
    },
  );
});

describe("refused starts", () => {
  const missingBoth = "Please provide your email and agree to the terms";
  const malformed = "Please enter a valid email address";
  test.each<[string, StartInput, string]>([
    ["no email", { email: "" }, missingBoth],
    ["a blank email", { email: " " }, missingBoth],
    ["no agreement", { terms: "" }, missingBoth],
    ["no", { terms: "no" }, missingBoth],
    ["no key", { attempt: "" }, missingBoth],
    ["no address", { email: "nobody" }, malformed],
    ["no domain", { email: "a@b" }, malformed],
    ["a blank within", { email: "a b@mail.example" }, malformed],
    [
      "too long an address",
      { email: `${"a".repeat(300)}@mail.example` },
      "Email address can have at most 254 characters; this one has 313",
    ],
  ])("[W-START-8] %s is refused and creates nothing", async (_, input, message) => {
    const before = await counts();
    expect(await start(input)).toMatchObject({ ok: false, reason: "invalid", message });
    expect(await counts()).toEqual(before);
  });

  test("[W-START-13] an unknown, a malformed and an unavailable service are refused", async () => {
    const { id: withdrawn } = await serviceOf(database, "canadian-eta");
    await database.query("update visa_services set is_active = false where id = $1", [withdrawn]);
    for (const rawService of [crypto.randomUUID(), "x", "' or 1=1", "", withdrawn])
      expect(await rowOf((await started({ service: rawService })).id)).toMatchObject({
        visa_service_id: null,
        application_type: null,
        total_amount_due: "0.00",
      });
  });

  test("[W-START-15] a repeat counts against no limit; an email's sixth start is refused, whatever its case", async () => {
    const email = newEmail();
    const keys = Array.from({ length: 5 }, () => crypto.randomUUID());
    for (const attempt of keys) {
      const tries = await Promise.all([1, 2, 3].map(() => start({ email, attempt })));
      expect(tries.map(({ ok }) => ok)).toEqual([true, true, true]);
    }
    const before = await counts();
    const sixth = { email: email.toUpperCase(), attempt: crypto.randomUUID() };
    expect(await start(sixth)).toMatchObject({ ok: false, reason: "limited" });
    expect(await counts(), "of a refused start not even its key is kept").toEqual(before);
    expect(await start({ email, attempt: keys[0] ?? "" }), "still the stored result").toMatchObject({ ok: true });
  });

  test("[F-LIMIT-1] strangers who start with another person’s email use up only their own starts → its owner can start from elsewhere, and gets six mails an hour", async () => {
    const email = newEmail();
    for (const otherIp of ["10.2.1.1", "10.2.1.2", "2001:db8:7::1"]) {
      address = otherIp;
      for (let count = 1; count <= 5; count++) await started({ email });
      expect(await start({ email }), otherIp).toMatchObject({ reason: "limited", detail: { of: "email" } });
    }
    address = "2001:db8:7:0:ffff::1";
    expect(await start({ email }), "the same household").toMatchObject({ reason: "limited" });
    address = "10.2.1.3";
    expect(await start({ email })).toMatchObject({ ok: true });
    const later =
      "select from email_notifications where lower(recipient_email) = lower($1) and due_at > now() + interval '5 minutes'";
    const all = await database.query("select from email_notifications where lower(recipient_email) = lower($1)", [
      email,
    ]);
    expect(all.length - (await database.query(later, [email])).length).toBeLessThanOrEqual(6);
  });

  test("[F-LIMIT-1] a family's browser with access to its earlier drafts can start twelve under one email; the thirteenth is refused", async () => {
    const email = newEmail();
    const tokenHashes: string[] = [];
    const tooMany = { ok: false, reason: "limited", message: expect.stringContaining(" with this email address. ") };
    for (let person = 1; person <= 12; person++) {
      const result = await start({ email: person % 2 ? email : email.toUpperCase() }, "a browser", tokenHashes);
      if (!result.ok) throw new Error(`${person}: ${result.reason}`);
      tokenHashes.push(hash("sha256", /=([^;]+)/.exec(result.cookie)?.[1] ?? "", "hex"));
      if (person === 5) expect(await start({ email }, "another browser"), "which holds none").toMatchObject(tooMany);
      // What was refused counts, too.
      if (person === 5) await database.query("update limit_counts set count = 5 where key like 'start as%'");
    }
    expect(await start({ email }, "a browser", tokenHashes)).toMatchObject(tooMany);
    expect(await start({}, "a browser", tokenHashes), "another email").toMatchObject({ ok: true });
    address = "10.1.250.1";
    const otherEmail = newEmail();
    for (let count = 1; count <= 5; count++) await started({ email: otherEmail });
    expect(await start({ email: otherEmail }, "a browser", tokenHashes), "holds none of this email").toMatchObject(
      tooMany,
    );
  });

  test("[F-LIMIT-1] the 21st start from an IP is refused and says when the next one is possible", async () => {
    for (let count = 1; count <= 20; count++) expect((await start({})).ok).toBe(true);
    const refused = await start({});
    expect(refused).toMatchObject({
      ...{ ok: false, reason: "limited" },
      message: "Too many applications were started from your internet connection. Please try again in an hour.",
    });
    const seconds = !refused.ok && refused.reason === "limited" ? refused.detail.retryAfterSeconds : 0;
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
  });
});

describe("the idempotency key", () => {
  const aged = (interval: string) =>
    database.query(`update attempts set created_at = now() - interval '${interval}' where kind = 'start'`);

  test("[W-START-15] one key sent again, or five times at once, yields one application, one mail and the same cookie", async () => {
    const input = { email: newEmail(), attempt: crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => started(input)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(new Set(answers.map(({ cookie }) => cookie)).size).toBe(1);
    expect(await started(input)).toEqual(answers[0]);
    expect(await mailsOf(database, answers[0]?.id ?? "")).toEqual(["application_started"]);
  });

  test("[W-START-15] a key is valid for an hour", async () => {
    const input = { email: newEmail(), attempt: crypto.randomUUID() };
    const { id } = await started(input);
    await aged("59 minutes 50 seconds");
    expect((await started(input)).id).toBe(id);
    await aged("1 hour");
    const restarted = await started(input);
    expect(restarted.id).not.toBe(id);
    await aged("59 minutes 50 seconds");
    expect((await started(input)).id, "the later one is worth an hour of its own").toBe(restarted.id);
  });

  test("the same key with another email or another service creates another application", async () => {
    const input = { email: newEmail(), attempt: crypto.randomUUID(), service };
    const { id } = await started(input);
    expect((await started({ ...input, email: input.email.toUpperCase() })).id).toBe(id);
    const otherStart = await started({ ...input, email: newEmail() });
    const none = await started({ ...input, service: "" });
    expect(new Set([id, otherStart.id, none.id]).size).toBe(3);
    expect((await rowOf(none.id))?.visa_service_id).toBeNull();
  });

  test("the same key from another browser creates another application, and so does each send of a browser without cookies", async () => {
    const input = { email: newEmail(), attempt: crypto.randomUUID() };
    const { id } = await started(input, "one");
    expect((await started(input, "two")).id).not.toBe(id);
    const form = { ...input, attempt: crypto.randomUUID() };
    const twice = [await start(form, ""), await start(form, "")];
    expect(new Set(twice.map((result) => result.ok && result.id)).size).toBe(2);
  });

  test.each<[string, string]>([
    [
      "the draft was submitted",
      "update visa_applications set status = 'submitted', submitted_at = now() where id = $1",
    ],
    ["the draft was deleted", "delete from visa_applications where id = $1"],
    ["this browser's right was removed", "delete from application_holders where application_id = $1"],
    ["this browser's right has ended", "update application_holders set expires_at = now() where application_id = $1"],
  ])("after %s, the same key creates a new application", async (_, sql) => {
    const input = { email: newEmail(), attempt: crypto.randomUUID() };
    const { id } = await started(input);
    await database.query(sql, [id]);
    const restarted = await started(input);
    expect(restarted.id).not.toBe(id);
    expect((await started(input)).id).toBe(restarted.id);
  });
});
