import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { privateLink } from "~/mail/links/private-links.server";
import { staffMember } from "../../test/harness/in-process/staff";
import { bookingSettings, hourIn, openAllDay, takesConsultations } from "../../test/harness/in-process/takers";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { bookConsultation } from "./book-consultation.server";
import { type BookingValues, emptyBooking } from "./booking";
import { confirmConsultation, readConfirmLink } from "./confirm-consultation.server";
import { readDays } from "./read-days.server";
import { moveYours, openYours } from "./yours/yours.server";

const database = testDatabase();
let anika = "";
let theo = "";

beforeAll(async () => {
  await openAllDay(database);
  anika = (await staffMember(database)).staff.adminId;
  theo = (await staffMember(database)).staff.adminId;
});
beforeEach(async () => {
  for (const table of ["consultations", "visa_inquiries", "email_notifications", "limit_counts"])
    await database.query(`delete from ${table}`);
  await database.query("delete from site_settings where key = 'consultations'");
  await database.query("update admin_users set consultation_hours = null, is_active = true");
  await takesConsultations(database, anika);
});

let people = 0;
const someone = (more: Partial<BookingValues> = {}): BookingValues => ({
  ...{ ...emptyBooking, name: "Natasha Rolle", email: `natasha${++people}@mail.example`, way: "phone" },
  ...{ phone: "+1 242 555 0111", about: "A visit to my sister", privacyConsent: true, zone: "Europe/London" },
  time: hourIn(3).toISOString(),
  ...more,
});
const book = (values: BookingValues, attempt: string = randomUUID(), address = `10.1.0.${(people % 250) + 1}`) =>
  bookConsultation({ address }, { values, attempt, mechanical: false, confirmedEmail: "" });

type Row = Record<string, unknown> & { id: string; link_secret: string };
const rows = () => database.query<Row>("select * from consultations order by created_at");
const cells = () => database.query("select admin_id from consultation_cells");
const mails = (kind: string) =>
  database.query<{ recipient_email: string; recipient_name: string; template_data: object; subject: string }>(
    "select * from email_notifications where email_type = $1 order by created_at",
    [kind],
  );
const inquiries = () => database.query("select * from visa_inquiries");
const yoursTokenOf = ({ id, link_secret: secret }: Row) =>
  new URL(privateLink("consultation", id, secret)).searchParams.get("token") ?? "";
const tokenOf = ({ id, link_secret: secret }: Row) =>
  new URL(privateLink("consultationConfirm", id, secret)).searchParams.get("token") ?? "";
async function booked(values = someone()): Promise<{ row: Row; token: string }> {
  const result = await book(values);
  if (!result.ok) throw new Error(JSON.stringify(result));
  const [row] = await database.query<Row>("select * from consultations where email = $1", [values.email]);
  if (!row) throw new Error("No booking was stored");
  return { row, token: tokenOf(row) };
}
const expire = () =>
  database.query(
    "update consultations set unconfirmed_until = now() - interval '1 second' where state = 'unconfirmed'",
  );

const gone = { ok: false, reason: "conflict", message: "That time is not free any more. Please choose another." };

describe("[B-BOOK-9] a booking waits for its confirmation", () => {
  test("it takes its time for an hour and mails one link, without what was typed", async () => {
    const values = someone();
    const result = await book(values);
    expect(result).toMatchObject({ ok: true, email: values.email, startsAt: values.time });
    const [row] = await rows();
    expect(row).toMatchObject({
      ...{ state: "unconfirmed", inquiry_id: null, admin_id: anika, minutes: 30 },
      zone: "Europe/London",
    });
    const wait = new Date(String(row?.unconfirmed_until)).getTime() - Date.now();
    expect(wait).toBeGreaterThan(58 * 60_000);
    expect(wait).toBeLessThan(62 * 60_000);
    expect(await cells()).toHaveLength(3);
    const [mail, ...more] = await mails("consultation_confirm");
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient_email: values.email, recipient_name: "" });
    expect(JSON.stringify(mail)).not.toMatch(/Rolle|555 0111|sister/);
    expect(await inquiries()).toEqual([]);
  });

  test("opening the link changes nothing, and confirming it, however often at once, confirms it once", async () => {
    const { token } = await booked();
    expect(await readConfirmLink(token)).toMatchObject({ state: "open", isTaken: true });
    expect((await rows())[0]).toMatchObject({ state: "unconfirmed" });
    const results = await Promise.all(Array.from({ length: 50 }, () => confirmConsultation(token)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await inquiries()).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ state: "booked", unconfirmed_until: null });
    expect(await readConfirmLink(token)).toMatchObject({ state: "booked" });
  });
});

describe("[B-BOOK-10] a booking that was not confirmed within the hour", () => {
  test("its time is free again at once, without a job", async () => {
    const { row } = await booked();
    const isOffered = async () =>
      (await readDays(null)).days.some(({ times }) => times.some(({ at }) => at === hourIn(3).toISOString()));
    expect(await isOffered()).toBe(false);
    await expire();
    expect(await isOffered()).toBe(true);
    expect((await book(someone())).ok).toBe(true);
    expect(await database.query("select * from consultation_cells where consultation_id = $1", [row.id])).toEqual([]);
  });

  test("its link still confirms it while its time is free", async () => {
    const { token } = await booked();
    await expire();
    expect(await confirmConsultation(token)).toMatchObject({ ok: true, booking: { state: "booked" } });
    expect(await cells()).toHaveLength(3);
  });

  test("once somebody else has the time its link confirms another one in the same step", async () => {
    const { row, token } = await booked();
    await expire();
    await booked();
    expect(await confirmConsultation(token)).toMatchObject(gone);
    expect(await inquiries()).toEqual([]);
    expect(await readConfirmLink(token)).toMatchObject({ state: "open", booking: { name: "Natasha Rolle" } });
    const other = hourIn(3, 18);
    expect(await confirmConsultation(token, other)).toMatchObject({
      ok: true,
      booking: { id: row.id, startsAt: other },
    });
    expect(await inquiries()).toHaveLength(1);
  });

  test("an admin who was deactivated before takes none: it is taken by another one, or its link leads to other times", async () => {
    const { token } = await booked();
    await database.query("update admin_users set is_active = false where id = $1", [anika]);
    expect(await readConfirmLink(token)).toMatchObject({ state: "open", isTaken: false });
    expect(await confirmConsultation(token)).toMatchObject(gone);
    await takesConsultations(database, theo);
    expect(await confirmConsultation(token)).toMatchObject({ ok: true, booking: { adminId: theo } });
  });

  test("from its start on, and with another token, the link does nothing", async () => {
    const { row, token } = await booked();
    const ended = {
      ok: false,
      reason: "not-found",
      message: "This link does not work any more. Book a new time, or call us.",
    };
    const forged = tokenOf({ ...row, link_secret: randomUUID() });
    expect(await confirmConsultation(forged)).toMatchObject(ended);
    expect(await confirmConsultation("nonsense")).toMatchObject(ended);
    await database.query("update consultations set starts_at = now() where id = $1", [row.id]);
    expect(await confirmConsultation(token)).toMatchObject(ended);
    expect(await inquiries()).toEqual([]);
  });
});

describe("[B-BOOK-3] settings that change after a booking", () => {
  test("its length, its quarter hours and its hours for moving and canceling stay as they were, a new one has the new", async () => {
    await bookingSettings(database, { changeHours: 24, bufferMinutes: 30 });
    const { row, token } = await booked();
    await bookingSettings(database, { changeHours: 0, bufferMinutes: 0 });
    const done = await confirmConsultation(token);
    expect(done).toMatchObject({ ok: true, booking: { changeHours: 24, minutes: 30 } });
    expect(await mails("consultation")).toMatchObject([{ template_data: { changeHours: 24 } }]);
    expect(await cells()).toHaveLength(4);
    await database.query("update consultations set starts_at = now() + interval '23 hours' where id = $1", [row.id]);
    if (!done.ok) throw new Error("not confirmed");
    expect(await openYours(yoursTokenOf(row))).toMatchObject({
      tooLate: expect.stringContaining("less than 24 hours"),
    });
    const { row: later } = await booked(someone({ time: hourIn(4).toISOString() }));
    expect(later).toMatchObject({ change_hours: 0 });
  });

  test("a move keeps them too, and the link of a booking whose hour is over", async () => {
    await bookingSettings(database, { changeHours: 24 });
    const { row, token } = await booked();
    await expire();
    await bookingSettings(database, { changeHours: 1 });
    await confirmConsultation(token);
    const moved = await moveYours(yoursTokenOf(row), { time: hourIn(5).toISOString(), seen: "0" });
    expect(moved).toEqual({ ok: true });
    expect(await rows()).toMatchObject([{ change_hours: 24, starts_at: hourIn(5) }]);
  });
});

describe("[B-BOOK-7] a time that can’t be booked", () => {
  test("a taken, half past, past, hand-made or closed time is refused, and nothing is stored or mailed", async () => {
    await booked();
    await database.query("delete from email_notifications");
    const times = [
      hourIn(3),
      new Date(hourIn(3, 18).getTime() + 15 * 60_000),
      new Date(hourIn(3, 18).getTime() + 1000),
      new Date(Date.now() - 3_600_000),
      hourIn(40),
    ].map((at) => at.toISOString());
    for (const time of [...times, "tomorrow", "2026-12-01T10:00"])
      expect(await book(someone({ time })), time).toMatchObject(gone);
    await bookingSettings(database, { isOpen: false });
    expect(await book(someone({ time: hourIn(4).toISOString() }))).toMatchObject(gone);
    expect(await rows()).toHaveLength(1);
    expect(await mails("consultation_confirm")).toEqual([]);
  });

  test("[B-BOOK-2] blocked time, an appointment, the lead time and the daily maximum count when it is sent", async () => {
    const time = hourIn(3).toISOString();
    const blocked = await database.query<{ id: string }>(
      `insert into blocked_times (admin_id, starts_at, ends_at, made_by)
       values ($1, $2::timestamptz - interval '1 hour', $2::timestamptz + interval '1 minute', 'a@lucaya.example') returning id`,
      [anika, time],
    );
    expect(await book(someone({ time }))).toMatchObject(gone);
    await database.query("delete from blocked_times where id = $1", [blocked[0]?.id]);
    await bookingSettings(database, { leadHours: 168 });
    expect(await book(someone({ time }))).toMatchObject(gone);
    await bookingSettings(database, { dailyMaximum: 1 });
    expect((await book(someone({ time }))).ok).toBe(true);
    expect(await book(someone({ time: hourIn(3, 18).toISOString() }))).toMatchObject(gone);
    await database.query("update admin_users set is_active = false");
    expect(await book(someone({ time: hourIn(5).toISOString() }))).toMatchObject(gone);
  });
});

describe("[B-BOOK-8] one time, many bookings", () => {
  test("of fifty bookings of one time with one free admin at once exactly one gets it", async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => book(someone(), randomUUID(), `10.2.${index}.1`)),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 49 }, () => expect.objectContaining(gone)));
    expect(await rows()).toHaveLength(1);
    expect(await mails("consultation_confirm")).toHaveLength(1);
  });

  test("the key of admin and quarter hour refuses what wrote past the lock", async () => {
    const { row } = await booked();
    const { row: other } = await booked(someone({ time: hourIn(4).toISOString() }));
    const insert = "insert into consultation_cells (admin_id, starts_at, consultation_id) values ($1, $2, $3)";
    await expect(database.query(insert, [anika, row.starts_at, other.id])).rejects.toThrow(/consultation_cells/);
  });

  test("of two free admins the one with fewer consultations that day takes it", async () => {
    await takesConsultations(database, theo);
    const taken = [];
    for (const hour of [14, 16, 18, 20])
      taken.push((await booked(someone({ time: hourIn(3, hour).toISOString() }))).row.admin_id);
    expect(taken.filter((id) => id === anika)).toHaveLength(2);
    expect(taken.filter((id) => id === theo)).toHaveLength(2);
    const both = [
      (await booked(someone({ time: hourIn(5).toISOString() }))).row,
      (await booked(someone({ time: hourIn(5).toISOString() }))).row,
    ];
    expect(new Set(both.map((row) => row.admin_id))).toEqual(new Set([anika, theo]));
    expect(await book(someone({ time: hourIn(5).toISOString() }))).toMatchObject(gone);
  });
});

describe("[B-BOOK-11] one email", () => {
  test("a second booking deletes the first unconfirmed one and frees its time", async () => {
    const { token } = await booked(someone({ email: "ana@mail.example" }));
    await booked(someone({ email: "Ana@mail.example", time: hourIn(4).toISOString() }));
    expect(await rows()).toHaveLength(1);
    expect(await confirmConsultation(token)).toMatchObject({ ok: false, reason: "not-found" });
    expect((await book(someone())).ok).toBe(true);
  });

  const isOffered = async (time: string) =>
    (await readDays(null)).days.some(({ times }) => times.some(({ at }) => at === time));

  test("with a consultation ahead the answers and the free times are the same, and the mail has its link", async () => {
    const { row, token } = await booked(someone({ email: "ana@mail.example" }));
    await confirmConsultation(token);
    const time = hourIn(4).toISOString();
    const stranger = await book(someone({ time }));
    expect(await isOffered(time)).toBe(false);
    await database.query("delete from consultations where state = 'unconfirmed'");
    const [values, attempt] = [someone({ email: "Ana@mail.example", time }), randomUUID()];
    const again = await book(values, attempt);
    expect(Object.keys(again)).toEqual(Object.keys(stranger));
    expect(again).toMatchObject({ ok: true, startsAt: time, email: "Ana@mail.example" });
    expect(await isOffered(time)).toBe(false);
    // Sent again it is the same answer, to the millisecond, and no second mail.
    for (let more = 0; more < 6; more++) expect(await book(values, attempt)).toEqual(again);
    expect(await mails("consultation_exists")).toMatchObject([
      {
        subject: expect.stringMatching(/^You already have a consultation on \w+day, /),
        recipient_email: "Ana@mail.example",
        template_data: { consultation: row.id },
      },
    ]);
    expect(await mails("consultation_confirm")).toHaveLength(2);
    // Taken for a stranger, it is taken for her as well.
    expect(await book(someone({ time }))).toMatchObject(gone);
    await expire();
    expect(await isOffered(time)).toBe(true);
    await booked(someone({ time }));
    expect(await book(someone({ email: "ana@mail.example", time }))).toMatchObject(gone);
  });

  test("the time that was chosen again is free for moving the consultation there, and for nobody else", async () => {
    const { row, token } = await booked(someone({ email: "ana@mail.example" }));
    const { row: other, token: otherToken } = await booked(someone({ time: hourIn(6).toISOString() }));
    for (const link of [token, otherToken]) await confirmConsultation(link);
    const time = hourIn(4).toISOString();
    await book(someone({ email: "ana@mail.example", time }));
    const daysOf = async (id: string) =>
      (await readDays(null, id)).days.flatMap(({ times }) => times.map(({ at }) => at));
    expect(await daysOf(row.id)).toContain(time);
    expect(await daysOf(other.id)).not.toContain(time);
    expect(await moveYours(yoursTokenOf(other), { time, seen: "0" })).toMatchObject(gone);
    expect(await moveYours(yoursTokenOf(row), { time, seen: "0" })).toEqual({ ok: true });
    expect(await rows()).toMatchObject([{ id: row.id, starts_at: hourIn(4) }, { id: other.id }]);
    expect(await cells()).toHaveLength(6);
  });
});

describe("[B-BOOK-12] limits", () => {
  test("five bookings an hour with one email and twenty from one address", async () => {
    const values = someone({ email: "ana@mail.example" });
    for (let more = 0; more < 5; more++) expect((await book(values)).ok).toBe(true);
    expect(await book(values)).toMatchObject({
      ...{ ok: false, reason: "limited" },
      message: expect.stringContaining("Too many bookings were sent with this email address. Please try again in"),
    });
    await database.query("delete from limit_counts");
    await database.query("delete from consultations");
    await bookingSettings(database, { dailyMaximum: 20 });
    for (let more = 0; more < 20; more++) {
      const time = hourIn(3 + (more % 4), 14 + Math.floor(more / 4)).toISOString();
      expect((await book(someone({ time }), randomUUID(), "10.3.0.1")).ok).toBe(true);
    }
    expect(await book(someone(), randomUUID(), "10.3.0.1")).toMatchObject({
      message: expect.stringContaining("from your internet connection"),
    });
  });

  test("a form that looks mechanical is asked to be sent again", async () => {
    const input = { values: someone(), attempt: randomUUID(), confirmedEmail: "" };
    expect(await bookConsultation({ address: "10.4.0.1" }, { ...input, mechanical: true })).toMatchObject({
      ...{ ok: false, reason: "invalid", detail: undefined },
      message: expect.stringContaining("send it again"),
    });
    expect((await bookConsultation({ address: "10.4.0.1" }, { ...input, mechanical: false })).ok).toBe(true);
  });
});

describe("[B-BOOK-13] a confirmed booking is an inquiry", () => {
  test("the inquiry has what was typed, who takes it as its owner, and the end as its promise", async () => {
    const { row, token } = await booked(someone({ email: "ana@mail.example", way: "whatsapp", topic: "Canadian eTA" }));
    await confirmConsultation(token);
    const [inquiry] = await inquiries();
    expect(inquiry).toMatchObject({
      ...{ full_name: "Natasha Rolle", email: "ana@mail.example", phone: "+1 242 555 0111", status: "new" },
      ...{ preferred_contact_method: "WhatsApp", visa_service: "Canadian eTA", purpose: "A visit to my sister" },
      ...{ came_by: "Booking", entered_by: null, owner_id: anika, uploaded_documents: [], privacy_consent: true },
      ...{ promised_by: new Date(hourIn(3).getTime() + 30 * 60_000), answered_at: null },
    });
    const [after] = await rows();
    expect(after).toMatchObject({
      ...{ id: row.id, inquiry_id: inquiry?.id, name: "", email: "", phone: "", topic: "", about: "" },
      history: [{ what: "booked", by: null }],
    });
    expect(await mails("contact_confirmation")).toEqual([]);
    expect(await mails("contact_admin_notification")).toEqual([]);
  });

  test("a second confirmation of one email is refused with the time of the first", async () => {
    const { token } = await booked(someone({ email: "ana@mail.example" }));
    // As when staff have booked for a caller meanwhile.
    const { token: other } = await booked(someone({ time: hourIn(4).toISOString() }));
    await confirmConsultation(other);
    await database.query("update visa_inquiries set email = 'ana@mail.example'");
    expect(await confirmConsultation(token)).toMatchObject({
      ...{ ok: false, reason: "closed" },
      detail: { startsAt: hourIn(4) },
    });
    expect(await inquiries()).toHaveLength(1);
  });
});

test("[B-BOOK-23] fifty equal bookings with one attempt key are one, with one mail", async () => {
  const [values, attempt] = [someone(), randomUUID()];
  const results = await Promise.all(Array.from({ length: 50 }, () => book(values, attempt)));
  const [first] = results;
  expect(first?.ok).toBe(true);
  expect(results).toEqual(results.map(() => first));
  expect(await rows()).toHaveLength(1);
  expect(await mails("consultation_confirm")).toHaveLength(1);
  expect(await book(values, attempt)).toEqual(first);
});
