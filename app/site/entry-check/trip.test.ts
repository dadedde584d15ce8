import { describe, expect, test } from "vitest";
import { readTrip } from "./trip";

const passports = new Set(["BS", "JM", "XXA"]);
const destinations = [
  { code: "GB", name: "United Kingdom", aliases: ["UK", "GBR"], isHidden: false },
  { code: "FR", name: "France", aliases: ["SCHENGEN"], isHidden: false },
  { code: "CU", name: "Cuba", aliases: [], isHidden: true },
];
const read = (query: string, isPreview = false) => readTrip(query && `?${query}`, passports, destinations, isPreview);

const canonical = "passport=BS&to=GB&for=visit";

describe("the address of a trip", () => {
  test("[B-CHECK-2] the canonical one is answered", () => {
    expect(read(canonical)).toEqual({ kind: "trip", chosen: { passport: "BS", to: "GB", purpose: "visit" } });
  });

  test.each([
    ["passport=bs&to=gb&for=VISIT", canonical],
    ["passport=BS&to=uk&for=visit", canonical],
    ["to=GB&passport=BS&for=visit", canonical],
    ["passport=BS&to=GB", canonical],
    ["passport=BS&to=GB&for=visit&utm_source=x", canonical],
    ["passport=BS&to=GB&for=visit&to=FR", canonical],
    ["passport=+BS+&to=GB&for=visit", canonical],
    ["passport=B%53&to=GB&for=visit", canonical],
    [`${canonical}&`, canonical],
    ["passport=XXA&to=schengen&for=study", "passport=XXA&to=FR&for=study"],
    ["to=uk", "to=GB"],
    ["to=GB&fbclid=1", "to=GB"],
  ])("[B-CHECK-2] ?%s leads to ?%s", (query, target) => {
    expect(read(query)).toEqual({ kind: "moved", path: `/do-i-need-a-visa?${target}` });
  });

  test("[B-CHECK-2] other parameters are dropped, and a previewing admin stays at their address", () => {
    expect(read("utm_source=x")).toEqual({ kind: "moved", path: "/do-i-need-a-visa" });
    expect(read(`${canonical}&preview=1`, true)).toMatchObject({ kind: "trip" });
  });

  test("[B-CHECK-2] a destination alone shows the form with it chosen", () => {
    expect(read("to=GB")).toEqual({ kind: "form", errors: {}, chosen: { passport: "", to: "GB", purpose: "visit" } });
    expect(read("")).toMatchObject({ kind: "form", errors: {} });
  });
});

test.each([
  ["passport=&to=GB&for=study", { passport: "Choose the country that issued your passport." }],
  ["passport=ZZ&to=GB&for=study", { passport: "Choose the country that issued your passport." }],
  ["passport=BS&to=&for=visit", { to: "Choose where you are going." }],
  ["passport=BS&to=CU&for=visit", { to: "Choose where you are going." }],
  ["passport=BS", { to: "Choose where you are going." }],
  ["passport=BS&to=GB&for=fun", { purpose: "Choose why you are going." }],
  ["passport=constructor&to=__proto__&for=visit", { passport: expect.any(String), to: expect.any(String) }],
])("[B-CHECK-3] ?%s gives the form back with its message and everything else as chosen", (query, errors) => {
  const result = read(query);
  expect(result).toMatchObject({ kind: "form" });
  if (result.kind !== "form") return;
  expect(result.errors).toEqual(errors);
  if (query.includes("to=GB")) expect(result.chosen.to).toBe("GB");
  if (query.includes("passport=BS")) expect(result.chosen.passport).toBe("BS");
  if (query.includes("for=study")) expect(result.chosen.purpose).toBe("study");
});
