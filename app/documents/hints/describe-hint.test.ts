import { expect, test } from "vitest";
import { describeHint, shortHint } from "./describe-hint";

test("[U-QUAL-2] each defect is one sentence with its numbers and edges", () => {
  expect(describeHint({ code: "blurred", detail: {} })).toBe(
    "This picture looks blurred. Can you read every word on it?",
  );
  expect(describeHint({ code: "dark", detail: {} })).toBe("This picture looks very dark.");
  expect(describeHint({ code: "small", detail: { width: 640, height: 480 } })).toBe(
    "This picture is small (640 × 480 pixels). Small print may not be readable.",
  );
  const cut = (detail: Record<string, number>) => describeHint({ code: "cut_off", detail });
  expect(cut({ left: 1 })).toBe("Something seems to be cut off at the left edge.");
  expect(cut({ bottom: 1, left: 1 })).toBe("Something seems to be cut off at the left and bottom edges.");
  expect(cut({ bottom: 1, left: 1, right: 1 })).toBe(
    "Something seems to be cut off at the left, right and bottom edges.",
  );
  expect(cut({ left: 1, page: 3 })).toBe("Page 3: something seems to be cut off at the left edge.");
});

test("[U-PHOTO-2] a photo’s hints state both numbers", () => {
  const pixels = (detail: Record<string, number>) =>
    describeHint({ code: "photo_pixels", detail: { width: 480, height: 600, ...detail } });
  expect(pixels({ leastWidth: 600, leastHeight: 600 })).toBe(
    "This photo is 480 × 600 pixels. At least 600 × 600 are asked for.",
  );
  expect(pixels({ leastWidth: 600, leastHeight: 0 })).toBe(
    "This photo is 480 pixels wide. At least 600 are asked for.",
  );
  expect(pixels({ leastWidth: 0, leastHeight: 700 })).toBe(
    "This photo is 600 pixels high. At least 700 are asked for.",
  );
  const proportions = (width: number, height: number, askedWidth: number, askedHeight: number) =>
    describeHint({ code: "photo_proportions", detail: { width, height, askedWidth, askedHeight } });
  expect(proportions(800, 600, 1, 1)).toBe("This photo’s proportions are 4:3. It should be square (1:1).");
  expect(proportions(3024, 4032, 35, 45)).toBe("This photo’s proportions are 3:4. It should be 35:45.");
  expect(proportions(1000, 1, 1, 1)).toBe("This photo’s proportions are 1000:1. It should be square (1:1).");
  expect(describeHint({ code: "photo_too_light", detail: { kilobytes: 20, leastKilobytes: 54 } })).toBe(
    "This photo has 20 KB. At least 54 KB are asked for.",
  );
  expect(describeHint({ code: "photo_too_heavy", detail: { kilobytes: 300, mostKilobytes: 240 } })).toBe(
    "This photo has 300 KB. At most 240 KB are asked for.",
  );
});

test("[U-QUAL-5] staff read a hint in short", () => {
  const short = (code: Parameters<typeof shortHint>[0]["code"], detail = {}) => shortHint({ code, detail });
  expect([short("blurred"), short("dark"), short("small"), short("cut_off", { left: 1 })]).toEqual([
    "Looks blurred",
    "Looks dark",
    "Small",
    "Cut off: left",
  ]);
});
