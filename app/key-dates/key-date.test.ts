import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysAfter } from "~/core/time";
import {
  checkKeyDate,
  describeDay,
  describeDistance,
  describeKeyDate,
  emptyKeyDate,
  inputOf,
  type KeyDateInput,
} from "./key-date";

const visa: KeyDateInput = { ...emptyKeyDate, kind: "visa", endsOn: "2028-03-01" };
const problemsOf = (input: Partial<KeyDateInput>) => checkKeyDate({ ...visa, ...input }).problems;

describe("the input of a key date", () => {
  test("[X-TERM-1] each kind takes a day, and only what was granted can have no expiration date", () => {
    for (const kind of ["visa", "permit", "entry_permission", "passport", "permit_fee", "other"]) {
      const named = { ...visa, kind, name: kind === "other" ? "Police certificate" : "ignored" };
      expect(checkKeyDate(named)).toMatchObject({ ok: true, keyDate: { kind, endsOn: "2028-03-01" } });
      const open = checkKeyDate({ ...named, endsOn: "", noExpiration: true });
      expect([kind, open.ok]).toEqual([kind, ["visa", "permit", "entry_permission"].includes(kind)]);
    }
  });

  test("[X-TERM-1] only another date has a name, of 1 to 80 characters, and a note has at most 200", () => {
    expect(checkKeyDate({ ...visa, name: "Mine" }).keyDate?.name).toBe("");
    const other = { ...visa, kind: "other" };
    expect(checkKeyDate({ ...other, name: " Report to the police " }).keyDate?.name).toBe("Report to the police");
    for (const name of ["", "  ", "x".repeat(81)])
      expect(problemsOf({ kind: "other", name })).toEqual({ name: "Enter a name of 1 to 80 characters." });
    expect(checkKeyDate({ ...other, name: "é".repeat(80), note: "x".repeat(200) }).ok).toBe(true);
    expect(problemsOf({ note: "x".repeat(201) })).toEqual({
      note: "Use at most 200 characters for the note.",
    });
  });

  test("[X-TERM-2] each mistake has its message at its field", () => {
    const missing = "Enter the day, or choose No expiration date.";
    const sample = "Enter a day such as March 1, 2028.";
    expect(problemsOf({ kind: "" })).toHaveProperty("kind");
    expect(problemsOf({ endsOn: "" })).toEqual({ endsOn: missing });
    expect(problemsOf({ noExpiration: true })).toEqual({ endsOn: `${missing} Not both.` });
    // A passport can't be without one, so only a day is asked for.
    expect(problemsOf({ kind: "passport", endsOn: "", noExpiration: true })).toEqual({ endsOn: sample });
    for (const day of ["2027-02-29", "1949-12-31", "2151-01-01", "March 1", "2028-3-1"]) {
      expect(problemsOf({ endsOn: day })).toEqual({ endsOn: sample });
      expect(problemsOf({ validFrom: day })).toEqual({ validFrom: sample });
    }
    for (const day of ["1950-01-01", "2150-12-31", "2028-02-29"]) expect(problemsOf({ endsOn: day })).toBeNull();
    for (const validFrom of ["2028-03-01", "2028-03-02"])
      expect(problemsOf({ validFrom })).toEqual({ endsOn: "It has to end after it begins." });
    expect(problemsOf({ validFrom: "2028-02-29" })).toBeNull();
  });

  test("[X-TERM-2] the same kind with the same day is recorded already", () => {
    const others = [{ kind: "visa", name: "", endsOn: "2028-03-01" }] as const;
    expect(checkKeyDate(visa, others).problems).toEqual({ endsOn: "This date is recorded already." });
    for (const other of [{ kind: "permit" }, { endsOn: "2028-03-02" }, { endsOn: "", noExpiration: true }])
      expect(checkKeyDate({ ...visa, ...other }, others).ok).toBe(true);
    const open = [{ kind: "visa", name: "", endsOn: null }] as const;
    expect(checkKeyDate({ ...visa, endsOn: "", noExpiration: true }, open).problems).toHaveProperty("endsOn");
  });

  test("what was stored can be shown in a form and stored again without a change", () => {
    const day = fc.date({ min: new Date("1951-01-01"), max: new Date("2150-12-30"), noInvalidDate: true });
    fc.assert(
      fc.property(
        day,
        fc.boolean(),
        fc.constantFrom("visa", "permit", "other"),
        fc.string(),
        (end, open, kind, note) => {
          const endsOn = open && kind !== "other" ? "" : end.toISOString().slice(0, 10);
          const name = kind === "other" ? "Report" : "";
          const checked = checkKeyDate({
            kind,
            name,
            endsOn,
            validFrom: "1950-06-01",
            noExpiration: endsOn === "",
            note,
            isRemindedAnyway: open,
          });
          if (!checked.ok) return expect(Object.keys(checked.problems)).toEqual(["note"]);
          expect(checkKeyDate(inputOf(checked.keyDate)).keyDate).toEqual(checked.keyDate);
        },
      ),
    );
  });
});

describe("a key date in words", () => {
  const today = "2026-11-28";
  const permit = { kind: "permit", name: "", endsOn: "2026-12-10" } as const;

  test("[X-TERM-6] its distance is in days, also across a change of the clocks, and it says when it ended", () => {
    const at = (days: number) =>
      describeDistance({ kind: "visa", endsOn: daysAfter("2026-10-20", days) }, "2026-10-20");
    expect([at(42), at(1), at(0), at(-1)]).toEqual(["in 42 days", "tomorrow", "today", "ended on October 19, 2026"]);
    expect(describeDistance({ kind: "visa", endsOn: null }, today)).toBe("");
  });

  test("a sentence names what ends, how soon and when", () => {
    expect(describeKeyDate(permit, today)).toBe("Work or residence permit ends in 12 days, on December 10, 2026");
    expect(describeKeyDate({ ...permit, kind: "passport", endsOn: today }, today)).toBe(
      "Passport expires today, November 28, 2026",
    );
    expect(describeKeyDate({ ...permit, kind: "permit_fee" }, "2026-12-11")).toBe(
      "Permit fee was due by December 10, 2026",
    );
    const other = { ...permit, kind: "other", name: "Report to the police" } as const;
    expect(describeKeyDate(other, today)).toBe("Report to the police: in 12 days, on December 10, 2026");
    expect(describeKeyDate({ ...permit, endsOn: null }, today)).toBe("Work or residence permit has no expiration date");
  });

  test("[X-TERM-5] a day follows the name, as in a change from one to another", () => {
    expect([describeDay(permit), describeDay({ ...permit, endsOn: null })]).toEqual([
      "ends December 10, 2026",
      "no expiration date",
    ]);
  });
});
