import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { findApplication } from "~/applications/access/find.server";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { registerStatusUndo } from "~/cases/status/desk/status-undo.server";
import { changesOf } from "~/cases/turn/changes.server";
import { calendarLongDate, daysAfter, nassauDay } from "~/core/time";
import { emptyKeyDate, type KeyDateInput } from "~/key-dates/key-date";
import { deskKeyDates } from "~/key-dates/key-dates-of.server";
import { calendarFile } from "~/mail/calendar/calendar-file.server";
import { keyDateEntries } from "~/mail/calendar/key-date";
import { compose } from "~/mail/templates";
import { endUndo, keepUndoOpen } from "../../../../test/harness/desk/undo";
import { deactivated, recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { draftOf, mailsOf, submitted } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { decide } from "../../decision/desk/decide.server";
import { keyDateForCalendar } from "../read.server";
import {
  addCaseKeyDate,
  correctCaseKeyDate,
  keepCaseKeyDate,
  removeCaseKeyDate,
  settleCaseKeyDate,
  unsettleCaseKeyDate,
} from "./change-key-dates.server";
import { registerKeyDateUndo } from "./undo-key-date.server";

const database = testDatabase();
let staff: StaffContext;
let other: StaffContext;
let opened: Awaited<ReturnType<typeof draftOf>>;
beforeAll(async () => {
  registerKeyDateUndo();
  registerStatusUndo();
  staff = await staffMember(database, "regular_admin");
  other = await staffMember(database, "super_admin");
});
const approvedCase = () => draftOf(database, { ...submitted, status: "approved" });
beforeEach(async () => {
  opened = await approvedCase();
});

const inDays = (days: number) => daysAfter(nassauDay(), days);
const visa = (more: Partial<KeyDateInput> = {}): KeyDateInput => ({
  ...emptyKeyDate,
  ...{ kind: "visa", endsOn: inDays(42), ...more },
});
const ofCase = (more: object = {}) => ({
  applicationId: opened.id,
  mails: true,
  attempt: crypto.randomUUID(),
  ...more,
});
const add = (input = visa(), more: object = {}, by = staff) => addCaseKeyDate(by, ofCase({ input, ...more }));
const stored = () => deskKeyDates({ applicationId: opened.id });
async function only() {
  const [row] = await stored();
  if (!row) throw new Error("There is no key date");
  return row;
}
const of = async (more: object = {}) => {
  const { id, revision } = await only();
  return ofCase({ keyDate: id, seen: revision, ...more });
};
const undoLast = async (by = staff) => undo(by, { offer: (await readOpenOffer(by.staff))?.id });
async function onPage() {
  const found = await findApplication(opened.id);
  if (!found) throw new Error("We can’t find this application");
  const { keyDates, timeline } = await statusData(found);
  return { keyDates, timeline: timeline.map(({ what }) => what) };
}
const lastMail = async () => {
  const [mail] = await database.query<{ kind: "key_dates" | "status_update"; data: object }>(
    `select email_type as kind, template_data as data from email_notifications where application_id = $1
     order by created_at desc limit 1`,
    [opened.id],
  );
  if (!mail) throw new Error("There is no mail");
  const composed = compose(mail.kind, mail.data);
  if (!composed) throw new Error("There is no such mail");
  return composed;
};
const sender = { name: "Lucaya", email: "hello@lucaya.example", phone: "" };
async function calendarOf(id: string) {
  const found = await findApplication(opened.id);
  const keyDate = found && (await keyDateForCalendar(found.application, id));
  const [entry] = keyDate
    ? keyDateEntries(keyDate, { applicationNumber: opened.number, applicationId: opened.id })
    : [];
  return entry && calendarFile(entry, sender);
}
const line = (file: string | undefined, name: string) => new RegExp(`^${name}[:;](.*)\r$`, "m").exec(file ?? "")?.[1];

describe("key dates of an approved case", () => {
  test("[X-TERM-4, X-TERM-6] one is added, and its one mail and the page wait until it can no longer be undone", async () => {
    expect(await add(visa({ note: "Enter by this day." }))).toEqual({ ok: true });
    await keepUndoOpen(database);
    expect(await stored()).toMatchObject([
      { kind: "visa", endsOn: inDays(42), madeBy: staff.staff.email, revision: 0 },
    ]);
    expect(await onPage()).toEqual({ keyDates: [], timeline: [] });
    const before = await changesOf(opened.id, { asApplicant: true });
    await endUndo(database);
    expect(await changesOf(opened.id, { asApplicant: true })).not.toBe(before);
    const { keyDates, timeline } = await onPage();
    expect(keyDates).toMatchObject([
      { label: "Visa", day: calendarLongDate(inDays(42)), distance: "in 42 days", note: "Enter by this day." },
    ]);
    expect(timeline).toEqual([`We recorded a date. Visa: ends ${calendarLongDate(inDays(42))}`]);
    expect(await mailsOf(database, opened)).toEqual([`key_dates to ${opened.email}`]);
    const mail = await lastMail();
    expect(mail.subject).toBe(`Application ${opened.number}: We have recorded a date: Visa`);
    expect(mail.calendar).toMatchObject([{ method: "PUBLISH", day: inDays(42) }]);
  });

  test("[X-TERM-4] without the tick no mail goes out", async () => {
    expect(await add(visa(), { mails: false })).toEqual({ ok: true });
    expect(await mailsOf(database, opened)).toEqual([]);
  });

  test("[X-TERM-4, X-TERM-5] a correction says what changed from what to what, and is recorded with from and to", async () => {
    await add(visa(), { mails: false });
    const to = inDays(100);
    expect(await correctCaseKeyDate(staff, await of({ input: visa({ endsOn: to, note: "New." }) }))).toEqual({
      ok: true,
    });
    expect(await only()).toMatchObject({ endsOn: to, revision: 1, sequence: 1, note: "New." });
    const [was, is] = [calendarLongDate(inDays(42)), calendarLongDate(to)];
    expect((await recordOf(database, opened.id)).at(-1)).toMatchObject({
      ...{ what: "case_key_date_corrected", email: staff.staff.email },
      details: {
        changes: [
          { field: "Visa", from: `ends ${was}`, to: `ends ${is}` },
          { field: "Note", hidden: true },
        ],
      },
    });
    const letter = (await lastMail()).letter(
      { resume: "", notMe: "", all: [], desk: (path: string) => path } as never,
      { ...sender, address: [] },
    );
    expect(JSON.stringify(letter.blocks)).toContain(was);
    expect(JSON.stringify(letter.blocks)).toContain(is);
    await endUndo(database);
    expect((await onPage()).timeline).toContain(`We corrected a date. Visa: ends ${was} → ends ${is}`);
  });

  test("[X-TERM-4] a change is undone with its mail, also a removal, and the applicant sees neither", async () => {
    await add(visa(), { mails: false });
    await endUndo(database);
    const before = { rows: await stored(), page: await onPage() };
    const changes = [
      async () => correctCaseKeyDate(staff, await of({ input: visa({ endsOn: inDays(50) }) })),
      async () => removeCaseKeyDate(staff, await of()),
      async () => settleCaseKeyDate(staff, await of({ settledAs: "renewed" })),
      async () => add(visa({ kind: "passport" })),
    ];
    for (const change of changes) {
      expect(await change()).toEqual({ ok: true });
      await keepUndoOpen(database);
      expect(await stored()).not.toEqual(before.rows);
      expect(await onPage()).toEqual(before.page);
      expect(await undoLast()).toEqual({ ok: true });
      expect(await stored()).toEqual(before.rows);
      await endUndo(database);
      expect(await onPage()).toEqual(before.page);
    }
    expect(await mailsOf(database, opened)).toEqual([]);
    expect((await recordOf(database, opened.id)).map(({ what }) => what)).toContain("case_key_date_undone");
  });

  test("[X-TERM-4] an undo after somebody else's change is refused and changes nothing", async () => {
    await add();
    await keepUndoOpen(database);
    await correctCaseKeyDate(other, await of({ input: visa({ endsOn: inDays(60) }) }));
    expect(await undoLast()).toMatchObject({ ok: false, message: ownerMessages.stale });
    expect(await only()).toMatchObject({ endsOn: inDays(60) });
  });

  test("[X-TERM-4] on any other case the request is refused", async () => {
    for (const status of ["submitted", "denied", "withdrawn"]) {
      opened = await draftOf(database, { ...submitted, status });
      expect(await withoutChange(database, () => add())).toMatchObject({
        ok: false,
        message: "Key dates belong to an approved case.",
      });
    }
  });

  test("[X-TERM-2] the same date and an eleventh are refused", async () => {
    expect(await add()).toEqual({ ok: true });
    expect(await add()).toMatchObject({ ok: false, detail: { endsOn: "This date is recorded already." } });
    for (let days = 1; days < 10; days++)
      expect(await add(visa({ endsOn: inDays(100 + days) }), { mails: false })).toEqual({ ok: true });
    expect(await add(visa({ endsOn: inDays(300) }))).toMatchObject({
      ok: false,
      message: "A case has 10 key dates at most.",
    });
    expect(await stored()).toHaveLength(10);
  });

  test("[X-TERM-9] of two admins who change one at once, the second gets K-OWN-7's words", async () => {
    await add(visa(), { mails: false });
    const [first, second] = [await of({ input: visa({ endsOn: inDays(50) }) }), await of({ settledAs: "paid" })];
    expect(await correctCaseKeyDate(staff, first)).toEqual({ ok: true });
    expect(await settleCaseKeyDate(other, second)).toMatchObject({ reason: "conflict", message: ownerMessages.stale });
    const gone = await of();
    await removeCaseKeyDate(staff, await of());
    expect(await removeCaseKeyDate(other, gone)).toMatchObject({ reason: "conflict", message: ownerMessages.stale });
    expect(await stored()).toEqual([]);
  });

  test("[X-TERM-9] 50 equal requests with one attempt key record it once", async () => {
    const input = ofCase({ input: visa() });
    const results = await Promise.all(Array.from({ length: 50 }, () => addCaseKeyDate(staff, input)));
    expect(new Set(results.map(({ ok }) => ok))).toEqual(new Set([true]));
    expect(await stored()).toHaveLength(1);
    expect(await mailsOf(database, opened)).toHaveLength(1);
  });

  test("[X-TERM-4] a correction of the note alone doesn’t say that the day was another before", async () => {
    await add(visa(), { mails: false });
    await correctCaseKeyDate(staff, await of({ input: visa({ note: "Enter by this day." }) }));
    const links = { resume: "", notMe: "", all: [], desk: (path: string) => path } as never;
    const letter = (await lastMail()).letter(links, { ...sender, address: [] });
    expect(JSON.stringify(letter.blocks)).toContain("Enter by this day.");
    expect(JSON.stringify(letter.blocks)).not.toContain("Before");
  });

  test("[X-TERM-9] a settled one is listed with who and when, and is taken back at any time", async () => {
    await add(visa(), { mails: false });
    expect(await settleCaseKeyDate(staff, await of({ settledAs: "" }))).toMatchObject({
      message: "Choose how it was settled.",
    });
    expect(await settleCaseKeyDate(staff, await of({ settledAs: "left_country" }))).toEqual({ ok: true });
    const settled = await only();
    expect(settled).toMatchObject({ settledAs: "left_country", settledBy: staff.staff.email, sequence: 1 });
    expect(settled.settledAt).toBeInstanceOf(Date);
    await endUndo(database);
    expect((await onPage()).keyDates).toMatchObject([{ settled: "Left the country", distance: "" }]);
    expect(await unsettleCaseKeyDate(other, await of())).toEqual({ ok: true });
    expect(await only()).toMatchObject({ settledAs: null, settledBy: null, sequence: 2 });
  });

  test("somebody who is no longer active changes nothing", async () => {
    const former = await deactivated(database);
    expect(await withoutChange(database, () => add(visa(), {}, former))).toMatchObject({ reason: "forbidden" });
  });
});

describe("the calendar file of a key date", () => {
  test("[X-REMIND-5] is one day without a time, with one UID and a sequence that grows, and is canceled once it no longer counts", async () => {
    await add(visa(), { mails: false });
    await endUndo(database);
    const { id } = await only();
    const made = await calendarOf(id);
    expect(line(made, "METHOD")).toBe("PUBLISH");
    expect(line(made, "DTSTART")).toBe(`VALUE=DATE:${inDays(42).replaceAll("-", "")}`);
    expect([line(made, "SEQUENCE"), line(made, "STATUS")]).toEqual(["0", "CONFIRMED"]);
    expect(made?.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(made).not.toContain("BEGIN:VTIMEZONE");
    const uid = line(made, "UID");

    await correctCaseKeyDate(staff, await of({ input: visa({ endsOn: inDays(70) }) }));
    await endUndo(database);
    const moved = await calendarOf(id);
    expect([line(moved, "UID"), line(moved, "SEQUENCE")]).toEqual([uid, "1"]);

    await settleCaseKeyDate(staff, await of({ settledAs: "paid" }));
    expect((await lastMail()).calendar).toMatchObject([{ uid, method: "CANCEL", sequence: 2 }]);
    await endUndo(database);
    const settled = await calendarOf(id);
    expect(["METHOD", "STATUS", "SEQUENCE"].map((name) => line(settled, name))).toEqual(["CANCEL", "CANCELLED", "2"]);

    await removeCaseKeyDate(staff, await of());
    expect((await lastMail()).calendar).toMatchObject([{ uid, method: "CANCEL", sequence: 3 }]);
    await endUndo(database);
    const removed = await calendarOf(id);
    expect(["UID", "METHOD", "STATUS", "SEQUENCE"].map((name) => line(removed, name))).toEqual([
      ...[uid, "CANCEL", "CANCELLED", "3"],
    ]);
    expect(await calendarOf(crypto.randomUUID())).toBeUndefined();
  });

  test("[X-REMIND-5] a correction of a settled one doesn’t put it back into calendars", async () => {
    await add(visa(), { mails: false });
    await settleCaseKeyDate(staff, await of({ settledAs: "renewed", mails: false }));
    await correctCaseKeyDate(staff, await of({ input: visa({ endsOn: inDays(50) }) }));
    expect((await lastMail()).calendar).toMatchObject([{ method: "CANCEL" }]);
  });
});

describe("key dates and the status", () => {
  const decision = (dates: Partial<Parameters<typeof decide>[3]>, more: object = {}) =>
    decide(staff, { applicationId: opened.id, status: "approved", sure: "yes", ...more }, [], {
      ...{ inputs: [], later: false, keep: [], remove: [], ...dates },
    });
  const leave = () => setStatus(staff, { applicationId: opened.id, status: "under_review", sure: "yes" });

  test("[X-TERM-3] an approval asks for a key date or that it is added later, and a wrong one changes nothing", async () => {
    opened = await draftOf(database, { ...submitted });
    expect(await withoutChange(database, () => decision({ inputs: [emptyKeyDate] }))).toMatchObject({
      message: "Enter the expiration date, or choose one of the other two.",
      detail: { field: "dates" },
    });
    const wrong = [visa(), visa({ kind: "permit", endsOn: "2027-02-30" })];
    expect(await withoutChange(database, () => decision({ inputs: wrong }))).toMatchObject({
      detail: { field: "dates", problems: [{}, { endsOn: "Enter a day such as March 1, 2028." }] },
    });
    expect(await withoutChange(database, () => decision({ inputs: [visa(), visa()] }))).toMatchObject({
      detail: { problems: [{}, { endsOn: "This date is recorded already." }] },
    });
    expect(await decision({ later: true })).toMatchObject({ ok: true });
    expect(await stored()).toEqual([]);
  });

  test("[X-TERM-3] they are stored with the decision and named in its one mail, at once", async () => {
    opened = await draftOf(database, { ...submitted });
    const open = visa({ kind: "permit", endsOn: "", noExpiration: true });
    expect(await decision({ inputs: [visa(), emptyKeyDate, open] })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject([{ kind: "visa" }, { kind: "permit", endsOn: null }]);
    expect(await mailsOf(database, opened)).toEqual([`status_update to ${opened.email}`]);
    const mail = await lastMail();
    expect(JSON.stringify(mail.data)).toContain(calendarLongDate(inDays(42)));
    expect(mail.calendar).toMatchObject([{ method: "PUBLISH", day: inDays(42) }]);
    expect((await onPage()).keyDates).toHaveLength(2);
    expect((await onPage()).timeline.filter((what) => what.startsWith("We recorded a date"))).toHaveLength(2);
  });

  test("[X-TERM-3] a status that is set elsewhere asks for none", async () => {
    opened = await draftOf(database, { ...submitted });
    expect(await setStatus(staff, { applicationId: opened.id, status: "approved", sure: "yes" })).toMatchObject({
      ok: true,
    });
  });

  test("[X-TERM-7] with another status they are out of force and canceled by its mail; approved again, each waits for Keep or Remove", async () => {
    await add(visa(), { mails: false });
    await add(visa({ kind: "passport", endsOn: inDays(900) }), { mails: false });
    await endUndo(database);
    expect(await leave()).toMatchObject({ ok: true });
    expect((await stored()).every(({ suspendedAt }) => suspendedAt !== null)).toBe(true);
    expect((await lastMail()).calendar).toMatchObject([{ method: "CANCEL" }, { method: "CANCEL" }]);
    expect((await onPage()).keyDates).toEqual([]);

    await setStatus(staff, { applicationId: opened.id, status: "approved", sure: "yes" });
    expect((await onPage()).keyDates).toEqual([]);
    const [first, second] = await stored();
    const seen = (row: typeof first) => ofCase({ keyDate: row?.id, seen: row?.revision });
    expect(await keepCaseKeyDate(staff, seen(first))).toEqual({ ok: true });
    expect(await removeCaseKeyDate(staff, seen(second))).toEqual({ ok: true });
    await endUndo(database);
    expect((await onPage()).keyDates).toMatchObject([{ label: "Visa" }]);
    expect((await stored()).map(({ suspendedAt }) => suspendedAt)).toEqual([null]);
  });

  test("[X-TERM-3, X-TERM-7] the decision form keeps and removes those of an earlier approval", async () => {
    await add(visa(), { mails: false });
    await add(visa({ kind: "passport", endsOn: inDays(900) }), { mails: false });
    await leave();
    const [first, second] = await stored();
    expect(await decision({ keep: [first?.id ?? ""], remove: [second?.id ?? ""] })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject([{ id: first?.id, suspendedAt: null }]);
    expect((await lastMail()).calendar).toMatchObject([{ method: "PUBLISH", sequence: 2 }]);
  });

  test("[X-TERM-7, X-TERM-9] after Keep of a settled one the applicant isn’t told that it counts again", async () => {
    for (const again of ["decision", "status"]) {
      opened = await approvedCase();
      await add(visa(), { mails: false });
      await settleCaseKeyDate(staff, await of({ settledAs: "renewed", mails: false }));
      await leave();
      const { id } = await only();
      if (again === "decision") await decision({ keep: [id] });
      else await setStatus(staff, { applicationId: opened.id, status: "approved", sure: "yes" });
      if (again === "status") expect(await keepCaseKeyDate(staff, await of())).toEqual({ ok: true });
      expect(await only()).toMatchObject({ suspendedAt: null, settledAs: "renewed" });
      expect((await mailsOf(database, opened)).filter((mail) => mail.startsWith("key_dates"))).toEqual([]);
      expect((await lastMail()).calendar).toEqual([]);
    }
  });

  test("[X-REMIND-12] key dates are deleted with their case", async () => {
    await add();
    await database.query("delete from visa_applications where id = $1", [opened.id]);
    expect(await stored()).toEqual([]);
  });
});
