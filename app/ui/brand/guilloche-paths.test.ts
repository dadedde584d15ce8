import { expect, test } from "vitest";
import { ring, rosette, seededRandom, waveBand } from "~/ui/brand/guilloche-paths";

const band = { seed: "sea", width: 1440, middle: 60, swing: 40, lines: 5 };

test("the same seed draws the same lines, and another seed draws others", () => {
  expect(waveBand(band)).toEqual(waveBand(band));
  expect(waveBand(band)).not.toEqual(waveBand({ ...band, seed: "lake" }));
  expect(rosette("bahamian-evisa")).toEqual(rosette("bahamian-evisa"));
  expect(rosette("bahamian-evisa")).not.toEqual(rosette("work-permit"));
});

test("numbers of a seed are in [0, 1)", () => {
  const random = seededRandom("numbers");
  for (let index = 0; index < 1000; index++) {
    const number = random();
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(1);
  }
});

/** Where a path of relative cubics ends. */
function endOf(path: string): { from: [number, number]; to: [number, number] } {
  const numbers = (text: string) => (text.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
  const [start = "", ...spans] = path.replace("z", "").split(/(?=[cs])/);
  const [x = 0, y = 0] = numbers(start);
  const to = spans
    .map(numbers)
    .reduce((at, span) => [at[0] + (span.at(-2) ?? 0), at[1] + (span.at(-1) ?? 0)] as const, [x, y] as readonly [
      number,
      number,
    ]);
  return { from: [x, y], to: [to[0], to[1]] };
}

test("a band joins its own copy without a seam", () => {
  for (const path of waveBand(band)) {
    const { from, to } = endOf(path);
    expect(to[0] - from[0]).toBeCloseTo(1440, 0);
    expect(Math.abs(to[1] - from[1])).toBeLessThan(0.2);
  }
});

test("a ring joins its beginning, even after several turns", () => {
  for (const turns of [1, 5]) {
    const { from, to } = endOf(ring({ radius: 50, swing: 10, lobes: 17, turns }));
    expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeLessThan(0.3);
  }
});

test("drawings stay small", () => {
  const bytes = rosette("cover", "plain").reduce((sum, lace) => sum + lace.path.length, 0);
  expect(bytes).toBeLessThan(6000);
});
