import { describe, expect, test } from "vitest";
import { countryList } from "~/core/countries.server";
import { callingCode } from "./calling-codes";
import { telephoneLink } from "./phone-link";
import { canonicalPhone, isPhone } from "./phones";
import { suggestPhone } from "./suggest-phone";

test.each([
  ["242.555.0142", "242 555 0142"],
  ["(242) 555-0142", "(242) 555-0142"],
  ["+1 242 555 0142", "+1 242 555 0142"],
  ["+1\u00a0242\u2011555\u20130142", "+1 242-555-0142"],
  ["242. 555 . 0142", "242 555 0142"],
])("[N-NUM-5] the phone %j is stored as %j", (input, stored) => {
  expect(canonicalPhone(input)).toBe(stored);
  expect(isPhone(stored)).toBe(true);
});

test.each(["call me.", "242.555.0142 y1", "a.b", "ext. 12", "x12"])(
  "[N-NUM-5] %j is not a phone and stays as typed",
  (input) => {
    expect(canonicalPhone(input)).toBe(input);
    expect(isPhone(input)).toBe(false);
  },
);

describe("[N-NUM-6] the suggested country code, from the address", () => {
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
  ])("for an address in %s, %j is completed to: %s", (country, input, suggested) => {
    expect(suggestPhone(input, [country])).toBe(suggested);
    if (suggested) expect(isPhone(suggested)).toBe(true);
  });

  test("every inhabited country has a calling code", () => {
    const without = countryList.map(({ code }) => code).filter((code) => !callingCode(code));
    expect(without.sort()).toEqual(["AQ", "BV", "GS", "HM", "PN", "TF", "UM"]);
  });
});

describe("[F-APPL-18] an extension of a phone", () => {
  test.each([
    ["+1 242 555 0142 ext. 12", "+1 242 555 0142 ext. 12"],
    ["+1 242 555 0142 EXT 12", "+1 242 555 0142 ext. 12"],
    ["242.555.0142x12", "242 555 0142 ext. 12"],
    ["(242) 555-0142 x 12", "(242) 555-0142 ext. 12"],
    ["+1 242 555 0142, extension 0012", "+1 242 555 0142 ext. 0012"],
    ["+1-242-555-0142;ext=12", "+1-242-555-0142 ext. 12"],
    ["+509 37 12 34 56 #7", "+509 37 12 34 56 ext. 7"],
    ["+1\u00a0242 555 0142 ext.\u00a0\u0661\u0662", "+1 242 555 0142 ext. 12"],
  ])("the extension of %j is kept with the number → %j", (input, stored) => {
    expect(canonicalPhone(input)).toBe(stored);
    expect(canonicalPhone(stored)).toBe(stored);
    expect(isPhone(stored)).toBe(true);
  });

  test.each(["555-0142 ext. 12", "+1 242 555 0142 ext. 12345678", "+1 242 555 0142 ext. 12 x3", "ext. 2425550142"])(
    "the extension doesn't make %j a phone",
    (input) => expect(isPhone(canonicalPhone(input))).toBe(false),
  );

  test("the number's link dials the extension", () => {
    expect(telephoneLink("+1 (242) 555-0142")).toBe("tel:+12425550142");
    expect(telephoneLink("+1 (242) 555-0142 ext. 12")).toBe("tel:+12425550142;ext=12");
    expect(telephoneLink("242 555 0142x7")).toBe("tel:2425550142;ext=7");
  });
});

test.each<[string[], string, string | undefined]>([
  [["HT"], "37 12 34 56", "+509 37 12 34 56"],
  [["BS"], "37 12 34 56", undefined],
  [["BS", "HT"], "37 12 34 56", "+509 37 12 34 56"],
  [["", "HT"], "37 12 34 56", "+509 37 12 34 56"],
  [["BS", "HT"], "555-0142", "+1 242 555 0142"],
  [["US", "HT"], "555-0142", undefined],
  [["BS", "GB"], "020 7946 0958", "+44 20 7946 0958"],
  [["BS"], "555-0142 ext. 12", "+1 242 555 0142 ext. 12"],
  [["BS"], "+1 242 555 0142 x12", undefined],
  [["BS"], "061 234 5678", undefined],
])(
  "[F-APPL-18] a number without a code gets the code of the first country that fits: for %j, %j → %s",
  (countries, input, suggested) => {
    expect(suggestPhone(input, countries)).toBe(suggested);
  },
);
