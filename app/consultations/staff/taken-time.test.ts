import { beforeAll, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { overlapKey } from "~/cases/appointments/desk/odd-time";
import { makeAppointment } from "~/cases/appointments/desk/write-appointment.server";
import { findConsultation } from "~/consultations/desk/listed.server";
import { nassauClock, nassauTime } from "~/core/time";
import { insertApplications } from "../../../test/harness/applicants/application-rows";
import { surely } from "../../../test/harness/desk/appointments";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { hourIn } from "../../../test/harness/in-process/takers";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { at, dayIn, twoTakers } from "../../../test/harness/in-process/two-takers";
import { listBlocked } from "../desk/blocked.server";
import { blockTime, unblockTime } from "./block-time.server";
import { bookForCaller } from "./book-for-caller.server";
import { setConsultationHours } from "./set-hours.server";

const database = testDatabase();
const { people, inquiry, booked, records } = twoTakers(database);
let anika: StaffContext;
let theo: StaffContext;
beforeAll(() => {
  ({ anika, theo } = people);
});

describe("blocked time", () => {
  const day = dayIn(6);
  const block = (by: StaffContext, more: object = {}) =>
    blockTime(by, { adminId: by.staff.adminId, from: day, ...more });

  test.each([
    [{ from: "" }, { from: "Choose a date." }],
    [{ until: dayIn(5) }, { until: "The end must be later than the start." }],
    [{ fromTime: "15:00", untilTime: "15:00" }, { untilTime: "The end must be later than the start." }],
    [{ from: "2020-01-01" }, { until: "Choose an end in the future." }],
    [{ until: dayIn(66) }, { until: "Block at most 60 days in a row." }],
    [{ note: "x".repeat(121) }, { note: "Write at most 120 characters." }],
    [{ fromTime: "25:00" }, { fromTime: "Choose a time, or leave it empty." }],
  ])("[B-BOOK-19] %j is refused at its field", async (more, detail) => {
    expect(await block(theo, more)).toMatchObject({ reason: "invalid", detail });
    expect(await database.query("select 1 from blocked_times")).toEqual([]);
  });

  test("[B-BOOK-19] 60 days in a row can be blocked, or part of a day, and nobody can book it", async () => {
    expect(await block(theo, { until: dayIn(65), note: "x".repeat(120) })).toMatchObject({ ok: true });
    const sent = { inquiryId: await inquiry(), startsAt: at(7), way: "phone", adminId: theo.staff.adminId };
    expect(await bookForCaller(anika, sent)).toMatchObject({ message: "Theo Knowles is not free at that time." });
    const [{ id } = { id: "" }] = await listBlocked(theo.staff);
    expect(await unblockTime(theo, { block: id })).toEqual({ ok: true });
    expect(await bookForCaller(anika, sent)).toMatchObject({ ok: true });
  });

  test("[B-BOOK-19] a regular admin blocks and frees only their own time, a super admin anybody's", async () => {
    expect(await block(theo, { adminId: anika.staff.adminId })).toMatchObject({ reason: "forbidden" });
    const own = await block(anika);
    expect(own.ok && (await unblockTime(theo, { block: own.id }))).toMatchObject({ reason: "forbidden" });
    const theirs = await block(anika, { adminId: theo.staff.adminId });
    expect(theirs.ok && (await unblockTime(anika, { block: theirs.id }))).toEqual({ ok: true });
    expect(await records()).toEqual(["time_blocked", "time_blocked", "time_unblocked"]);
  });

  test("[B-BOOK-19] consultations in it stay and are named", async () => {
    const { id } = await booked(at(6));
    await booked(at(6), theo, theo.staff.adminId);
    await block(anika);
    const [listed] = await listBlocked(theo.staff);
    expect(listed?.within).toEqual([{ id, name: "Natasha Rolle", startsAt: at(6) }]);
    expect(await findConsultation(id)).toMatchObject({ state: "booked" });
  });
});

describe("an appointment of a case that an admin takes part in", () => {
  async function make(more: object = {}) {
    if ((await database.query("select 1 from visa_applications")).length === 0)
      await insertApplications(database, 1, 1);
    const [application] = await database.query<{ id: string }>("select id from visa_applications");
    const time = nassauClock(hourIn(6));
    return makeAppointment(anika, {
      ...surely({ day: dayIn(6), time, zone: "America/Nassau", minutes: "30" }),
      ...{ applicationId: application?.id, kind: "call", place: "12 Shirley Street", staffId: theo.staff.adminId },
      ...more,
    });
  }

  test("[B-BOOK-19, B-BOOK-2] nobody can book them then", async () => {
    expect(await make()).toMatchObject({ ok: true });
    const sent = { inquiryId: await inquiry(), startsAt: at(6), way: "phone", adminId: theo.staff.adminId };
    expect(await bookForCaller(anika, sent)).toMatchObject({ message: "Theo Knowles is not free at that time." });
    await database.query("delete from visa_applications");
  });

  test("[B-BOOK-19] over a consultation of theirs it is saved only after a yes to this time", async () => {
    await booked(at(6), theo, theo.staff.adminId);
    const question = `Theo Knowles has a consultation then, on ${nassauTime(at(6))}. Save it anyway?`;
    expect(await make()).toMatchObject({ reason: "invalid", detail: { over: question } });
    const time = { day: dayIn(6), time: nassauClock(hourIn(6)), zone: "America/Nassau", minutes: "30" };
    const over = overlapKey({ ...time, staffId: theo.staff.adminId });
    expect(await make({ over: overlapKey({ ...time, staffId: anika.staff.adminId }) })).toMatchObject({ ok: false });
    expect(await make({ over })).toMatchObject({ ok: true });
    await database.query("delete from visa_applications");
  });
});

describe("consultation hours", () => {
  const hours = (rawInputs: Record<string, string[]>) => ({ typed: rawInputs });

  test("[B-BOOK-4] an admin sets one or two spans for each weekday, and none means none", async () => {
    const { adminId } = theo.staff;
    expect(
      await setConsultationHours(theo, { adminId, ...hours({ monday: ["13:00", "16:00", "09:00", "12:00"] }) }),
    ).toMatchObject({ ok: true });
    const stored = async () =>
      (await database.query("select consultation_hours as hours from admin_users where id = $1", [adminId]))[0]?.hours;
    expect(await stored()).toMatchObject({
      monday: [
        ["09:00", "12:00"],
        ["13:00", "16:00"],
      ],
      tuesday: [],
    });
    expect(await lastRecord(database)).toMatchObject({ action: "consultation_hours_set", subject: adminId });
    await setConsultationHours(theo, { adminId, ...hours({ monday: ["", "", "", ""] }) });
    expect(await stored()).toBeNull();
  });

  test("[B-BOOK-4] a span that ends before it begins is refused with the office hours' words", async () => {
    const { adminId } = theo.staff;
    expect(await setConsultationHours(theo, { adminId, ...hours({ friday: ["12:00", "09:00"] }) })).toMatchObject({
      ...{ reason: "invalid", detail: { friday: "Closing time must be later than opening time." } },
    });
  });

  test("[B-BOOK-4] a super admin sets anybody's, a regular admin only their own", async () => {
    const monday = hours({ monday: ["09:00", "12:00"] });
    expect(await setConsultationHours(theo, { adminId: anika.staff.adminId, ...monday })).toMatchObject({
      reason: "forbidden",
    });
    expect(await setConsultationHours(anika, { adminId: theo.staff.adminId, ...monday })).toMatchObject({ ok: true });
  });

  test("[B-BOOK-4] an admin begins without any", async () => {
    const { staff } = await staffMember(database, "regular_admin");
    const [row] = await database.query("select consultation_hours as hours from admin_users where id = $1", [
      staff.adminId,
    ]);
    expect(row?.hours).toBeNull();
  });
});
