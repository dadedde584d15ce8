import { describe, expect, test } from "vitest";
import { exampleStep as step } from "../../test/harness/applicants/example-step";
import type { Answers } from "./definition";
import { remainingProblems, type Today, todayAround, toNumber, validateStep } from "./validate";

/** It is the 20th already, or not before the 21st, depending on where one is. */
const today: Today = { earliest: "2026-11-20", latest: "2026-11-21" };
const countries = new Map([
  ["BS", "Bahamas"],
  ["HT", "Haiti"],
]);
const good = { name: "Ana", travels: false, payer: "self", agreed: true };
const problems = (answers: Answers) => validateStep(step, { ...good, ...answers }, today, countries);
const messages = (answers: Answers) => problems(answers).map(({ message }) => message);
const barred = "contains characters that can’t be used here. Please type it again.";

test("valid answers have no problems, and an optional question may be left open", () => {
  expect(messages({})).toEqual([]);
});

test("[W-SHARED-1] missing required answers are reported in the screen's order, each at its field", () => {
  expect(validateStep(step, { travels: true }, today, countries)).toEqual([
    { name: "name", message: "Name is required" },
    { name: "trip", message: "The trip is required" },
    { name: "email", message: "Email address is required" },
    { name: "payer", message: "Payer is required" },
    { name: "agreed", message: "Please agree first" },
  ]);
});

test.each<[string, Answers, string[]]>([
  ["an empty text is missing", { name: "" }, ["Name is required"]],
  ["blanks are missing", { name: " \t" }, ["Name is required"]],
  ["no is an answer", { travels: false }, []],
  ["nothing is none", { travels: undefined }, ["Do you travel? is required"]],
  ["a tick is the only answer to a tick", { agreed: "yes" }, ["Please agree first"]],
  ["a file is asked for by another answer", { color: "dark_blue" }, ["Letter is required"]],
  ["a file has an address", { color: "dark_blue", letter: "/documents/1" }, []],
])("[W-SHARED-1, W-SHARED-2] %s", (_, answers, expected) => {
  expect(messages(answers)).toEqual(expected);
});

test.each<[string, Answers, string[]]>([
  ["a text has its limit", { name: "1234567890" }, []],
  ["and not a character more", { name: "12345678901" }, ["Name can have at most 10 characters; this one has 11"]],
  ["characters are counted, not their halves", { name: "👩🏽‍✈️".repeat(10) }, []],
  [
    "eleven such characters are too many",
    { name: "👩🏽‍✈️".repeat(11) },
    ["Name can have at most 10 characters; this one has 11"],
  ],
  ["a text is a text", { name: 5 }, ["Name must be text"]],
  ["a line has no break", { name: "a\nb" }, [`Name ${barred}`]],
  ["a text of several lines has some", { travels: true, email: "a@b.cd", trip: "a\nb" }, []],
  ["no text has a control character", { travels: true, email: "a@b.cd", trip: "a\u0000b" }, [`The trip ${barred}`]],
])("[V-ATK-8, V-ATK-11] %s", (_, answers, expected) => {
  expect(messages(answers)).toEqual(expected);
});

test.each([
  ["ana@example.com", true],
  ["ana.bowe+visa@mail.example.com", true],
  ["ana", false],
  ["ana@example", false],
  ["@example.com", false],
  ["ana@.", false],
  ["ana@@example.com", false],
  ["ana@example.com@", false],
  ["ana bowe@example.com", false],
  ["ana@exa mple.com", false],
])("[W-SHARED-3] %j is an email address: %s", (email, right) => {
  expect(messages({ email })).toEqual(right ? [] : ["Please enter a valid email address"]);
});

test.each([
  ["2425550142", true],
  ["+1 (242) 555-0142", true],
  ["242555014", false],
  ["242.555.0142", false],
  ["242 555 0142 x1", false],
  ["x2425550142", false],
])("[W-SHARED-4, W-SHARED-5] %j is a phone: %s", (phone, right) => {
  expect(messages({ phone })).toEqual(right ? [] : ["Please enter a valid phone number, such as +1 242 555 0142"]);
});

test.each<[string, Answers, string[]]>([
  ["a word is neither yes nor no", { travels: "no" }, ["Do you travel?: choose Yes or No"]],
  ["only an option can be chosen", { color: "green" }, ["Color: choose one of the options"]],
  ["an option is its value, not its label", { color: "Dark blue" }, ["Color: choose one of the options"]],
  ["only a country of the list", { country: "CU" }, ["Country: “CU” is not on the list. Please choose a country."]],
  ["and one of it", { country: "BS" }, []],
  [
    "only ticks that are offered",
    { parents: { mother: ["resident"], father: ["rich"] } },
    ["Father: choose from the options"],
  ],
])("%s", (_, answers, expected) => {
  expect(messages(answers)).toEqual(expected);
});

test("an unknown choice is reported at its group", () => {
  expect(problems({ parents: { mother: ["rich", "none"] } })).toEqual([
    { name: "parents.mother", message: "Mother: choose from the options" },
  ]);
  expect(problems({ parents: { mother: ["resident", "none"], father: [] } })).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ["the least", "1", []],
  ["less than that", "0.5", ["Days must be between 1 and 9"]],
  ["the most", "9", []],
  ["more than that", "9.5", ["Days must be between 1 and 9"]],
  ["a whole step", "1.5", []],
  ["half a step", "1.25", ["Days must be a multiple of 0.5"]],
  ["a word", "two", ["Days must be a number, such as 2.5"]],
])("a number is checked against its limits and its step: %s", (_, days, expected) => {
  expect(messages({ days })).toEqual(expected);
});

test("[N-NUM-3, N-NUM-4] input that is not a number has its own message", () => {
  expect(messages({ _typed: { days: "many" } })).toEqual(["Days must be a number, such as 2.5"]);
  expect(messages({ _typed: { price: "3.500" } })).toEqual([
    "Price: we can’t tell which amount “3.500” is. Write it like 3500 or 3,500.00",
  ]);
  expect(messages({ price: "3500.00", _typed: { price: "$3,500" } })).toEqual([]);
  expect(messages({ days: "9.5", _typed: { days: "9,5" } })).toEqual(["Days must be between 1 and 9"]);
});

test("[N-TEXT-2] a phone's length is its raw input's; too long a number or part of a date is no value", () => {
  const rawPhone = "+1 (242) 555.0142..............";
  expect(messages({ phone: "+1 (242) 555 0142", _typed: { phone: rawPhone } })).toEqual([
    `Phone can have at most 30 characters; this one has ${rawPhone.length}`,
  ]);
  expect(messages({ _typed: { days: "1".repeat(41) } })).toEqual(["Days must be a number, such as 2.5"]);
  expect(messages({ days: "2.5", _typed: { days: `2.5${"0".repeat(40)}` } })).toEqual([
    "Days must be a number, such as 2.5",
  ]);
  const rawDate = { "born.day": "1".repeat(41), "born.month": "5", "born.year": "1990" };
  expect(messages({ _typed: rawDate })).toEqual(["Born must be a real date, such as May 14, 1990"]);
});

test("a hundredth is a valid step of money despite floating-point rounding", () => {
  for (const price of ["0.07", "1,234.57", "99,999.99", "0"]) expect(messages({ price })).toEqual([]);
  expect(messages({ price: "0.005" })).toEqual(["Price must be a multiple of 0.01"]);
});

describe("a date", () => {
  const rawBirth = (day: string, month: string, year: string) => ({
    _typed: { "born.day": day, "born.month": month, "born.year": year },
  });

  test("[N-DATE-6, N-DATE-7, N-DATE-8] an incomplete or wrong date is refused, required or not, at the part to correct", () => {
    const messagesWith = (answers: Answers) => problems(answers).map(({ message, at }) => [message, at]);
    expect(messagesWith(rawBirth("14", "", ""))).toEqual([["Born: the month and the year are missing", "born.month"]]);
    expect(messagesWith(rawBirth("", "5", "1990"))).toEqual([["Born: the day is missing", undefined]]);
    expect(messagesWith(rawBirth("30", "feb", "1990"))).toEqual([["Born: February 1990 has only 28 days", undefined]]);
    expect(messagesWith(rawBirth("14", "13", "1990"))).toEqual([["Born: there is no month 13", "born.month"]]);
    expect(messagesWith({ born: "1849-05-14", ...rawBirth("14", "may", "1849") })).toEqual([
      ["Born: please check the year", undefined],
    ]);
    expect(problems({ names: [{ first: "A", _typed: { "since.day": "1", "since.month": "2" } }] })).toEqual([
      { name: "names[0].since", message: "Name #1: Since: the year is missing", at: "names[0].since.year" },
    ]);
  });

  test.each<[string, Answers, string[]]>([
    ["is one of the calendar", { to: "2026-02-30" }, ["To: February 2026 has only 28 days"]],
    ["is not years ago by a slip", { to: "1849-12-31" }, ["To: please check the year"]],
    ["nor centuries ahead", { to: "2201-01-01" }, ["To: please check the year"]],
    ["may be long ago", { born: "1850-01-01" }, []],
    ["may be far ahead", { to: "2200-12-31" }, []],
    ["may be today where today is earliest", { from: "2026-11-20" }, []],
    ["and not before", { from: "2026-11-19" }, ["From must be between 2026-11-20 and 2200-12-31"]],
    ["may be today where today is latest", { born: "2026-11-21" }, []],
    ["and not after, in the words of the field", { born: "2026-11-22" }, ["Nobody is born later"]],
    [
      "has to follow another",
      { from: "2026-12-01", to: "2026-12-01" },
      ["To must be between 2026-12-01 and 2200-12-31"],
    ],
    ["the day after it is enough", { from: "2026-12-01", to: "2026-12-02" }, []],
    ["is compared with one that was given", { to: "1900-01-01" }, []],
  ])("%s", (_, answers, expected) => {
    expect(messages(answers)).toEqual(expected);
  });
});

describe("the entries of a list", () => {
  test("each entry is checked by its fields' rules, and the message says which entry", () => {
    const names = [
      { first: "Ann", since: "2001-02-29" },
      { since: "2001-02-28", used: "no" },
    ];
    expect(problems({ names })).toEqual([
      { name: "names[0].since", message: "Name #1: Since: February 2001 has only 28 days" },
      { name: "names[1].first", message: "Name #2: First is required" },
      { name: "names[1].used", message: "Name #2: Used?: choose Yes or No" },
    ]);
  });

  test("too many entries get only the message about their number", () => {
    expect(messages({ names: [{ first: "a" }, { first: "b" }] })).toEqual([]);
    expect(problems({ names: [{}, {}, {}] })).toEqual([{ name: "names", message: "Other names: you can add up to 2" }]);
  });
});

test("[W-SHARED-9] an answer hidden by another one is not checked", () => {
  expect(messages({ travels: false, trip: "\u0000" })).toEqual([]);
});

test("the message has the question's current label, which depends on other answers", () => {
  expect(messages({ phone: 1 })).toEqual(["Phone must be text"]);
  const abroad = { travels: true, trip: "x", email: "a@b.cd", phone: 1 };
  expect(messages(abroad)).toEqual(["Phone abroad must be text"]);
});

test("problems of the last try remain while their answers are wrong, and no new ones are added", () => {
  const listed = [{ code: "BS", name: "Bahamas" }];
  const standing = (tried: string[], answers: Answers) =>
    remainingProblems(
      tried.map((name) => ({ name, message: "as it was" })),
      step,
      { ...good, ...answers },
      { today, countries: listed },
    );
  expect(standing(["name", "country"], { name: "", country: "HT", color: "green" })).toEqual([
    { name: "name", message: "Name is required" },
    { name: "country", message: "Country: “HT” is not on the list. Please choose a country." },
  ]);
  expect(standing(["name"], { name: "Ana", color: "green" })).toEqual([]);
  expect(standing([], { name: "" })).toEqual([]);
});

test.each([
  ["1,299.00", 1299],
  ["1,299,000.5", 1_299_000.5],
  ["1299.55", 1299.55],
  [" 12 ", 12],
  ["-3.5", -3.5],
  ["-1,000", -1000],
  ["007", 7],
  [5.5, 5.5],
  [0, 0],
  ["1,29", undefined],
  ["1,2999", undefined],
  ["12345,678", undefined],
  ["1,299.", undefined],
  [".5", undefined],
  ["1e3", undefined],
  ["--5", undefined],
  ["5 days", undefined],
  ["about 1,299", undefined],
  ["1,299 or so", undefined],
  ["", undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [Number.NaN, undefined],
  [true, undefined],
  [["5"], undefined],
])("the input %j is the number %s", (rawValue, number) => {
  expect(toNumber(rawValue)).toBe(number);
});

test("the range of today's date covers every time zone", () => {
  expect(todayAround(new Date("2026-11-21T09:59:00Z"))).toEqual({ earliest: "2026-11-20", latest: "2026-11-21" });
  expect(todayAround(new Date("2026-11-21T10:00:00Z"))).toEqual({ earliest: "2026-11-20", latest: "2026-11-22" });
  expect(todayAround(new Date("2026-11-21T12:00:00Z"))).toEqual({ earliest: "2026-11-21", latest: "2026-11-22" });
});
