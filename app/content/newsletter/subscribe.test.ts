import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { privateLink } from "~/mail/links/private-links.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { confirmSubscription, readNewsletterLink, refuseSubscribing, subscribe, unsubscribe } from "./subscribe.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));
afterEach(() => {
  vi.useRealTimers();
});

const day = 86_400_000;
let people = 0;
const newEmail = () => `reader${++people}@mail.test`;
type Row = { id: string; email: string; created_at: Date; confirmed_at: Date | null; unsubscribed_at: Date | null };
const rowOf = async (email: string) =>
  (await database.query<Row>("select * from newsletter_subscribers where email = $1", [email]))[0];
const mailsTo = async (email: string) =>
  (await database.query("select 1 from email_notifications where recipient_email = $1", [email])).length;
async function subscribeWith(email: string, address = "203.0.113.5", more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ email, ...more })) form.set(name, value);
  const result = await subscribe({ address }, form);
  return result.ok ? result.email : result.reason;
}
/** A new address that subscribed, with the tokens of its mailed links. */
async function subscribed(email = newEmail()) {
  await subscribeWith(email);
  const row = (await rowOf(email)) ?? expect.fail("not kept");
  const token = (name: "confirm" | "unsubscribe") =>
    new URL(privateLink(name, row.id, row.email)).searchParams.get("token") ?? "";
  return { email, id: row.id, confirm: token("confirm"), end: token("unsubscribe") };
}
const state = async (email: string) => {
  const row = await rowOf(email);
  return row && [row.confirmed_at !== null, row.unsubscribed_at !== null];
};

describe("subscribing", () => {
  test("[P-BLOG-5] a subscription is stored unconfirmed and mailed once", async () => {
    const email = newEmail();
    expect(await subscribeWith(` ${email.toUpperCase()} `)).toBe(email);
    expect([await state(email), await mailsTo(email)]).toEqual([[false, false], 1]);
  });

  test.each(["", "nobody", "a b@mail.test", `${"a".repeat(250)}@mail.test`])("%j is refused", async (email) => {
    expect(await subscribeWith(email)).toBe("invalid");
    expect(await database.query("select 1 from limit_counts")).toEqual([]);
  });

  test("a filled-in honeypot is refused and counts against no limit", async () => {
    const email = newEmail();
    expect(await subscribeWith(email, undefined, { preferredGreeting: "Buy now" })).toBe("invalid");
    expect([await rowOf(email), await database.query("select 1 from limit_counts")]).toEqual([undefined, []]);
  });

  test.each([
    ["203.0.113.5", "203.0.113.6"],
    ["2001:db8:7:1::5", "2001:db8:7:2::5"],
  ])("[P-PERM-10] %s can subscribe twenty times an hour, and %s is unaffected", async (address, neighbour) => {
    const emails = Array.from({ length: 20 }, newEmail);
    for (const email of emails) expect(await subscribeWith(email, address)).toBe(email);
    expect(await refuseSubscribing({ address })).toMatchObject({
      ...{
        reason: "limited",
        message: "Too many addresses were entered from your internet connection. Please try again in an hour.",
      },
    });
    const email = newEmail();
    expect(await subscribeWith(email, address)).toBe("limited");
    expect(await rowOf(email)).toBeUndefined();
    expect(await refuseSubscribing({ address: neighbour })).toBeUndefined();
    await database.query("update limit_counts set window_ends = now() + interval '5 seconds' where key like '%from%'");
    expect(await refuseSubscribing({ address })).toBeDefined();
    await database.query("update limit_counts set window_ends = now()");
    expect(await refuseSubscribing({ address })).toBeUndefined();
    expect(await subscribeWith(email, address)).toBe(email);
  });

  test("[P-PERM-10] an email gets three mails a day, whoever asks, and every response is the same", async () => {
    const email = newEmail();
    for (let round = 1; round <= 5; round++) expect(await subscribeWith(email, `198.51.${round}.1`)).toBe(email);
    expect(await mailsTo(email)).toBe(3);
    const [row] = await database.query<{ hours: number }>(
      "select round(extract(epoch from window_ends - now()) / 3600)::int as hours from limit_counts where key like 'newsletter as %'",
    );
    expect(row).toEqual({ hours: 24 });
    await database.query("update limit_counts set window_ends = now()");
    await subscribeWith(email);
    expect(await mailsTo(email)).toBe(4);
  });

  test("subscribing again renews an unconfirmed subscription and changes nothing of a confirmed one", async () => {
    const [waits, reads] = [await subscribed(), await subscribed()];
    await confirmSubscription(reads.confirm);
    await database.query("update newsletter_subscribers set created_at = now() - interval '5 days'");
    for (const { email } of [waits, reads]) await subscribeWith(email);
    const age = async (email: string) => Math.round((Date.now() - Number((await rowOf(email))?.created_at)) / day);
    expect([await age(waits.email), await age(reads.email)]).toEqual([0, 5]);
    expect(await state(reads.email)).toEqual([true, false]);
  });
});

describe("the confirmation link", () => {
  test("[P-BLOG-6] using the link confirms the subscription once; viewing it doesn't", async () => {
    const { email, id, confirm } = await subscribed();
    expect(await readNewsletterLink("confirm", confirm)).toEqual({ state: "good", id, email });
    expect(await state(email)).toEqual([false, false]);
    await confirmSubscription(confirm);
    const first = await rowOf(email);
    await confirmSubscription(confirm);
    expect([await state(email), await rowOf(email)]).toEqual([[true, false], first]);
  });

  test("[P-BLOG-5] the link works for seven days to the millisecond", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { email, confirm } = await subscribed();
    vi.setSystemTime(Date.now() + 7 * day - 1);
    expect((await readNewsletterLink("confirm", confirm)).state).toBe("good");
    vi.setSystemTime(Date.now() + 1);
    expect((await confirmSubscription(confirm)).state).toBe("expired");
    expect(await state(email)).toEqual([false, false]);
  });

  test("[P-BLOG-5] a forged link, one for another email and one for another purpose are refused", async () => {
    const [first, second] = [await subscribed(), await subscribed()];
    const wrong = [
      "",
      "x",
      `${first.confirm.slice(0, -4)}AAAA`,
      second.confirm.slice(0, 22) + first.confirm.slice(22),
      first.end,
    ];
    for (const token of wrong) expect((await confirmSubscription(token)).state).toBe("unknown");
    expect(await state(first.email)).toEqual([false, false]);
    await database.query("update newsletter_subscribers set email = 'moved@mail.test' where id = $1", [first.id]);
    expect((await confirmSubscription(first.confirm)).state).toBe("unknown");
  });

  test("the link after unsubscribing subscribes the email again", async () => {
    const { email, confirm, end } = await subscribed();
    await confirmSubscription(confirm);
    await unsubscribe(end);
    await confirmSubscription(confirm);
    expect(await state(email)).toEqual([true, false]);
  });
});

describe("the unsubscribe link", () => {
  test("the link ends a subscription at any time, even an unconfirmed one; repeating it changes nothing", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const [reads, waits] = [await subscribed(), await subscribed()];
    await confirmSubscription(reads.confirm);
    vi.setSystemTime(Date.now() + 20 * 365 * day);
    for (const { email, end } of [reads, waits]) {
      expect((await unsubscribe(end)).state).toBe("good");
      const unsubscribed = await rowOf(email);
      await unsubscribe(end);
      expect(await rowOf(email)).toEqual(unsubscribed);
    }
    expect([await state(reads.email), await state(waits.email)]).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test("a forged link and one for another purpose are refused", async () => {
    const { email, confirm, end } = await subscribed();
    for (const token of [`${end.slice(0, -4)}AAAA`, confirm, ""])
      expect((await unsubscribe(token)).state).toBe("unknown");
    expect(await state(email)).toEqual([false, false]);
  });
});
