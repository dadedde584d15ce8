import { beforeEach, describe, expect, test } from "vitest";
import { Applicant, recordOf, whileRefused, wholeOf } from "../../../test/harness/applicants/in-process";
import { insertAppointment } from "../../../test/harness/desk/appointments";
import { browserWith, draftOf, submitted } from "../../../test/harness/in-process/draft";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { askOtherTime, confirmAppointment } from "./answer.server";

const database = testDatabase();
let context: { address: string; holder: string };
let id = "";
let appointment = "";

beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "attempts", "limit_counts", "admin_activity_log"])
    await database.query(`delete from ${table}`);
  const application = await draftOf(database, { ...submitted, turn: "applicant" });
  id = application.id;
  context = { address: "203.0.113.7", holder: (await browserWith(application)).holder };
  appointment = await insertAppointment(database, id);
});

const whole = async () => [await wholeOf(database, id), await database.query("select * from appointments")];
const row = async () =>
  (
    await database.query(
      `select confirmed_at is not null as confirmed, other_time as asked, state, sequence, turn
       from appointments a join visa_applications v on v.id = a.application_id where a.id = $1`,
      [appointment],
    )
  )[0];
const mails = () =>
  database.query<{ kind: string; data: Record<string, unknown> }>(
    "select email_type as kind, template_data as data from email_notifications order by created_at",
  );
const confirm = (change: Record<string, string> = {}) =>
  confirmAppointment(context, id, { appointment, seen: "0", ...change });
const suggest = (text: string, change: Record<string, string> = {}) =>
  askOtherTime(context, id, { appointment, seen: "0", text, attempt: crypto.randomUUID(), ...change });

describe("confirming an appointment", () => {
  test("[C-APPT-9] a confirmation is stored with its record and passes the turn to us", async () => {
    expect(await confirm()).toEqual({ ok: true });
    expect(await row()).toMatchObject({ confirmed: true, asked: null, state: "planned", sequence: 0, turn: "office" });
    expect(await recordOf(database, id)).toMatchObject([
      { action: "appointment_confirmed", admin: null, address: context.address, details: { kind: "interview" } },
    ]);
    expect(await mails()).toEqual([]);
  });

  test("[C-BOTH-5] 50 identical confirmations at once count as one", async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => confirm()));
    expect(results).toEqual(Array(50).fill({ ok: true }));
    expect(await recordOf(database, id)).toHaveLength(1);
    const before = await whole();
    await confirm();
    expect(await whole()).toEqual(before);
  });

  test("[C-APPT-9] an appointment that was moved or cancelled meanwhile, or has begun, can't be confirmed", async () => {
    for (const [change, refusal] of [
      ["sequence = 1", { reason: "conflict", message: expect.stringContaining("changed this appointment") }],
      ["state = 'cancelled'", { reason: "closed", message: "This appointment has been canceled." }],
      ["state = 'planned', sequence = 0, starts_at = now()", { reason: "closed", message: expect.any(String) }],
    ] as const) {
      await database.query(`update appointments set ${change}`);
      const before = await whole();
      expect(await confirm()).toMatchObject({ ok: false, ...refusal });
      expect(await suggest("After two, please.")).toMatchObject({ ok: false, ...refusal });
      expect(await whole()).toEqual(before);
    }
  });

  test("[C-BOTH-4] a stranger and a browser with access to another application can't confirm", async () => {
    const otherApplicant = new Applicant(database);
    const otherId = await otherApplicant.start();
    const before = await whole();
    const input = { appointment, seen: "0", text: "Later, please." };
    for (const answer of [confirmAppointment, askOtherTime]) {
      expect(await answer(otherApplicant.context(id), id, input)).toMatchObject({ ok: false, reason: "forbidden" });
      expect(await answer(otherApplicant.context(otherId), otherId, input)).toMatchObject({
        ok: false,
        reason: "not-found",
      });
      expect(await answer(otherApplicant.context(otherId), id, input)).toMatchObject({
        ok: false,
        reason: "forbidden",
      });
    }
    expect(await whole()).toEqual(before);
  });
});

describe("requesting another time", () => {
  test("[C-APPT-9] the request is mailed to staff as written, and the appointment stays unchanged", async () => {
    await confirm();
    expect(await suggest("  After two,\r\nplease. ")).toEqual({ ok: true });
    expect(await row()).toMatchObject({
      confirmed: false,
      asked: "After two,\nplease.",
      state: "planned",
      sequence: 0,
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      kind: "appointment_other_time",
      data: { asked: "After two,\nplease.", appointment: { id: appointment } },
    });
    const recorded = await recordOf(database, id);
    expect(recorded).toMatchObject([{}, { action: "appointment_other_time_asked" }]);
    expect(JSON.stringify(recorded)).not.toContain("After two");
    expect(await row()).toMatchObject({ turn: "office" });
  });

  test("[C-APPT-9] a request needs 1 to 500 characters", async () => {
    const before = await whole();
    for (const [text, message] of [
      [" \n ", "Please tell us what time would suit you."],
      ["x".repeat(512), "Please use at most 500 characters; this has 512."],
      ["\u202e\u0000", "Please tell us what time would suit you."],
    ])
      expect(await suggest(text as string)).toMatchObject({ ok: false, reason: "invalid", message });
    expect(await whole()).toEqual(before);
    expect(await suggest("x".repeat(500))).toEqual({ ok: true });
  });

  test("[C-BOTH-5] 50 requests with one key at once count as one, with one mail", async () => {
    const attempt = crypto.randomUUID();
    const results = await Promise.all(Array.from({ length: 50 }, () => suggest("Later, please.", { attempt })));
    expect(results).toEqual(Array(50).fill({ ok: true }));
    expect([(await mails()).length, (await recordOf(database, id)).length]).toEqual([1, 1]);
  });

  test("[C-APPT-9, C-BOTH-5] a request that was edited after its response was lost is stored too, even with the same key", async () => {
    const attempt = crypto.randomUUID();
    for (const text of ["Later, please.", "Later, please.", "Later, but before five."])
      expect(await suggest(text, { attempt })).toEqual({ ok: true });
    expect([await row(), (await mails()).map(({ data }) => data.asked)]).toMatchObject([
      { asked: "Later, but before five." },
      ["Later, please.", "Later, but before five."],
    ]);
  });

  test("an eleventh request within an hour has to wait", async () => {
    for (let round = 0; round < 10; round++) expect(await suggest(`Later ${round}`)).toEqual({ ok: true });
    expect(await suggest("Later")).toMatchObject({
      reason: "limited",
      message: "Too many other times were suggested for this application. Please try again in an hour.",
    });
  });

  test("confirming the appointment ends an earlier request for another time", async () => {
    await suggest("Later, please.");
    await confirm();
    expect(await row()).toMatchObject({ confirmed: true, asked: null });
  });

  test.each(["email_notifications", "admin_activity_log", "appointments"])(
    "a failed write of %s rolls back the request",
    async (table) => {
      const before = await whole();
      await expect(whileRefused(database, table, () => suggest("Later, please."))).rejects.toThrow();
      expect(await whole()).toEqual(before);
    },
  );
});
