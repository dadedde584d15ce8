import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { waitAfter } from "./retry";

describe("the delays between retries", () => {
  test("[W-SUBMIT-13] delays start at 1 s, double, and never exceed the maximum: 5 s for a submission, 10 s elsewhere", () => {
    expect([1, 2, 3, 4, 5, 9].map((failures) => waitAfter(failures, { cap: 5_000 }))).toEqual([
      1_000, 2_000, 4_000, 5_000, 5_000, 5_000,
    ]);
    expect([1, 4, 5, 50].map((failures) => waitAfter(failures))).toEqual([1_000, 8_000, 10_000, 10_000]);
  });

  test("delays never shrink and never exceed the maximum, whatever the failures", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 60_000 }), (failures, cap) => {
        expect(waitAfter(failures, { cap })).toBeLessThanOrEqual(cap);
        expect(waitAfter(failures + 1, { cap })).toBeGreaterThanOrEqual(waitAfter(failures, { cap }));
      }),
    );
  });
});
