import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { countOwned } from "~/accounts/owners/hand-over.server";
import type { StaffContext } from "~/accounts/staff.server";
import { findConsultation } from "~/consultations/desk/listed.server";
import { nassauTime } from "~/core/time";
import { readAppointments } from "~/desk/today/read-appointments.server";
import { consultationOf } from "~/inquiries/consultation/history.server";
import { deleteInquiry } from "~/inquiries/desk/delete-inquiry.server";
import { readInquiry } from "~/inquiries/desk/detail.server";
import { readThread } from "~/inquiries/desk/replies/thread.server";
import { hourIn } from "../../../test/harness/in-process/takers";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { at, dayIn, twoTakers } from "../../../test/harness/in-process/two-takers";
import { readWeek } from "../desk/week.server";
import { blockTime } from "./block-time.server";
import { bookForCaller } from "./book-for-caller.server";
import { cancelConsultation } from "./cancel.server";
import { giveConsultation } from "./give.server";
import { moveConsultation } from "./move.server";
import { removeConsultationOutcome, setConsultationOutcome } from "./set-outcome.server";

const database = testDatabase();
const { people, inquiry, booked, records } = twoTakers(database);
let anika: StaffContext;
let theo: StaffContext;
beforeAll(() => {
  ({ anika, theo } = people);
});

const cellsOf = async (id: string) =>
  (
    await database.query<{ admin_id: string }>(
      "select admin_id from consultation_cells where consultation_id = $1 order by starts_at",
      [id],
    )
  ).map(({ admin_id }) => admin_id);
const mails = async () =>
  (
    await database.query<{ email_type: string; recipient_email: string }>(
      "select email_type, recipient_email from email_notifications order by email_type, recipient_email",
    )
  ).map(({ email_type: type, recipient_email: to }) => `${type} ${to}`);
const seenOf = async (id: string) => (await findConsultation(id))?.seen ?? -1;
/** The consultation began half an hour ago, as stored. */
const begin = (id: string) =>
  database.query("update consultations set starts_at = now() - interval '30 minutes' where id = $1", [id]);

describe("a consultation booked for a caller", () => {
  test("[B-BOOK-20] it is confirmed at once, for the caller's inquiry, with its mails and one entry of the record", async () => {
    const { id, inquiryId } = await booked();
    expect(await findConsultation(id)).toMatchObject({
      ...{ state: "booked", startsAt: at(3), way: "phone", inquiryId, minutes: 30 },
      taker: { name: "Anika Thompson" },
      person: { name: "Natasha Rolle", phone: "+1 242 555 0111" },
    });
    expect(await cellsOf(id)).toEqual(Array(3).fill(anika.staff.adminId));
    expect(await mails()).toContain("consultation natasha@mail.example");
    expect(await records()).toEqual(["consultation_booked"]);
    const { inquiry: stored } = (await readInquiry(inquiryId)) ?? {};
    expect([stored?.ownerId, stored?.promisedBy?.toISOString()]).toEqual([
      anika.staff.adminId,
      new Date(hourIn(3).getTime() + 30 * 60_000).toISOString(),
    ]);
  });

  test("[B-BOOK-20, B-BOOK-23] one attempt sent twice books once, and a second one for the inquiry is refused", async () => {
    const inquiryId = await inquiry();
    const sent = { inquiryId, startsAt: at(3), way: "office", attempt: randomUUID() };
    const [first, second] = [await bookForCaller(theo, sent), await bookForCaller(theo, sent)];
    expect(second).toEqual(first);
    expect(await database.query("select 1 from consultations")).toHaveLength(1);
    expect(await bookForCaller(theo, { ...sent, startsAt: at(4), attempt: randomUUID() })).toMatchObject({
      reason: "conflict",
      message: `This inquiry already has a consultation on ${nassauTime(at(3))}.`,
    });
  });

  test("[B-BOOK-20] a taken time is refused, also for the person who was chosen, and nothing is stored", async () => {
    await booked();
    const sent = { inquiryId: await inquiry(), startsAt: at(3), way: "phone", adminId: anika.staff.adminId };
    expect(await bookForCaller(theo, sent)).toMatchObject({ message: "Anika Thompson is not free at that time." });
    await booked(at(3), theo, theo.staff.adminId);
    expect(await bookForCaller(theo, { ...sent, adminId: "" })).toMatchObject({
      reason: "conflict",
      message: "That time is not free any more. Please choose another.",
    });
    expect(await database.query("select 1 from consultations")).toHaveLength(2);
  });

  test("[B-BOOK-20] a call needs a number, which the inquiry then has", async () => {
    const inquiryId = await inquiry({ phone: "" });
    const sent = { inquiryId, startsAt: at(3), way: "whatsapp" };
    expect(await bookForCaller(anika, sent)).toMatchObject({ message: "Enter the number that we should call." });
    expect(await bookForCaller(anika, { ...sent, phone: "242 555 0199" })).toMatchObject({ ok: true });
    expect((await readInquiry(inquiryId))?.inquiry.phone).toContain("555 0199");
  });

  test("[B-BOOK-20] after a cancellation the inquiry can be booked again, and the history has both", async () => {
    const { id, inquiryId } = await booked();
    await cancelConsultation(anika, { id, seen: await seenOf(id), reason: "Ill" });
    const again = await bookForCaller(anika, { inquiryId, startsAt: at(5), way: "phone" });
    expect(again).toMatchObject({ ok: true, id });
    expect((await consultationOf(inquiryId))?.history.map(({ what }) => what)).toEqual([
      ...["booked", "canceled", "booked"],
    ]);
  });
});

describe("a change by staff", () => {
  test("[B-BOOK-20] moving takes the new time, frees the former, dates the inquiry and mails the visitor", async () => {
    const { id, inquiryId } = await booked();
    await database.query("delete from email_notifications");
    expect(await moveConsultation(theo, { id, seen: await seenOf(id), startsAt: at(4, 15) })).toEqual({ ok: true });
    expect(await findConsultation(id)).toMatchObject({ startsAt: at(4, 15), taker: { name: "Anika Thompson" } });
    expect(await cellsOf(id)).toHaveLength(3);
    await booked(at(3));
    expect(await mails()).toContain("consultation natasha@mail.example");
    expect(await lastRecordOf("consultation_moved")).toEqual([
      { field: "Time", from: nassauTime(at(3)), to: nassauTime(at(4, 15)) },
    ]);
    expect((await readInquiry(inquiryId))?.inquiry.promisedBy?.getTime()).toBe(hourIn(4, 15).getTime() + 30 * 60_000);
  });

  test("[B-BOOK-20] a refused move leaves the former time", async () => {
    const { id } = await booked();
    await booked(at(4));
    await booked(at(4), theo, theo.staff.adminId);
    const before = await findConsultation(id);
    expect(await moveConsultation(anika, { id, seen: before?.seen, startsAt: at(4) })).toMatchObject({
      ...{ reason: "conflict", message: "That time is not free any more. Please choose another." },
    });
    expect(await findConsultation(id)).toEqual(before);
    expect(await cellsOf(id)).toHaveLength(3);
  });

  test("[B-BOOK-20] another active admin who is free takes it, and the inquiry follows", async () => {
    const { id, inquiryId } = await booked();
    const give = async () => giveConsultation(anika, { id, seen: await seenOf(id), adminId: theo.staff.adminId });
    await blockTime(theo, { adminId: theo.staff.adminId, from: dayIn(3) });
    expect(await give()).toMatchObject({ reason: "conflict", message: "Theo Knowles is not free at that time." });
    await database.query("delete from blocked_times");
    expect(await give()).toEqual({ ok: true });
    expect(await cellsOf(id)).toEqual(Array(3).fill(theo.staff.adminId));
    expect((await readInquiry(inquiryId))?.inquiry.ownerId).toBe(theo.staff.adminId);
    expect(await lastRecordOf("consultation_given")).toEqual([
      { field: "Taken by", from: "Anika Thompson", to: "Theo Knowles" },
    ]);
    await database.query("update admin_users set is_active = false where id = $1", [anika.staff.adminId]);
    const back = { id, seen: await seenOf(id), adminId: anika.staff.adminId };
    expect(await giveConsultation(theo, back)).toMatchObject({ reason: "invalid" });
  });

  test("[B-BOOK-20] canceling needs a reason of 1 to 500 characters, frees the time and takes the promise away", async () => {
    const { id, inquiryId } = await booked();
    const seen = await seenOf(id);
    for (const reason of ["", " ", "x".repeat(501)])
      expect(await cancelConsultation(theo, { id, seen, reason })).toMatchObject({
        message: "Write a reason of at most 500 characters.",
      });
    expect(await cancelConsultation(theo, { id, seen, reason: "x".repeat(500) })).toEqual({ ok: true });
    expect([(await findConsultation(id))?.state, await cellsOf(id)]).toEqual(["canceled", []]);
    expect((await readInquiry(inquiryId))?.inquiry.promisedBy).toBeNull();
    expect((await consultationOf(inquiryId))?.history.at(-1)).toMatchObject({
      ...{ what: "canceled", reason: "x".repeat(500), by: { name: "Theo Knowles" } },
    });
  });

  test("[B-BOOK-20] of two admins at once the second changes nothing and is told", async () => {
    const { id } = await booked();
    const seen = await seenOf(id);
    const results = await Promise.all([
      moveConsultation(anika, { id, seen, startsAt: at(5) }),
      cancelConsultation(theo, { id, seen, reason: "Ill" }),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({
      message: "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.",
    });
    expect(await seenOf(id)).toBe(seen + 1);
  });

  test("[B-BOOK-20, B-BOOK-23] one attempt of a cancellation sent fifty times cancels once, with one mail", async () => {
    const { id } = await booked();
    await database.query("delete from email_notifications");
    const sent = { id, seen: await seenOf(id), reason: "Ill", attempt: randomUUID() };
    const results = await Promise.all(Array.from({ length: 50 }, () => cancelConsultation(anika, sent)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect((await mails()).filter((mail) => mail.startsWith("consultation natasha"))).toHaveLength(1);
    expect((await records()).filter((action) => action === "consultation_canceled")).toHaveLength(1);
  });

  test("[B-BOOK-20] once it has begun it can't be moved, given or canceled", async () => {
    const { id } = await booked();
    await begin(id);
    const input = { id, seen: await seenOf(id) };
    for (const refused of [
      await moveConsultation(anika, { ...input, startsAt: at(5) }),
      await giveConsultation(anika, { ...input, adminId: theo.staff.adminId }),
      await cancelConsultation(anika, { ...input, reason: "Ill" }),
    ])
      expect(refused).toMatchObject({ reason: "closed", message: "This consultation has already started." });
  });

  test("[B-BOOK-20] a deactivated admin's consultations are counted before, stay, and nobody takes them", async () => {
    const { id } = await booked();
    expect(await countOwned(anika.staff.adminId)).toMatchObject({ consultations: 1 });
    await database.query("update admin_users set is_active = false where id = $1", [anika.staff.adminId]);
    expect(await findConsultation(id)).toMatchObject({ state: "booked", taker: null });
    expect(await giveConsultation(theo, { id, seen: await seenOf(id), adminId: theo.staff.adminId })).toEqual({
      ok: true,
    });
  });
});

async function lastRecordOf(action: string) {
  const [row] = await database.query<{ changes: unknown }>(
    "select details->'changes' as changes from admin_activity_log where action_type = $1",
    [action],
  );
  return row?.changes;
}

describe("deleting the inquiry of a consultation", () => {
  test("[B-BOOK-20] it is refused while the consultation is ahead, and possible once it is canceled or over", async () => {
    const { id, inquiryId } = await booked();
    const before = await database.query("select * from consultations");
    expect(await deleteInquiry(theo, { inquiryId })).toMatchObject({
      ...{ ok: false, reason: "conflict" },
      message: `This inquiry has a consultation on ${nassauTime(hourIn(3))}. Cancel it first, so that the visitor is told.`,
    });
    expect(await database.query("select * from consultations")).toEqual(before);
    await cancelConsultation(theo, { id, seen: await seenOf(id), reason: "We are closed that day." });
    expect(await deleteInquiry(theo, { inquiryId })).toEqual({ ok: true });
    expect(await mails()).toContain("consultation natasha@mail.example");

    const past = await booked(at(4));
    await database.query("update consultations set starts_at = now() - interval '31 minutes'");
    expect(await deleteInquiry(theo, { inquiryId: past.inquiryId })).toEqual({ ok: true });
    expect(await database.query("select * from consultation_cells")).toEqual([]);
  });
});

describe("an outcome", () => {
  const threadOf = async (inquiryId: string) => {
    const found = await readInquiry(inquiryId);
    return found ? (await readThread(found.inquiry, anika.staff)).answers : [];
  };

  test("[B-BOOK-21] before the start there is none", async () => {
    const { id } = await booked();
    expect(await setConsultationOutcome(anika, { id, seen: await seenOf(id), outcome: "no_show" })).toMatchObject({
      ...{ reason: "closed", message: "This consultation hasn’t started yet." },
    });
  });

  test("[B-BOOK-21] `Took place` is the first answer of the inquiry and sets `contacted` if checked, and can be taken back", async () => {
    const { id, inquiryId } = await booked();
    await begin(id);
    await database.query("delete from email_notifications");
    const sent = { id, seen: await seenOf(id), outcome: "took_place", said: "She needs no visa.", contacted: "yes" };
    expect(await setConsultationOutcome(theo, sent)).toEqual({ ok: true });
    expect(await threadOf(inquiryId)).toMatchObject([
      {
        kind: "answer",
        body: "She needs no visa.",
        by: "Anika Thompson",
        way: "Phone",
        recorder: { name: "Theo Knowles" },
      },
    ]);
    const after = (await readInquiry(inquiryId))?.inquiry;
    expect([after?.status, after?.answeredAt === null]).toEqual(["contacted", false]);
    expect(await findConsultation(id)).toMatchObject({ outcome: "took_place" });
    expect(await removeConsultationOutcome(anika, { id, seen: await seenOf(id) })).toEqual({ ok: true });
    const again = (await readInquiry(inquiryId))?.inquiry;
    expect([again?.status, again?.answeredAt, await threadOf(inquiryId)]).toEqual(["new", null, []]);
    expect(await findConsultation(id)).toMatchObject({ outcome: null });
    expect(await mails()).toEqual([]);
  });

  test("[B-BOOK-21] a no-show mails nobody, is owed no answer, and can be taken back", async () => {
    const { id, inquiryId } = await booked();
    await begin(id);
    await database.query("delete from email_notifications");
    expect(await setConsultationOutcome(anika, { id, seen: await seenOf(id), outcome: "no_show" })).toEqual({
      ok: true,
    });
    expect(await findConsultation(id)).toMatchObject({ outcome: "no_show" });
    expect((await readInquiry(inquiryId))?.inquiry).toMatchObject({
      status: "new",
      promisedBy: null,
      answeredAt: null,
    });
    await removeConsultationOutcome(anika, { id, seen: await seenOf(id) });
    expect((await readInquiry(inquiryId))?.inquiry.promisedBy).not.toBeNull();
    expect(await mails()).toEqual([]);
    expect((await records()).slice(1)).toEqual(["consultation_no_show", "consultation_outcome_removed"]);
  });
});

describe("the week", () => {
  test("[B-BOOK-18] it shows consultations and blocked time, of everybody or of the admin alone", async () => {
    const { id } = await booked(at(3));
    await booked(at(3), theo, theo.staff.adminId);
    const day = dayIn(3);
    await blockTime(theo, { adminId: theo.staff.adminId, from: day, note: "Dentist" });
    await database.query(
      `insert into consultations (day, time, starts_at, minutes, way, zone, state, unconfirmed_until, admin_id, name, email)
       values ($1, '16:00', $2, 30, 'office', 'America/Nassau', 'unconfirmed', now() + interval '1 hour', $3, 'Unproven', 'u@mail.example')`,
      [day, at(3, 20), anika.staff.adminId],
    );
    const items = async (mine: boolean) =>
      (await readWeek(mondayBefore(day), anika.staff, mine)).days.flatMap((one) => one.items);
    expect((await items(false)).map(({ what }) => what)).toEqual([
      ...["blocked", "consultation", "consultation", "consultation"],
    ]);
    const own = await items(true);
    expect(own).toMatchObject([
      { id, state: "booked", person: { name: "Natasha Rolle", topic: null } },
      { state: "unconfirmed", person: null },
    ]);
    expect(JSON.stringify(own)).not.toContain("Unproven");
  });

  test("[B-BOOK-18, K-TODAY-2] Today counts confirmed consultations of today and tomorrow until their outcome", async () => {
    const read = () => readAppointments({ adminId: anika.staff.adminId, limit: 10, offset: 0 });
    const { id } = await booked(at(5));
    expect(await read()).toMatchObject({ count: 0, lines: [] });
    await database.query("update consultations set starts_at = now() + interval '1 minute' where id = $1", [id]);
    expect(await read()).toMatchObject({
      count: 1,
      lines: [{ to: `/admin/consultations/${id}`, name: "Natasha Rolle", isMine: true }],
    });
    await begin(id);
    await setConsultationOutcome(anika, { id, seen: await seenOf(id), outcome: "no_show" });
    expect(await read()).toMatchObject({ count: 0, lines: [] });
  });
});

const mondayBefore = (day: string) => {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
};
