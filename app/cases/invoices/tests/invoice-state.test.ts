import { describe, expect, test } from "vitest";
import { invoiceState } from "../invoice-state";

const unpaid = { open: 385_00n, paid: 0n, isVoid: false, dueOn: "2026-11-29" };
const textOf = (changes: Partial<typeof unpaid>, today = "2026-11-29") =>
  invoiceState({ ...unpaid, ...changes }, today).text;

describe("[M-INV-11] the state of an invoice", () => {
  test("is overdue from the day after its due day on and then names that day, whether or not a part is paid", () => {
    expect([textOf({}), textOf({ paid: 100n })]).toEqual(["Open", "Partly paid"]);
    for (const today of ["2026-11-30", "2027-01-01"])
      for (const paid of [0n, 100n]) expect(textOf({ paid }, today)).toBe("Was due on November 29, 2026");
  });

  test("is paid or void whatever its due day", () => {
    expect(textOf({ open: 0n, paid: 385_00n }, "2027-01-01")).toBe("Paid");
    expect(textOf({ open: 0n, isVoid: true }, "2027-01-01")).toBe("Void");
  });
});
