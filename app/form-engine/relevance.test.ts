import { describe, expect, test } from "vitest";
import { earlierStep, exampleStep as step } from "../../test/harness/applicants/example-step";
import { openingAnswers } from "../applications/steps/earlier-answers";
import { type Answers, fieldsOf, optionsOf, textOf } from "./definition";
import { answerOf, entriesOf, fileAnswers, isPresent, relevantAnswers, statusesOf } from "./relevance";

test.each<[unknown, boolean]>([
  ["Ana", true],
  ["", false],
  [" \t", false],
  [false, true],
  [true, true],
  [0, true],
  [-1.5, true],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [[], false],
  [[""], true],
  [{}, false],
  [{ a: "" }, false],
  [{ a: "", b: ["x"] }, true],
  [null, false],
  [undefined, false],
])("[W-SHARED-1, W-SHARED-2] %j counts as an answer: %s", (value, isAnswer) => {
  expect(isPresent(value)).toBe(isAnswer);
});

test("only objects are read as entries of a list", () => {
  const names = (value: unknown) => entriesOf({ name: "names" }, { names: value });
  expect(names([{ first: "A" }, null, "B", {}])).toEqual([{ first: "A" }, {}]);
  for (const value of [undefined, "A", { first: "A" }, 5]) expect(names(value)).toEqual([]);
});

test("only lists of texts are read as checked boxes of groups", () => {
  const groups = [
    { name: "mother", label: "" },
    { name: "father", label: "" },
  ];
  const checkedIn = (value: unknown) => statusesOf({ name: "parents", groups }, { parents: value });
  expect(checkedIn({ mother: ["a", 5, "b"], father: [], aunt: ["c"] })).toEqual({ mother: ["a", "b"] });
  expect(checkedIn({ mother: "a", father: [7] })).toEqual({});
  for (const value of [undefined, null, "a", 5]) expect(checkedIn(value)).toEqual({});
});

describe("[W-STORE-27] the relevant answers", () => {
  const relevant = (answers: Answers) => relevantAnswers(step, answers);
  /** What is preselected is an answer. */
  const chosen = { payer: "self" };

  test("relevant answers are those that are shown and given", () => {
    expect(relevant({ name: "Ana", travels: false, trip: "hidden", email: " ", other: 1 })).toEqual({
      ...chosen,
      name: "Ana",
      travels: false,
    });
    expect(relevant({ travels: true, trip: "shown" })).toEqual({ ...chosen, travels: true, trip: "shown" });
  });

  test("a list is reduced to its entries, and groups to those with something checked", () => {
    const names = [{ first: "A" }, "B"];
    expect(relevant({ names, parents: { mother: ["none"], father: [] } })).toEqual({
      ...chosen,
      names: [{ first: "A" }],
      parents: { mother: ["none"] },
    });
    expect(relevant({ names: [], parents: {} })).toEqual(chosen);
  });

  test("derived answers and chosen options are relevant", () => {
    expect(relevant({ days: "2", weeks: "9", color: "red", payer: "other" })).toEqual({
      days: "2",
      weeks: 4,
      color: "red",
      reddish: true,
      payer: "other",
    });
  });

  test("a file is relevant with its name, and a name without a file is not", () => {
    const file = { letter: "/documents/1", letterName: "a.pdf" };
    expect(relevant(file)).toEqual({ ...chosen, ...file });
    expect(relevant({ letterName: "a.pdf" })).toEqual(chosen);
    expect(fileAnswers(step, { ...file, name: "Ana" })).toEqual(file);
    expect(fileAnswers(step, { letter: " ", letterName: "a.pdf" })).toEqual({});
  });
});

test("a choice without an answer has the preselected one, if there is one", () => {
  const answer = (name: string, answers: Answers) => {
    const field = fieldsOf(step).find((candidate) => candidate.name === name);
    return field && answerOf(field, answers);
  };
  expect([answer("payer", {}), answer("payer", { payer: " " }), answer("payer", { payer: "other" })]).toEqual([
    "self",
    "self",
    "other",
  ]);
  expect([answer("color", {}), answer("name", {})]).toEqual([undefined, undefined]);
});

describe("the initial answers of a step", () => {
  const opens = (step98: Answers | undefined, step99?: Answers) =>
    openingAnswers(step, { ...(step98 && { step98 }), ...(step99 && { step99 }) });
  const earlier = { fullName: "Ana Bowe", home: "BS", alias: false };

  test("a step without answers starts with earlier answers to the same questions", () => {
    expect(opens(earlier)).toEqual({ name: "Ana Bowe", country: "BS" });
    expect(opens(earlier, { email: "a@b.cd" })).toEqual({ email: "a@b.cd" });
    expect(opens(earlier, {}), "cleared on purpose").toEqual({});
    expect(opens(undefined)).toEqual({});
  });

  test("only relevant earlier answers are used: shown, given, and with their condition met", () => {
    expect(opens({ ...earlier, secret: true })).toEqual({ country: "BS" });
    expect(opens({ ...earlier, alias: true })).toEqual({ country: "BS" });
    expect(opens({ fullName: " ", home: "BS" })).toEqual({ country: "BS" });
  });

  test("earlier answers are used next to a file that was sent first", () => {
    const file = { letter: "/documents/1", letterName: "a.pdf" };
    expect(opens(earlier, file)).toEqual({ name: "Ana Bowe", country: "BS", ...file });
    expect(opens(earlier, { ...file, days: "2" })).toEqual({ ...file, days: "2" });
  });
});

test("options are shown as words unless they have a label", () => {
  expect(optionsOf(["prefer_not_to_say", "uk", "x"], { uk: "United Kingdom" })).toEqual([
    { value: "prefer_not_to_say", label: "Prefer not to say" },
    { value: "uk", label: "United Kingdom" },
    { value: "x", label: "X" },
  ]);
});

test("an answer is formatted as a word, a number, or yes or no", () => {
  expect(["a", 0, false, null, undefined, ["a"], { a: 1 }].map(textOf)).toEqual(["a", "0", "false", "", "", "", ""]);
});

test("the fields of a step are created once", () => {
  expect(fieldsOf(earlierStep).map(({ name }) => name)).toEqual(["secret", "fullName", "alias", "home"]);
  expect(fieldsOf(earlierStep)).toBe(fieldsOf(earlierStep));
});
