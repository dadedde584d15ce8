import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysAfter, nassauDay, nassauInstant } from "~/core/time";
import { dueReminder } from "./due-reminder";

const usual = [120, 60, 30, 7];

type Change = { on: number; endsOn: string };
type Life = { changes: readonly Change[]; daysBefore: readonly number[]; runsOn: (index: number) => boolean };
type Sent = { endsOn: string; days: number; on: string };

/** The reminders that go out in 400 days from `first`, on each of which a run at 9:00 and one at 23:50 may happen. */
function live(first: string, { changes, daysBefore, runsOn }: Life): Sent[] {
  const sent: Sent[] = [];
  const had = new Map<string, number[]>();
  let waiting: { endsOn: string; from: string } | undefined;
  for (let index = 0; index <= 400; index++) {
    const day = daysAfter(first, index);
    for (const { on, endsOn } of changes) if (on === index) waiting = { endsOn, from: day };
    if (!waiting || !runsOn(index)) continue;
    for (const time of ["09:00", "23:50"]) {
      const earlier = had.get(waiting.endsOn) ?? [];
      const today = nassauDay(nassauInstant(day, time));
      const due = dueReminder({ ...waiting, had: earlier }, daysBefore, today);
      if (!due) continue;
      sent.push({ endsOn: waiting.endsOn, days: due.days, on: today });
      had.set(waiting.endsOn, [...earlier, due.days, ...due.passedOver]);
    }
  }
  return sent;
}

const first = "2026-10-20";
const daySets = fc.uniqueArray(fc.integer({ min: 1, max: 365 }), { minLength: 1, maxLength: 6 });
const within = (max: number) => fc.integer({ min: 0, max });

describe("which reminder is due", () => {
  test("[X-REMIND-2] each goes out once, on its own day, in 400 days with both changes of the clocks", () => {
    fc.assert(
      fc.property(daySets, within(30), within(400), (daysBefore, on, end) => {
        const endsOn = daysAfter(first, end);
        const sent = live(first, { changes: [{ on, endsOn }], daysBefore, runsOn: () => true });
        // Days that were past when it was recorded are passed over.
        const ahead = [...daysBefore].sort((a, b) => b - a).filter((days) => end - days >= on);
        expect(sent).toEqual(ahead.map((days) => ({ endsOn, days, on: daysAfter(endsOn, -days) })));
      }),
    );
  });

  test("[X-REMIND-3] after a standstill only the latest goes out, and none after the key date", () => {
    fc.assert(
      fc.property(daySets, within(400), within(400), within(60), (daysBefore, end, from, length) => {
        const endsOn = daysAfter(first, end);
        const isDown = (index: number) => index >= from && index < from + length;
        const sent = live(first, { changes: [{ on: 0, endsOn }], daysBefore, runsOn: (index) => !isDown(index) });
        const days = daysBefore.filter((before) => end - before >= 0);
        const onTime = days.filter((before) => !isDown(end - before));
        const missed = days.filter((before) => isDown(end - before));
        const latest = Math.min(...missed);
        // Not even that one, if one of a later day falls on the day on which it runs again.
        const caughtUp =
          missed.length > 0 && from + length <= Math.min(end, 400) && !onTime.includes(end - from - length)
            ? [{ endsOn, days: latest, on: daysAfter(first, from + length) }]
            : [];
        const expected = [
          ...onTime.map((before) => ({ endsOn, days: before, on: daysAfter(endsOn, -before) })),
          ...caughtUp,
        ];
        expect(sent).toEqual(expected.sort((a, b) => b.days - a.days));
      }),
    );
  });

  test("[X-REMIND-8] a corrected day is reminded of at its own days, and the former no longer", () => {
    fc.assert(
      fc.property(within(400), within(400), within(399), (former, end, on) => {
        const [was, endsOn] = [daysAfter(first, former), daysAfter(first, end)];
        const changes = [
          { on: 0, endsOn: was },
          { on: on + 1, endsOn },
        ];
        const sent = live(first, { changes, daysBefore: usual, runsOn: () => true });
        const corrected = daysAfter(first, on + 1);
        for (const one of sent) expect(one.endsOn).toBe(one.on < corrected ? was : endsOn);
        expect(new Set(sent.map(({ endsOn: day, days }) => `${day} ${days}`)).size).toBe(sent.length);
        const own = sent.filter((one) => one.on >= corrected).map(({ days }) => days);
        const before = sent.filter((one) => one.on < corrected && was === endsOn).map(({ days }) => days);
        expect(own).toEqual(usual.filter((days) => end - days > on && !before.includes(days)));
      }),
    );
  });

  test("[X-REMIND-3] of those that a standstill of three weeks left out, the others are passed over", () => {
    const waiting = { endsOn: "2027-03-01", from: "2026-11-01", had: [120] };
    expect(dueReminder(waiting, [120, 60, 45, 30], "2027-02-05")).toEqual({ days: 30, passedOver: [60, 45] });
    expect(dueReminder({ ...waiting, had: [120, 30] }, usual, "2027-02-05")).toBeNull();
  });

  test("[X-REMIND-1] days that are set later are not caught up, and without any there are no reminders", () => {
    const waiting = { endsOn: "2027-03-01", from: "2027-02-01", had: [] };
    expect(dueReminder(waiting, [60], "2027-02-01")).toBeNull();
    expect(dueReminder(waiting, [], "2027-02-01")).toBeNull();
    expect(dueReminder(waiting, [28], "2027-02-01")).toEqual({ days: 28, passedOver: [] });
  });
});
