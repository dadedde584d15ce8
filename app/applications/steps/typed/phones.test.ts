import { describe, expect, test } from "vitest";
import { countryList } from "~/ground/countries.server";
import { callingCode } from "./calling-codes";
import { offeredPhone } from "./offered-phone";
import { canonicalPhone, isPhone } from "./phones";

test.each([
  ["242.555.0142", "242 555 0142"],
  ["(242) 555-0142", "(242) 555-0142"],
  ["+1 242 555 0142", "+1 242 555 0142"],
  ["+1\u00a0242\u2011555\u20130142", "+1 242-555-0142"],
  ["242. 555 . 0142", "242 555 0142"],
])("[N-NUM-5] the phone %j is stored as %j", (typed, stored) => {
  expect(canonicalPhone(typed)).toBe(stored);
  expect(isPhone(stored)).toBe(true);
});

test.each(["call me.", "242.555.0142 x1", "a.b"])("[N-NUM-5] %j is none, and stays as it was typed", (typed) => {
  expect(canonicalPhone(typed)).toBe(typed);
  expect(isPhone(typed)).toBe(false);
});

describe("[N-NUM-6] a phone without a country code is offered with that of the address", () => {
  test.each<[string, string, string | undefined]>([
    ["BS", "555-0142", "+1 242 555 0142"],
    ["BS", "242.555.0142", "+1 242 555 0142"],
    ["BS", "(242) 555-0142", "+1 242 555 0142"],
    ["BS", "1 242 555 0142", "+1 242 555 0142"],
    ["BS", "305 555 0142", "+1 305 555 0142"],
    ["BS", "+1 242 555 0142", undefined],
    ["BS", "011 44 20 7946 0958", undefined],
    ["BS", "555 01", undefined],
    ["BS", "call me", undefined],
    ["US", "555-0142", undefined],
    ["JM", "876 555 0142", "+1 876 555 0142"],
    ["HT", "2812 0142", "+509 2812 0142"],
    ["HT", "509 2812 0142", "+509 2812 0142"],
    ["HT", "00509 2812 0142", undefined],
    ["GB", "020 7946 0958", "+44 20 7946 0958"],
    ["GB", "44 20 7946 0958", "+44 20 7946 0958"],
    ["FR", "06 12 34 56 78", "+33 6 12 34 56 78"],
    ["IT", "06 1234 5678", "+39 06 1234 5678"],
    ["CI", "07 12 34 56 78", "+225 07 12 34 56 78"],
    ["RU", "8 916 123-45-67", "+7 916 123 45 67"],
    ["AQ", "555 0142 555", undefined],
    ["", "555 0142 555", undefined],
  ])("of %s, %j: %s", (country, typed, offered) => {
    expect(offeredPhone(typed, country)).toBe(offered);
    if (offered) expect(isPhone(offered)).toBe(true);
  });

  test("every country that people live in has one", () => {
    const without = countryList.map(({ code }) => code).filter((code) => !callingCode(code));
    expect(without.sort()).toEqual(["AQ", "BV", "GS", "HM", "PN", "TF", "UM"]);
  });
});
