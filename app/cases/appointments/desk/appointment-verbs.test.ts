import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { previewStatus, setStatus } from "~/cases/status/desk/set-status.server";
import { mailedAppointment } from "~/mail/calendar/appointment";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { inDays, insertAppointment, surely } from "../../../../test/harness/desk/appointments";
import { deactivated, recordOf, whileNothingIsInserted, withoutChange } from "../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { timeKey } from "./odd-time";
import { readAppointmentPage } from "./page.server";
import { cancelAppointment, makeAppointment, moveAppointment } from "./write-appointment.server";

const database = testDatabase();
let staff: StaffContext;
let id = "";

beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "attempts", "admin_activity_log", "pgboss.job"])
    await database.query(`delete from ${table}`);
  await insertApplications(database, 1, 1);
  const rows = await database.query<{ id: string }>("select id from visa_applications");
  id = rows[0]?.id ?? "";
});

/** What is typed; that its time is right was said, whatever day of the week the test runs on. */
const fields = (change: Record<string, string> = {}) =>
  surely({
    ...{ applicationId: id, kind: "biometrics", zone: "America/Nassau", minutes: "45", ...inDays(7) },
    ...{ place: "12 Shirley Street, Nassau", bring: "Your passport", ...change },
  });
const make = (change: Record<string, string> = {}) => makeAppointment(staff, fields(change));
const rows = () =>
  database.query<Record<string, unknown> & { id: string }>("select * from appointments order by created_at, id");
const status = async () =>
  (await database.query<{ status: string; turn: string }>("select status, turn from visa_applications"))[0];
const mails = () =>
  database.query<{ kind: string; to: string; data: Record<string, unknown> }>(
    `select email_type as kind, recipient_email as "to", template_data as data from email_notifications order by created_at`,
  );
const mailed = async () => {
  const sent = await mails();
  return sent.map(
    ({ kind, data }) => [kind, mailedAppointment.parse(data.appointment ?? [data.appointments].flat()[0])] as const,
  );
};

describe("making an appointment", () => {
  test.each(["interview", "biometrics", "collection", "call"])(
    "[C-APPT-1] %s is stored with day, time, zone, length, place and what to bring",
    async (kind) => {
      const when = inDays(7);
      expect(await make({ kind, ...when })).toEqual({ ok: true, mailed: true });
      expect(await rows()).toMatchObject([
        {
          ...{ application_id: id, kind, zone: "America/Nassau", minutes: 45, state: "planned", sequence: 0 },
          ...{ place: "12 Shirley Street, Nassau", bring: "Your passport", admin_email: staff.staff.email },
          ...{ time: when.time, confirmed_at: null, day_reminder_at: null, hours_reminder_at: null },
        },
      ]);
      expect(await recordOf(database, id)).toMatchObject([
        { what: "appointment_made", details: { number: "T-001", kind, zone: "America/Nassau" } },
      ]);
      expect(await status()).toEqual({ status: "submitted", turn: "applicant" });
    },
  );

  test("[C-APPT-1] all missing fields are reported at once, and nothing is stored", async () => {
    const refused = await withoutChange(database, () => makeAppointment(staff, { applicationId: id }));
    expect(refused).toMatchObject({
      reason: "invalid",
      detail: {
        kind: "Choose what kind of appointment it is.",
        day: "Choose a date.",
        time: "Choose a time.",
        zone: "Choose a time zone.",
        minutes: "Enter the length in minutes, from 5 to 1,440.",
        place: expect.any(String),
      },
    });
    const empty = { kind: "", day: "", time: "", zone: "", minutes: "", place: " " };
    expect(await withoutChange(database, () => make(empty))).toMatchObject({
      detail: Object.fromEntries(Object.keys(empty).map((name) => [name, expect.stringMatching(/\.$/)])),
    });
  });

  test.each([
    [{ day: "2026-02-30" }, { day: "Choose a date." }],
    [{ time: "25:00" }, { time: "Choose a time." }],
    [{ zone: "Mars/Base" }, { zone: "Choose a time zone." }],
    [{ minutes: "4" }, { minutes: "Enter the length in minutes, from 5 to 1,440." }],
    [{ place: "http://meet.example" }, { place: "Enter a place, or a link that starts with https://." }],
    [{ place: "https://" }, { place: "This link can’t be opened. Please check it." }],
    [{ place: "x".repeat(301) }, { place: expect.any(String) }],
  ])("[C-APPT-1] %o is refused at its field", async (change, detail) => {
    expect(await withoutChange(database, () => make(change))).toMatchObject({ reason: "invalid", detail });
  });

  test("[C-APPT-1] a past time is refused, judged in its own time zone", async () => {
    const over = { time: "Choose a time in the future." };
    expect(await withoutChange(database, () => make(inDays(-1 / 24)))).toMatchObject({ detail: over });
    // The same wall shows it later in London than in Nassau.
    expect(await make({ ...inDays(1 / 24), zone: "Europe/London" })).toMatchObject({ detail: over });
    expect(await make({ ...inDays(1 / 24, "Europe/London"), zone: "Europe/London" })).toMatchObject({ ok: true });
  });

  test("[C-APPT-6] a time skipped by daylight saving is refused, and a repeated one means the first", async () => {
    const year = new Date().getFullYear() + 1;
    const [spring, autumn] = [nthSunday(year, 3, 2), nthSunday(year, 11, 1)];
    const left = { day: spring, time: "02:30", zone: "America/New_York" };
    expect(await withoutChange(database, () => make(left))).toMatchObject({
      detail: { time: expect.stringContaining("there is no 02:30 on that day") },
    });
    await make({ day: autumn, time: "01:30", zone: "America/New_York" });
    expect(await rows()).toMatchObject([{ starts_at: new Date(`${autumn}T05:30:00Z`), time: "01:30" }]);
  });

  test("[C-APPT-3] a new appointment sends one mail with kind, time, place and what to bring", async () => {
    await make({ zone: "America/New_York" });
    expect(await mails()).toMatchObject([{ kind: "appointment", to: "person1@mail.example" }]);
    const [[, appointment] = []] = await mailed();
    expect(appointment).toMatchObject({
      ...{ kind: "biometrics", zone: "America/New_York", sequence: 0, change: "made", was: null },
      ...{ place: "12 Shirley Street, Nassau", bring: "Your passport", day: inDays(7).day },
    });
    expect(await database.enqueued("mail.send")).toHaveLength(1);
  });

  test("a form sent twice, also at once, makes one appointment and one mail", async () => {
    const attempt = crypto.randomUUID();
    const results = await Promise.all(Array.from({ length: 5 }, () => make({ attempt })));
    expect(results).toEqual(Array(5).fill({ ok: true, mailed: true }));
    expect([(await rows()).length, (await mails()).length]).toEqual([1, 1]);
  });

  test("a failed mail rolls back the appointment", async () => {
    await whileNothingIsInserted(database, "email_notifications", async () => {
      expect(await make({ kind: "interview", status: "yes" })).toMatchObject({ ok: false, reason: "failed" });
    });
    expect([await rows(), (await status())?.status]).toEqual([[], "submitted"]);
  });

  test("a draft can have no appointment, a closed case no interview, and a deactivated admin can't make any", async () => {
    const former = await deactivated(database);
    expect(await makeAppointment(former, fields())).toMatchObject({ reason: "forbidden" });
    await database.query("update visa_applications set status = 'approved'");
    expect(await make({ kind: "interview" })).toMatchObject({ reason: "closed" });
    expect(await make({ kind: "collection" })).toMatchObject({ ok: true });
    await database.query("update visa_applications set status = 'draft', submitted_at = null");
    expect(await make()).toMatchObject({ reason: "closed" });
  });
});

/** The nth Sunday of a month, as a day. */
function nthSunday(year: number, month: number, nth: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return new Date(Date.UTC(year, month - 1, 1 + ((7 - first) % 7) + (nth - 1) * 7)).toISOString().slice(0, 10);
}

describe("[C-APPT-2] the interview status", () => {
  const message = "Give the interview a day, a time, and a place or link.";
  const set = () => setStatus(staff, { applicationId: id, status: "interview_scheduled" });

  test("the status is refused without a future interview; a cancelled or past one and another kind don't count", async () => {
    const refused = () => withoutChange(database, set);
    expect(await refused()).toMatchObject({ ok: false, reason: "invalid", message });
    await insertAppointment(database, id, { state: "cancelled" });
    await insertAppointment(database, id, { startsAt: new Date(Date.now() - 60_000) });
    await insertAppointment(database, id, { kind: "call" });
    expect(await refused()).toMatchObject({ message });
    expect(await previewStatus(staff, { applicationId: id, status: "interview_scheduled" })).toMatchObject({
      message,
    });
  });

  test("the status can be set when there is a future interview", async () => {
    await insertAppointment(database, id);
    expect(await set()).toMatchObject({ ok: true });
    expect(await status()).toMatchObject({ status: "interview_scheduled" });
  });

  test("[C-APPT-3] an interview made together with the status sends only the status mail", async () => {
    expect(await make({ kind: "interview", status: "yes" })).toEqual({ ok: true, mailed: true });
    expect(await status()).toEqual({ status: "interview_scheduled", turn: "applicant" });
    expect(await mails()).toMatchObject([
      { kind: "status_update", data: { newStatus: "interview_scheduled", applicationNumber: "T-001" } },
    ]);
    expect((await mailed())[0]?.[1]).toMatchObject({ kind: "interview", change: "made", sequence: 0 });
    expect(await recordOf(database, id)).toMatchObject([
      { what: "appointment_made" },
      { what: "application_status_updated" },
    ]);
  });

  test("a further interview leaves the status that is already set", async () => {
    await make({ kind: "interview", status: "yes" });
    await make({ kind: "interview", status: "yes", ...inDays(9) });
    expect((await mails()).map(({ kind }) => kind)).toEqual(["status_update", "appointment"]);
    const history = await database.query("select 1 from application_status_history");
    expect([history.length, (await rows()).length]).toEqual([1, 2]);
  });

  test("the status stays if it was not chosen, or for another kind of appointment", async () => {
    await make({ kind: "interview" });
    await make({ kind: "call", status: "yes" });
    expect(await status()).toMatchObject({ status: "submitted" });
  });
});

describe("[F-DESK-4] an unusual time", () => {
  const night = () => ({ day: inDays(7).day, time: "03:00" });

  test("[F-DESK-4] the form asks about an unusual time and stores it once it is confirmed", async () => {
    const refused = await withoutChange(database, () => make({ ...night(), sure: "" }));
    expect(refused).toMatchObject({
      reason: "invalid",
      detail: { sure: expect.stringMatching(/^(On|The office is closed on) .+\. Is the time right\?$/) },
    });
    expect(await make(night())).toEqual({ ok: true, mailed: true });
  });

  test("[F-DESK-4] a confirmed time is asked about again after it was changed", async () => {
    const sure = timeKey({ ...night(), zone: "America/Nassau", minutes: "45" });
    for (const change of [{ time: "03:30" }, { minutes: "60" }, { day: inDays(8).day }, { zone: "Europe/London" }]) {
      const result = await withoutChange(database, () => make({ ...night(), ...change, sure }));
      expect(result, JSON.stringify(change)).toMatchObject({ detail: { sure: expect.any(String) } });
    }
    expect(await make({ ...night(), sure })).toMatchObject({ ok: true });
  });

  test("[F-DESK-4] moving to an unusual time asks too, but changing only the place doesn't", async () => {
    await make(night());
    const [row] = await rows();
    const move = (change: Record<string, string>) =>
      moveAppointment(staff, { ...fields({ ...night(), ...change, sure: "" }), appointment: row?.id, seen: "0" });
    expect(await withoutChange(database, () => move({ time: "04:00" }))).toMatchObject({
      detail: { sure: expect.any(String) },
    });
    expect(await move({ place: "Bay Street" })).toMatchObject({ ok: true });
  });
});

describe("[F-DESK-4] the status suggested with an interview", () => {
  test("[F-DESK-4] the status isn't preselected while a request is open, but staff can choose it", async () => {
    expect(await readAppointmentPage(id, null)).toMatchObject({ offersStatus: true, openItems: 0 });
    await database.query(
      `with request as (insert into case_requests (application_id) values ($1) returning id)
       insert into case_request_items (request_id, application_id, position, kind, name, reason)
       select id, $1, 0, 'question', 'Where do you stay?', 'The hotel is closed' from request`,
      [id],
    );
    expect(await readAppointmentPage(id, null)).toMatchObject({ offersStatus: true, openItems: 1 });
    await make({ kind: "interview" });
    expect(await status()).toMatchObject({ status: "submitted" });
    await make({ kind: "interview", ...inDays(9), status: "yes" });
    expect(await status()).toMatchObject({ status: "interview_scheduled" });
  });
});

describe("moving and cancelling an appointment", () => {
  const form = async (change: Record<string, string> = {}) => {
    const [row] = await rows();
    return { ...fields(change), appointment: row?.id ?? "", seen: String(row?.sequence) };
  };

  test("[C-APPT-3, C-APPT-5] a move sends one mail with the former time and the next sequence, and has to be confirmed again", async () => {
    const former = inDays(7);
    await make(former);
    await database.query("update appointments set confirmed_at = now(), other_time = 'Later', other_time_at = now()");
    await database.query("delete from email_notifications");
    expect(await moveAppointment(staff, await form({ day: inDays(8).day }))).toEqual({ ok: true, mailed: true });
    expect(await rows()).toMatchObject([
      { day: expect.anything(), sequence: 1, confirmed_at: null, other_time: null, other_time_at: null },
    ]);
    const [[kind, appointment] = [], ...more] = await mailed();
    expect([kind, more]).toEqual(["appointment", []]);
    expect(appointment).toMatchObject({
      ...{ change: "moved", sequence: 1, day: inDays(8).day },
      was: { ...former, zone: "America/Nassau" },
    });
    expect(await status()).toMatchObject({ turn: "applicant" });
  });

  test("[C-APPT-5] changing only the place says so in the mail, and an empty change is refused", async () => {
    await make();
    expect(await moveAppointment(staff, await form())).toMatchObject({ reason: "invalid" });
    await moveAppointment(staff, await form({ place: "https://meet.example/1" }));
    expect((await mailed()).map(([, { change, sequence, was }]) => [change, sequence, was])).toEqual([
      ["made", 0, null],
      ["changed", 1, null],
    ]);
  });

  test("[C-APPT-3, C-APPT-5] a cancellation sends one mail and leaves the status", async () => {
    await make({ kind: "interview", status: "yes" });
    expect(await cancelAppointment(staff, await form())).toEqual({ ok: true, mailed: true });
    expect(await rows()).toMatchObject([{ state: "cancelled", sequence: 1 }]);
    expect((await mailed()).map(([kind, { change, sequence }]) => [kind, change, sequence])).toEqual([
      ["status_update", "made", 0],
      ["appointment", "cancelled", 1],
    ]);
    expect(await status()).toEqual({ status: "interview_scheduled", turn: "office" });
    expect(await cancelAppointment(staff, await form())).toMatchObject({ reason: "closed" });
    expect(await moveAppointment(staff, await form(inDays(9)))).toMatchObject({ reason: "closed" });
  });

  test("when two admins change an appointment at once, one succeeds and the other is told", async () => {
    await make();
    const seen = await form(inDays(8));
    const results = await Promise.all([moveAppointment(staff, seen), cancelAppointment(staff, seen)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await rows())[0]?.sequence).toBe(1);
  });

  test("an appointment of another application, or one that has begun, can't be changed", async () => {
    await insertApplications(database, 2, 2);
    const [otherCase] = await database.query<{ id: string }>(
      "select id from visa_applications where application_number = 'T-002'",
    );
    const strange = await insertAppointment(database, otherCase?.id ?? "");
    expect(await cancelAppointment(staff, { applicationId: id, appointment: strange, seen: "0" })).toMatchObject({
      reason: "not-found",
    });
    const startedId = await insertAppointment(database, id, { startsAt: new Date(Date.now() - 60_000) });
    expect(await moveAppointment(staff, { ...fields(), appointment: startedId, seen: "0" })).toMatchObject({
      reason: "closed",
    });
  });

  test.each(["approved", "denied", "withdrawn"])(
    "[C-APPT-12] the status %s cancels future appointments, and its one mail says so",
    async (final) => {
      await make({ kind: "interview", status: "yes" });
      await make({ kind: "call", ...inDays(9) });
      const over = await insertAppointment(database, id, { startsAt: new Date(Date.now() - 86_400_000) });
      await database.query("delete from email_notifications");
      expect(await setStatus(staff, { applicationId: id, status: final, sure: "yes" })).toMatchObject({ ok: true });
      const [mail, ...more] = await mails();
      expect([mail?.kind, more]).toEqual(["status_update", []]);
      expect(mail?.data.appointments).toMatchObject([
        { kind: "interview", change: "cancelled", sequence: 1 },
        { kind: "call", change: "cancelled", sequence: 1 },
      ]);
      const states = await database.query("select id, state from appointments where state = 'planned'");
      expect(states).toEqual([{ id: over, state: "planned" }]);
    },
  );
});
