import { describe, expect, test } from "vitest";
import { exampleStep as step } from "../../test/harness/applicants/example-step";
import { type Answers, type Field, fieldsOf } from "./definition";
import { maxLengthOf, shownAnswers, storableAnswers, unstorableAnswers } from "./storable";

const field = (name: string): Field => {
  const found = fieldsOf(step).find((candidate) => candidate.name === name);
  if (!found) throw new Error(name);
  return found;
};
const barred = (label: string) => `${label} contains characters that can’t be used here. Please type it again.`;

test.each([
  ["name", 10],
  ["trip", 2000],
  ["email", 254],
  ["phone", 30],
  ["from", 40],
  ["days", 40],
  ["color", 60],
  ["country", 60],
  ["travels", undefined],
  ["agreed", undefined],
  ["names", undefined],
  ["parents", undefined],
  ["letter", undefined],
])("[V-ATK-8] the answer to %s has this maximum length: %s", (name, most) => {
  expect(maxLengthOf(field(name))).toBe(most);
});

describe("[V-ATK-8, V-ATK-11] unstorable answers, refused even in a draft", () => {
  test.each<[string, Answers, Answers[]]>([
    [
      "nothing for answers that are only invalid",
      { name: "", from: "yesterday", days: "two", color: "green", letter: 5 },
      [],
    ],
    [
      "a text longer than a draft can store",
      { name: "1".repeat(10_001) },
      [{ name: "name", message: "Name can have at most 10 characters; this one has more than 10,000" }],
    ],
    ["no text that is only over its limit, because a draft stores it (N-TEXT-2)", { name: "1".repeat(10_000) }, []],
    [
      "a text with a character that normalizing removes",
      { name: "a\u202eb" },
      [{ name: "name", message: barred("Name") }],
    ],
    ["a single-line text with a line break", { name: "a\nb" }, [{ name: "name", message: barred("Name") }]],
    [
      "a date of 41 characters",
      { to: "1".repeat(41) },
      [{ name: "to", message: "To must be a real date, such as May 14, 1990" }],
    ],
    [
      "a number of 41 digits",
      { days: "1".repeat(41) },
      [{ name: "days", message: "Days must be a number, such as 2.5" }],
    ],
    [
      "a choice of 61 characters",
      { color: "r".repeat(61) },
      [{ name: "color", message: "Color: choose one of the options" }],
    ],
    [
      "a country with a line break",
      { country: "B\nS" },
      [{ name: "country", message: "Country: choose a country of the list" }],
    ],
    [
      "a checkbox that is not an option",
      { parents: { mother: ["resident", "rich"], father: ["none"] } },
      [{ name: "parents.mother", message: "Mother: choose from the options" }],
    ],
    [
      "more entries than a list takes",
      { names: [{}, {}, { first: "\u0000" }] },
      [{ name: "names", message: "Other names: you can add up to 2" }],
    ],
    [
      "unstorable answers of a list entry",
      { names: [{ first: "a" }, { first: "a\u0000", since: "1".repeat(41) }] },
      [
        { name: "names[1].first", message: `Name #2: ${barred("First")}` },
        { name: "names[1].since", message: "Name #2: Since must be a real date, such as May 14, 1990" },
      ],
    ],
  ])("the check reports %s", (_, answers, expected) => {
    expect(unstorableAnswers(step, answers)).toEqual(expected.map((problem) => ({ ...problem, visible: true })));
  });

  test("an unstorable answer to a hidden question is marked as hidden, because it doesn't block the step", () => {
    const trip = "x".repeat(10_001);
    const message = "The trip can have at most 2,000 characters; this one has more than 10,000";
    expect(unstorableAnswers(step, { trip })).toEqual([{ name: "trip", message, visible: false }]);
    expect(unstorableAnswers(step, { trip, travels: true })).toEqual([{ name: "trip", message, visible: true }]);
  });
});

describe("replacing an unstorable answer", () => {
  const stored = (answers: Answers, unstorable: string[], before: Answers = {}) =>
    storableAnswers(
      step,
      answers,
      unstorable.map((name) => ({ name, message: "" })),
      before,
    );

  test("the previous answer is stored, or none", () => {
    expect(stored({ name: "too long", days: "5" }, ["name"], { name: "Ana", days: "4" })).toEqual({
      name: "Ana",
      days: "5",
    });
    expect(stored({ name: "too long" }, ["name"])).toEqual({});
    expect(stored({}, [], { name: "Ana" })).toEqual({});
  });

  test("in a list, the entry is stored without it", () => {
    const names = [
      { first: "A", since: "wrong" },
      { first: "B", since: "2001-01-01" },
    ];
    expect(stored({ names }, ["names[0].since"])).toEqual({ names: [{ first: "A" }, names[1]] });
    expect(stored({ names }, ["names[1].first"])).toEqual({ names: [names[0], { since: "2001-01-01" }] });
    expect(stored({ names }, ["names"], { names: [{ first: "C" }] })).toEqual({ names: [{ first: "C" }] });
    expect(stored({ names: ["no entry", null, { first: "A" }] }, [])).toEqual({ names: [{ first: "A" }] });
  });

  test("in groups of checkboxes, the previously checked ones are stored", () => {
    const [parents, before] = [{ mother: ["rich"] }, { mother: ["none"], father: ["resident"] }];
    expect(stored({ parents }, ["parents.mother"], { parents: before })).toEqual({ parents: before });
    expect(stored({ parents }, ["name.mother"], { parents: before })).toEqual({ parents });
  });

  test("a file keeps its name, and nothing without a field is stored", () => {
    const file = { letter: "/documents/1", letterName: "a.pdf" };
    expect(stored({ ...file, other: 1 }, [])).toEqual(file);
    expect(stored({ letter: "/documents/1" }, [])).toEqual({ letter: "/documents/1" });
    expect(stored({ name: "Ana", undefined: 1 }, [])).toEqual({ name: "Ana" });
  });
});

test("answers shown again have no forbidden characters, at any depth", () => {
  expect(
    shownAnswers({ name: "a\u0000b", agreed: true, days: 5, none: null, names: [{ first: "\u202eA" }, "\u0007x"] }),
  ).toEqual({
    name: "ab",
    agreed: true,
    days: 5,
    none: null,
    names: [{ first: "A" }, "x"],
  });
});
