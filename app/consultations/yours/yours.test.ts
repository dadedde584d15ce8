import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sealedToken } from "~/mail/links/private-links.server";
import { whileRefused } from "../../../test/harness/applicants/in-process";
import { type BookedRow, bookedConsultation, yoursToken } from "../../../test/harness/in-process/booked";
import { staffMember } from "../../../test/harness/in-process/staff";
import { bookingSettings, hourIn, openAllDay, takesConsultations } from "../../../test/harness/in-process/takers";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readDays } from "../read-days.server";
import { cancelYours, moveYours, openYours } from "./yours.server";

const database = testDatabase();
const hour = 3_600_000;
let admin = "";
let booking: BookedRow;
let token = "";

beforeAll(async () => {
  await openAllDay(database);
  admin = (await staffMember(database)).staff.adminId;
  await takesConsultations(database, admin);
});
beforeEach(async () => {
  for (const table of ["consultations", "visa_inquiries", "email_notifications", "limit_counts"])
    await database.query(`delete from ${table}`);
  await bookingSettings(database, {});
  booking = await bookedConsultation(database, hourIn(3), { admin_id: admin });
  // Takes its time by the same verb as a booking.
  await database.query(
    "insert into consultation_cells (admin_id, starts_at, consultation_id) select $1, $2::timestamptz + n * interval '15 minutes', $3 from generate_series(0, 2) n",
    [admin, hourIn(3), booking.id],
  );
  token = yoursToken(booking);
});

const row = async () =>
  (
    await database.query<{ state: string; at: Date; sequence: number }>(
      "select state, starts_at as at, sequence from consultations where id = $1",
      [booking.id],
    )
  )[0];
const cells = async () =>
  (await database.query<{ at: Date }>("select starts_at as at from consultation_cells order by 1")).map(({ at }) =>
    new Date(at).toISOString(),
  );
const mails = async () =>
  (
    await database.query<{ kind: string }>("select email_type as kind from email_notifications order by email_type")
  ).map(({ kind }) => kind);
const whole = async () => [
  await database.query("select * from consultations"),
  await database.query("select * from consultation_cells order by starts_at"),
  await database.query("select * from visa_inquiries"),
  await database.query("select * from email_notifications"),
];
const move = (startsAt: Date, seen = 0) => moveYours(token, { time: startsAt.toISOString(), seen: String(seen) });
const changed = ["consultation", "consultation_notification", "consultation_notification"];
const isFree = async (at: Date) =>
  (await readDays(null)).days.some(({ times }) => times.some((time) => time.at === at.toISOString()));

describe("[B-BOOK-15] the private link of a consultation", () => {
  test("shows it to the bearer and changes nothing", async () => {
    const before = await whole();
    const opened = await openYours(token);
    expect(opened).toMatchObject({ isCanceled: false, hasBegun: false, tooLate: null });
    expect(opened?.inquiry.fullName).toBe("Natasha Rolle");
    expect(await whole()).toEqual(before);
  });

  test("works until a day after the end, also after a move made that later", async () => {
    const end = hourIn(3).getTime() + hour / 2;
    expect(await openYours(token, new Date(end + 24 * hour - 1000))).toBeDefined();
    expect(await openYours(token, new Date(end + 24 * hour))).toBeUndefined();
    await move(hourIn(6));
    expect(await openYours(token, new Date(end + 24 * hour))).toBeDefined();
  });

  test.each([
    ["a cut one", (whole: string) => whole.slice(0, -1)],
    ["another secret", () => sealedToken("consultation yours", booking.id, crypto.randomUUID(), 2 ** 48 - 1)],
    ["the confirmation’s", () => sealedToken("consultation confirm", booking.id, booking.link_secret, 2 ** 48 - 1)],
    ["none", () => ""],
  ])("another token opens, moves and cancels nothing: %s", async (_, make) => {
    const before = await whole();
    const wrong = make(token);
    expect(await openYours(wrong)).toBeUndefined();
    expect(await cancelYours(wrong)).toMatchObject({ ok: false, reason: "not-found" });
    expect(await moveYours(wrong, { time: hourIn(4).toISOString(), seen: "0" })).toMatchObject({ reason: "not-found" });
    expect(await whole()).toEqual(before);
  });

  test("moving takes the new time, frees the former and mails both sides", async () => {
    expect(await move(hourIn(4))).toEqual({ ok: true });
    expect(await row()).toMatchObject({ state: "booked", at: hourIn(4), sequence: 1 });
    expect((await cells())[0]).toBe(hourIn(4).toISOString());
    expect(await cells()).toHaveLength(3);
    expect(await isFree(hourIn(3))).toBe(true);
    expect(await mails()).toEqual(changed);
  });

  test("a refused move leaves the former time: taken, off the grid, past, hand-made", async () => {
    const other = await bookedConsultation(database, hourIn(4), { admin_id: admin });
    await database.query("insert into consultation_cells (admin_id, starts_at, consultation_id) values ($1, $2, $3)", [
      admin,
      hourIn(4),
      other.id,
    ]);
    const before = await whole();
    for (const at of [hourIn(4), new Date(hourIn(5).getTime() + 7 * 60_000), hourIn(-2), hourIn(200)])
      expect(await move(at)).toEqual({
        ...{ ok: false, reason: "conflict", detail: undefined },
        message: "That time is not free any more. Please choose another.",
      });
    expect(await moveYours(token, { time: "tomorrow", seen: "0" })).toMatchObject({
      ...{ reason: "invalid", message: "Please choose a time." },
    });
    expect(await whole()).toEqual(before);
  });

  test.each(["consultation_cells", "consultations", "email_notifications"])(
    "a write of %s that fails leaves everything as it was",
    async (table) => {
      const before = await whole();
      await expect(whileRefused(database, table, () => move(hourIn(4)))).rejects.toThrow();
      expect(await whole()).toEqual(before);
    },
  );

  test("a form from before another move is refused, so that it takes nothing back", async () => {
    await move(hourIn(4));
    await move(hourIn(5), 1);
    expect(await move(hourIn(4), 0)).toMatchObject({ ok: false, reason: "conflict" });
    expect(await row()).toMatchObject({ at: hourIn(5), sequence: 2 });
  });
});

describe("[B-BOOK-16] when it is too late", () => {
  const inHours = async (hours: number) => {
    const at = new Date(Date.now() + hours * hour);
    await database.query("update consultations set starts_at = $1", [at]);
  };
  const late = "It is less than 4 hours until your consultation. Please call us";

  test("later than its hours both are refused, and the page says whom to call", async () => {
    await inHours(3.9);
    const before = await whole();
    expect(await cancelYours(token)).toMatchObject({ reason: "closed", message: expect.stringContaining(late) });
    expect(await move(hourIn(4))).toMatchObject({ reason: "closed", message: expect.stringContaining(late) });
    expect((await openYours(token))?.tooLate).toContain(late);
    expect(await whole()).toEqual(before);
    await inHours(4.1);
    expect(await cancelYours(token)).toEqual({ ok: true });
  });

  test("with 0 hours it is possible until it starts", async () => {
    await database.query("update consultations set change_hours = 0");
    await inHours(0.1);
    expect((await openYours(token))?.tooLate).toBeNull();
    await inHours(-0.1);
    expect(await cancelYours(token)).toMatchObject({
      message: expect.stringContaining("Your consultation has started. Please call us"),
    });
  });

  test("with one hour the sentence is in the singular", async () => {
    await database.query("update consultations set change_hours = 1");
    await inHours(0.5);
    expect((await openYours(token))?.tooLate).toMatch(/^It is less than 1 hour until/);
  });
});

describe("[B-BOOK-16] canceling", () => {
  test("canceled twice it is canceled once: the inquiry stays without a promise, the time is free at once", async () => {
    expect(await isFree(hourIn(3))).toBe(false);
    expect(await cancelYours(token)).toEqual({ ok: true });
    const before = await whole();
    expect(await cancelYours(token)).toEqual({ ok: true });
    expect(await whole()).toEqual(before);
    expect(await row()).toMatchObject({ state: "canceled", sequence: 1 });
    expect(await mails()).toEqual(changed);
    expect(await isFree(hourIn(3))).toBe(true);
    expect(await database.query("select promised_by as promised, status from visa_inquiries")).toEqual([
      { promised: null, status: "new" },
    ]);
    expect(await openYours(token)).toMatchObject({ isCanceled: true });
    expect(await move(hourIn(4))).toMatchObject({ reason: "closed" });
  });
});

describe("[B-BOOK-23] equal requests", () => {
  test("50 equal moves at once are one, with one set of mails", async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => move(hourIn(4))));
    expect(results).toEqual(Array(50).fill({ ok: true }));
    expect(await row()).toMatchObject({ at: hourIn(4), sequence: 1 });
    expect(await mails()).toEqual(changed);
  });

  test("50 equal cancellations at once are one, with one set of mails", async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => cancelYours(token)));
    expect(results).toEqual(Array(50).fill({ ok: true }));
    expect(await row()).toMatchObject({ state: "canceled", sequence: 1 });
    expect(await mails()).toEqual(changed);
  });

  test("moves and cancellations at once end in one of both, with its mails", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? cancelYours(token) : move(hourIn(4)))));
    expect(await row()).toMatchObject({ state: "canceled" });
    expect(await cells()).toEqual([]);
    expect([3, 6]).toContain((await mails()).length);
  });
});
