import { describe, expect, test } from "vitest";
import { earlierStep, exampleStep as step } from "../../../test/harness/applicants/example-step";
import type { Answers } from "../../form-engine/definition";
import { reviewSteps, shownAnswer, shownAsSigned, shownSteps } from "./review";

const names: Record<string, string> = { BS: "Bahamas (the)", HT: "Haiti" };
const countryName = (code: string) => names[code] ?? code;
const reviewed = (answers: Answers) =>
  reviewSteps([{ definition: step, title: "As staff call it" }], { step99: answers }, countryName)[0];
/** The answer to one question of the review. */
const answerTo = (name: string, answers: Answers) =>
  reviewed(answers)?.answers.find((candidate) => candidate.name === name)?.answer;

test("[W-S8-6] a review has every question in order with a readable answer", () => {
  const shown = reviewed({ name: "Ana", travels: false, trip: "hidden", agreed: true });
  expect(shown).toMatchObject({ number: 99, code: "example", title: "As staff call it" });
  expect(shown?.answers.map(({ name }) => name)).not.toContain("trip");
  expect(shown?.answers.slice(0, 3)).toEqual([
    { name: "name", label: "Name", answer: "Ana" },
    { name: "travels", label: "Do you travel?", answer: "No" },
    { name: "email", label: "Email", answer: null },
  ]);
});

test("a step without answers is listed with all questions open and without unchecked boxes", () => {
  const [review] = reviewSteps([{ definition: earlierStep, title: "T" }], {}, countryName);
  expect(review?.answers.map(({ answer }) => answer)).toEqual([null, null, null]);
});

test("[W-S8-6] a question that depends on another answer has the label it was asked with, and private answers are marked", () => {
  const abroad = reviewed({ travels: true, trip: "Miami" })?.answers;
  expect(abroad?.find(({ name }) => name === "phone")?.label).toBe("Phone abroad");
  expect(abroad?.find(({ name }) => name === "trip")).toEqual({
    name: "trip",
    label: "The trip",
    answer: "Miami",
    sensitive: true,
  });
  const marked = abroad?.filter(({ sensitive }) => sensitive).map(({ name }) => name);
  expect(marked, "a list is private when a part of it is").toEqual(["trip", "names"]);
});

test.each<[string, Answers, string | null]>([
  ["travels", { travels: true }, "Yes"],
  ["travels", { travels: false }, "No"],
  ["agreed", { agreed: true }, "Yes"],
  ["color", { color: "dark_blue" }, "Dark blue"],
  ["color", { color: "green" }, "green"],
  ["payer", {}, "Self"],
  ["country", { country: "BS" }, "Bahamas (the)"],
  ["from", { from: "2027-08-01" }, "August 1, 2027"],
  ["from", { from: "soon" }, "soon"],
  ["days", { days: "2.5" }, "2.5 days"],
  ["days", { days: "two" }, "two"],
  ["plain", { plain: "-1234.5" }, "-1,234.5"],
  ["price", { price: "1299" }, "1,299.00 USD"],
  ["price", { price: "1,299.5" }, "1,299.50 USD"],
  ["weeks", { days: "3" }, "6"],
  ["reddish", { color: "red" }, "Yes"],
  ["letter", { letter: "/documents/1", letterName: "a.pdf" }, "a.pdf"],
  ["letter", { letter: "/documents/1" }, "A file"],
  ["letter", { letterName: "a.pdf" }, null],
  ["name", { name: " " }, null],
  ["name", { name: ["no text"] }, null],
  ["parents", {}, null],
  [
    "parents",
    { parents: { father: ["home_owner", "rich"], mother: ["none"] } },
    "Mother: None\nFather: Home owner, rich",
  ],
])("the answer to %s of %j is formatted as %j", (name, answers, text) => {
  expect(answerTo(name, answers)).toBe(text);
});

test("a list is reviewed entry by entry, field by field", () => {
  const entries = [{ first: "A", since: "2027-08-01", used: true }, { since: "soon" }];
  expect(answerTo("names", { names: entries })).toEqual([
    ["A", "August 1, 2027", "Yes"],
    [null, "soon", null],
  ]);
  expect(answerTo("names", { names: [] })).toBeNull();
});

describe("a review on the page", () => {
  const question = { name: "names", label: "Other names" };
  const answer = [
    ["A", null, "Yes"],
    [null, "2001", "No"],
  ];
  const parts = (one: string | null, two: string | null, three: string | null) => [
    { name: "first", label: "First", answer: one },
    { name: "since", label: "Since", answer: two },
    { name: "used", label: "Used?", answer: three },
  ];
  const entries = [
    { title: "Name 1", answers: parts("A", null, "Yes") },
    { title: "Name 2", answers: parts(null, "2001", "No") },
  ];

  test("[N-REVIEW-3] the entries of a list have their names, and each answer has its label", () => {
    const signed = reviewed({
      names: [
        { first: "A", used: true },
        { since: "2001", used: false },
      ],
    })?.answers;
    const list = signed?.find(({ name }) => name === "names");
    expect(list?.answer).toEqual(answer);
    // As a record keeps it: the definition may be another one by then.
    expect(list && shownAnswer(list)).toEqual({ ...question, label: list?.label, answer: entries, sensitive: true });
  });

  test("[N-REVIEW-3] a record signed without labels gets them from the definition if that still matches", () => {
    expect(shownAnswer({ ...question, answer, sensitive: true }, step).answer).toEqual(entries);
    const otherAnswer = [["A", "Yes"]];
    expect(
      shownAnswer({ ...question, answer: otherAnswer }, step).answer,
      "the definition has another number of fields",
    ).toBe("A · Yes");
    expect(shownAnswer({ ...question, answer }, earlierStep).answer, "the definition has no such list").toBe(
      "A · Not answered · Yes\nNot answered · 2001 · No",
    );
    expect(shownAnswer({ ...question, answer: "A" }, step).answer).toBe("A");
    expect(shownAnswer({ ...question, answer: null }, step).answer).toBeNull();
  });

  test("[N-SEC-4] open answers stay open, but an open security question in an older signed record reads No", () => {
    const record = (code: string) => [
      { number: 7, code, title: "T", answers: [null, "Yes"].map((answer) => ({ name: "q", label: "Q", answer })) },
    ];
    const answers = (steps: ReturnType<typeof shownSteps>) =>
      steps.flatMap((step) => step.answers.map((two) => two.answer));
    expect(answers(shownSteps(record("security_questionnaire")))).toEqual([null, "Yes"]);
    expect(answers(shownAsSigned(record("security_questionnaire")))).toEqual(["No (left open)", "Yes"]);
    expect(answers(shownAsSigned(record("trip_details")))).toEqual([null, "Yes"]);
  });
});
