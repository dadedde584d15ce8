import { expect, test } from "vitest";
import { badgeTones } from "~/ui/lists/badge";
import { statusLook, statusLooks } from "~/ui/lists/status-badge";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const part = Number.parseInt(hex.slice(index, index + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("every badge has enough contrast, and its class has the same colours as its hex values", () => {
  for (const { ink, ground, className } of Object.values(badgeTones)) {
    expect((luminance(ground) + 0.05) / (luminance(ink) + 0.05)).toBeGreaterThanOrEqual(4.5);
    expect(className).toBe(`bg-[${ground}] text-[${ink}]`);
  }
});

test("each status has its own colour", () => {
  const tones = Object.values(statusLooks).map((look) => look.tone);
  expect(new Set(tones).size).toBe(tones.length);
});

test("an unknown status gets its text and the default look", () => {
  expect(statusLook("sent_to_moon")).toMatchObject({ label: "Sent To Moon", tone: "gray" });
  expect(statusLook("toString")).toMatchObject({ tone: "gray" });
  expect(statusLook("")).toMatchObject({ label: "Unknown" });
});
