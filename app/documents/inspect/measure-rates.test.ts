import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measureSet, statedRates, worseThanStated } from "../../../test/harness/stand-ins/paper-rates";
import { measurePicture } from "./measure.server";

const measured = (bytes: Uint8Array) =>
  measurePicture({ bytes }, { purpose: "document", photoRule: null, byteSize: bytes.length });

test("[U-QUAL-6] drawn pictures get the hints of their defects, and good ones none, as often as is documented", async () => {
  const misjudged: string[] = [];
  const rates = await measureSet(measured, { perKind: 5, onMisjudged: (text) => misjudged.push(text) });
  expect(rates.good).toBe(35);
  expect(rates.found.cut_off.of).toBe(5);
  const stated = statedRates(readFileSync("docs/documents.md", "utf8"));
  expect([...stated.values()].length).toBeGreaterThanOrEqual(5);
  expect(worseThanStated(rates, stated), misjudged.join("; ")).toEqual([]);
});

test("[U-QUAL-6] a rate that is worse than documented by more than a point is noticed", () => {
  const found = { of: 75, found: 75 };
  const rates = {
    good: 100,
    falseAlarms: 2,
    found: { blurred: found, dark: found, small: found, cut_off: { ...found, found: 71 } },
  };
  const stated = (alarms: string) =>
    statedRates(
      `| good pictures with any hint | many | ${alarms} % |\n| blurred or shaken | 75 | 100 % |\n| dark | 75 | 100 % |\n| small | 75 | 100 % |\n| cut off | 75 | 95 % |\n`,
    );
  expect(worseThanStated(rates, stated("1"))).toEqual([]);
  expect(worseThanStated(rates, stated("0.9"))).toEqual(["good pictures with any hint: 2 %, stated 0.9 %"]);
  expect(worseThanStated(rates, new Map())).toHaveLength(5);
});
