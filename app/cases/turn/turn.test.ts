import { beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { calendarLongDate, daysAfter, nassauDay, nassauInstant, nassauLongDate } from "~/core/time";
import { db } from "~/db/client.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { insertAppointment } from "../../../test/harness/desk/appointments";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { statusData } from "../applicant-page/status-data.server";
import { updateStartedAppointments } from "../appointments/reminders.server";
import { changesOf } from "./changes.server";
import { fileCase } from "./file-case.server";
import { readTurn } from "./read-turn.server";
import { turnLabel, turnText, waitedFor } from "./turn-text";
import { updateTurn } from "./update-turn.server";

const database = testDatabase();
let applicant: Applicant;
let staff: StaffContext;
let id = "";
beforeEach(async () => {
  applicant = new Applicant(database);
  staff = await staffMember(database);
  id = await applicant.start();
  await database.query(
    "update visa_applications set status = 'under_review', submitted_at = '2026-11-03T15:00:00Z' where id = $1",
    [id],
  );
});

const service = { processingTime: null as string | null, country: "GB" as string | null };
async function words(forService = service) {
  const { application } = await applicant.found(id);
  const turn = await readTurn(application, forService);
  if (!turn) throw new Error("There is no turn");
  return { ...turnText(turn), desk: turnLabel(turn) };
}
const pass = () => db.transaction((tx) => updateTurn(tx, id));

/** One thing that is asked for, with a day or without; answers its id. */
async function addRequest(dueOn: string | null = null): Promise<string> {
  const [request] = await database.query<{ id: string }>(
    "insert into case_requests (application_id) values ($1) returning id",
    [id],
  );
  const [item] = await database.query<{ id: string }>(
    `insert into case_request_items (request_id, application_id, position, kind, name, reason, due_on)
     values ($1, $2, 0, 'question', 'Where do you stay?', 'The hotel is closed', $3) returning id`,
    [request?.id, id, dueOn],
  );
  await pass();
  return item?.id ?? "";
}
const today = nassauLongDate(new Date());

describe("the sentence about whose turn it is", () => {
  test("[C-TURN-1, C-TURN-3] with nothing open the sentence names us, since the submission, and the usual time", async () => {
    const since = "since November 3, 2026";
    expect(await words()).toEqual({
      sentence: `It has been our turn ${since}: we work on your application, and most are decided within 7 to 14 days.`,
      following: null,
      desk: `It has been our turn ${since}.`,
    });
    expect((await words({ ...service, processingTime: "About 3 weeks" })).sentence).toContain("within about 3 weeks.");
  });

  test("[C-TURN-2] with open items it names the applicant, the number of items and the earliest day", async () => {
    await addRequest();
    expect(await words()).toEqual({
      sentence: `It has been your turn since ${today}: we need 1 thing from you.`,
      following: "Once we have it, we’ll check it within one business day.",
      desk: `It has been the applicant’s turn since ${today}.`,
    });
    await addRequest("2027-02-10");
    await addRequest("2027-01-29");
    expect(await words()).toMatchObject({
      sentence: `It has been your turn since ${today}: we need 3 things from you, one of them by January 29, 2027.`,
      following: "Once we have them, we’ll check them within one business day.",
    });
  });

  test.each([
    [["2027-01-29"], "1 thing from you by January 29, 2027."],
    [["2027-01-29", "2027-01-29"], "2 things from you by January 29, 2027."],
    [["2027-01-29", null], "2 things from you, one of them by January 29, 2027."],
    [["2027-02-10", null, "2027-01-29", "2027-01-29"], "4 things from you, 2 of them by January 29, 2027."],
    [[null, null], "2 things from you."],
  ])("[F-DESK-7] items with the due days %j read: we need %s", async (days, expected) => {
    for (const day of days) await addRequest(day);
    expect((await words()).sentence).toBe(`It has been your turn since ${today}: we need ${expected}`);
  });

  test("[F-DESK-7] an appointment to confirm counts as an item, but not as one due on the earliest day", async () => {
    await addRequest("2027-01-29");
    await insertAppointment(database, id);
    await pass();
    expect((await words()).sentence).toContain("we need 2 things from you, one of them by January 29, 2027.");
  });

  test("[C-TURN-2] an appointment waiting for confirmation counts until it begins", async () => {
    const made = (startsAt: string) =>
      database.query(
        `insert into appointments (application_id, kind, day, time, zone, starts_at, minutes, place, admin_email)
         values ($1, 'interview', '2026-11-20', '10:00', 'America/Nassau', ${startsAt}, 30, 'Bay Street', 'a@b.test')`,
        [id],
      );
    await made("now() + interval '2 days'");
    await pass();
    expect((await words()).sentence).toContain("we need 1 thing from you");
    await database.query("update appointments set starts_at = '2026-11-20T15:00:00Z'");
    expect((await words()).sentence).toMatch(/^It has been our turn since November 20, 2026:/);
  });

  test("[C-TURN-3] the sentence says by when we answer a message and by when we check answers", async () => {
    const item = await addRequest();
    await database.query("update case_request_items set state = 'sent' where id = $1", [item]);
    await database.query(
      "insert into case_item_answers (item_id, application_id, created_at) values ($1, $2, '2026-11-20T15:00:00Z')",
      [item, id],
    );
    await pass();
    expect((await words()).sentence).toBe(
      `It has been our turn since ${today}: we check what you sent by Saturday, November 21, 3 pm in Nassau.`,
    );
    await database.query(
      "insert into case_messages (application_id, side, body, answer_by) values ($1, 'applicant', 'Hello', '2026-11-23T22:00:00Z')",
      [id],
    );
    expect((await words()).sentence).toContain("we answer your message by Monday, November 23, 5 pm in Nassau.");
  });

  test("[F-DESK-10] before a confirmed appointment it names that day instead of a side", async () => {
    const startsAt = new Date(Date.now() + 3 * 86_400_000);
    const appointment = await insertAppointment(database, id, { startsAt, confirmed_at: new Date() });
    await pass();
    const day = nassauLongDate(startsAt);
    expect(await words()).toEqual({
      sentence: `Your appointment is on ${day}: until then we need nothing from you.`,
      following: null,
      desk: `The case is waiting for the appointment on ${day}.`,
    });
    await database.query("update appointments set confirmed_at = null where id = $1", [appointment]);
    await pass();
    expect((await words()).sentence).toMatch(/^It has been your turn since/);
    await database.query("update appointments set confirmed_at = now(), kind = 'call' where id = $1", [appointment]);
    await pass();
    expect((await words()).sentence, "a call holds nothing up").toMatch(/^It has been our turn since/);
    await database.query("update appointments set state = 'cancelled'");
    await pass();
    expect((await words()).sentence).toMatch(/^It has been our turn since/);
  });

  test("[C-TURN-5] for a closed case it names no side", async () => {
    await addRequest();
    await database.query("update visa_applications set status = 'denied' where id = $1", [id]);
    await database.query(
      `insert into application_status_history (application_id, from_status, to_status, created_at)
       values ($1, 'under_review', 'denied', '2026-11-22T15:00:00Z')`,
      [id],
    );
    const closed = "This case has been closed since November 22, 2026: Denied.";
    expect(await words()).toEqual({ sentence: closed, following: null, desk: closed });
  });

  test("[C-TURN-6] the day of the turn stays while the turn stays on one side", async () => {
    await addRequest();
    await database.query("update visa_applications set turn_since = '2026-11-10T15:00:00Z' where id = $1", [id]);
    await addRequest();
    expect((await words()).sentence).toMatch(/^It has been your turn since November 10, 2026: we need 2 things/);
    await database.query("update case_request_items set state = 'taken_back'");
    await pass();
    expect((await words()).sentence).toContain(`It has been our turn since ${today}:`);
  });

  test("a draft has no sentence", async () => {
    await database.query("update visa_applications set status = 'draft', submitted_at = null where id = $1", [id]);
    expect(await readTurn((await applicant.found(id)).application, service)).toBeNull();
  });
});

describe("filing with the authorities", () => {
  const file = (input: object) => fileCase(staff, { applicationId: id, ...input });

  test("[C-TURN-4] a filed case is with the authorities while nothing waits for us or the applicant", async () => {
    const expectedBy = daysAfter(nassauDay(), 300);
    expect(await file({ filedOn: nassauDay(), expectedBy })).toEqual({ ok: true });
    expect(await words()).toEqual({
      sentence: `It has been with the embassy since ${today}: we expect the decision by ${calendarLongDate(expectedBy)} and write to you the day we hear of it.`,
      following: null,
      desk: `It has been with the embassy since ${today}.`,
    });
    expect((await words({ ...service, country: "BS" })).sentence).toMatch(
      /^It has been with the Department of Immigration/,
    );
    await addRequest();
    expect((await words()).sentence).toMatch(/^It has been your turn/);
    const [line] = await database.query<{ details: object }>(
      "select details from admin_activity_log where action_type = 'case_filed' and subject_id = $1",
      [id],
    );
    expect(line?.details).toMatchObject({ filedOn: nassauDay(), expectedBy });
  });

  test("[K-KEEP-5] days based on an outdated version are not saved, and the current ones are shown", async () => {
    const unfiled = "- -";
    const input = { filedOn: "2026-11-04", revision: unfiled };
    expect(await file({ filedOn: "2026-11-05", expectedBy: "2027-12-06", revision: unfiled })).toEqual({ ok: true });
    const refused = await file(input);
    expect(refused).toMatchObject({ ok: false, reason: "conflict" });
    expect(refused).toHaveProperty(
      "message",
      expect.stringContaining("filed on Nov 5, 2026, decision expected by Dec 6, 2027"),
    );
    expect(await file({ ...input, revision: "2026-11-05 2027-12-06" })).toEqual({ ok: true });
  });

  test("[C-TURN-4] it is our turn again while an answer waits to be checked", async () => {
    await file({ filedOn: nassauDay() });
    const item = await addRequest();
    await database.query("update case_request_items set state = 'sent' where id = $1", [item]);
    await database.query("insert into case_item_answers (item_id, application_id) values ($1, $2)", [item, id]);
    await pass();
    expect((await words()).sentence).toMatch(/^It has been our turn since .+: we check what you sent/);
    await database.query("update case_item_answers set outcome = 'accepted'");
    await pass();
    expect((await words()).sentence).toMatch(/^It has been with the embassy/);
  });

  test("[C-TURN-4] without an expected day it promises none; withdrawing the filing makes it our turn", async () => {
    await file({ filedOn: nassauDay() });
    expect((await words()).sentence).toBe(
      `It has been with the embassy since ${today}: we’ll write to you the day we hear the decision.`,
    );
    await file({ filedOn: "" });
    expect((await words()).sentence).toMatch(/^It has been our turn/);
  });

  test.each([
    [{ filedOn: "2099-01-01" }, "filedOn"],
    [{ filedOn: "2026-02-30" }, "filedOn"],
    [{ filedOn: "yesterday" }, "filedOn"],
    [{ expectedBy: "2027-01-01" }, "filedOn"],
    [{ filedOn: "2026-11-10", expectedBy: "2026-11-09" }, "expectedBy"],
    [{ filedOn: "2026-11-10", expectedBy: "soon" }, "expectedBy"],
  ])("[C-TURN-4] %j is refused at its field and changes nothing", async (input, field) => {
    const before = await changesOf(id);
    expect(await file(input)).toMatchObject({ ok: false, reason: "invalid", detail: { field } });
    expect(await changesOf(id)).toBe(before);
  });

  test("a change while the page's data is read makes the page reload", async () => {
    const { changes } = await statusData(await applicant.found(id), async () => {
      await file({ filedOn: nassauDay() });
      return null;
    });
    expect(changes).not.toBe(await changesOf(id, { asApplicant: true }));
  });

  test("[C-TURN-4] a closed case can't be filed", async () => {
    await database.query("update visa_applications set status = 'approved' where id = $1", [id]);
    expect(await file({ filedOn: nassauDay() })).toMatchObject({ reason: "closed" });
  });
});

test("[F-DESK-10] a case waits for an interview until the end of the day before it in Nassau", async () => {
  const startsAt = new Date(Date.now() + 2 * 86_400_000);
  const day = nassauDay(startsAt);
  await insertAppointment(database, id, { startsAt, kind: "interview", confirmed_at: new Date() });
  await pass();
  const { application } = await applicant.found(id);
  const waits = async (at: Date) => {
    vi.useFakeTimers({ toFake: ["Date"], now: at });
    try {
      const turn = await readTurn(application, service);
      return turn && waitedFor(turn);
    } finally {
      vi.useRealTimers();
    }
  };
  expect(await waits(nassauInstant(daysAfter(day, -1), "23:59"))).toBe(day);
  expect(await waits(nassauInstant(day, "00:00"))).toBeNull();
});

describe("[K-OWN-5] the rule-based due day of a case", () => {
  const dueDay = async () =>
    (
      await database.query<{ day: string | null }>("select due_day::text as day from visa_applications where id = $1", [
        id,
      ])
    )[0]?.day;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  test("the due day is the earliest of open requests and future appointments, or empty", async () => {
    await pass();
    expect(await dueDay()).toBeNull();
    const item = await addRequest("2030-05-04");
    expect(await dueDay()).toBe("2030-05-04");
    await addRequest("2030-05-02");
    expect(await dueDay()).toBe("2030-05-02");
    // Half past one in the night of Greenwich is the evening before in Nassau.
    await insertAppointment(database, id, { startsAt: new Date("2030-05-02T01:30:00Z") });
    await insertAppointment(database, id, { startsAt: new Date("2030-05-01T15:00:00Z"), state: "cancelled" });
    await insertAppointment(database, id, { startsAt: inDays(-1) });
    await pass();
    expect(await dueDay()).toBe("2030-05-01");
    await database.query("delete from appointments where application_id = $1", [id]);
    await database.query("update case_request_items set state = 'accepted' where id <> $1", [item]);
    await pass();
    expect(await dueDay()).toBe("2030-05-04");
  });

  test("a final status has no due day, and a day set by hand takes precedence", async () => {
    await addRequest("2030-05-04");
    await database.query("update visa_applications set due_on = '2030-06-01' where id = $1", [id]);
    expect(await dueDay()).toBe("2030-06-01");
    await database.query("update visa_applications set due_on = null, status = 'denied' where id = $1", [id]);
    await pass();
    expect(await dueDay()).toBeNull();
  });

  test("the due day moves on once its appointment has begun", async () => {
    await insertAppointment(database, id, { startsAt: inDays(1), confirmed_at: new Date() });
    await pass();
    expect(await dueDay()).toBe(nassauDay(inDays(1)));
    const startedAt = new Date(Date.now() - 60_000);
    await database.query("update appointments set starts_at = $2 where application_id = $1", [id, startedAt]);
    await database.query("update visa_applications set rule_due_on = $2 where id = $1", [id, nassauDay(startedAt)]);
    await updateStartedAppointments(new Date());
    expect(await dueDay()).toBeNull();
  });
});
