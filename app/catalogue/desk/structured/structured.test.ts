import { describe, expect, test } from "vitest";
import { rowsOf, shapes } from "./rows";
import { structured } from "./structured";

type Name = keyof typeof structured;
const read = (name: Name, value: unknown) => {
  const result = structured[name](typeof value === "string" ? value : JSON.stringify(value));
  return result.ok ? result.value : result.problem;
};
const tier = { name: "Single", govFee: 100, serviceFee: 50, description: "" };

describe("[A-SVC-9] the tiers of a service", () => {
  test.each([
    [100, 50, 150],
    [0, 0, 0],
    [0.1, 0.2, 0.3],
    [12.34, 56.78, 69.12],
    ["1,299.00", "$49.50", 1348.5],
    [undefined, null, 0],
    ["free", 50, 50],
    [99_999_999.99, 0, 99_999_999.99],
  ])("a tier's total is the sum of both fees: %j and %j are %d", (govFee, serviceFee, total) => {
    expect(read("visaSubtypes", [{ ...tier, govFee, serviceFee, total: 1 }])).toMatchObject([
      { name: "Single", total },
    ]);
  });

  test("tiers are stored with name, fees, total and description, and nothing else", () => {
    expect(read("visaSubtypes", [{ ...tier, name: " Single ", govFee: "100", extra: 1 }])).toEqual([
      { ...tier, total: 150 },
    ]);
    expect(read("visaSubtypes", [{ name: "A", description: null }])).toEqual([
      { name: "A", govFee: 0, serviceFee: 0, total: 0, description: "" },
    ]);
  });

  test.each([
    [{ govFee: -1 }, "The government fee of tier 2 can’t be less than 0"],
    [{ serviceFee: "-0.01" }, "The service fee of tier 2 can’t be less than 0"],
    [{ govFee: 100_000_000 }, "The government fee of tier 2 is too high"],
    [{ serviceFee: 100_000_000 }, "The service fee of tier 2 is too high"],
    [{ serviceFee: true }, "The service fee of tier 2 must be a number"],
    [{ govFee: [1] }, "The government fee of tier 2 must be a number"],
    [{ name: " " }, "The name of tier 2 is empty"],
    [{ name: undefined }, "The name of tier 2 is missing"],
    [{ name: 5 }, "The name of tier 2 must be text in quotes"],
    [{ description: 5 }, "The description of tier 2 must be text in quotes"],
  ])("tiers with %j are refused: %s", (wrong, problem) => {
    expect(read("visaSubtypes", [tier, { ...tier, ...wrong }])).toBe(problem);
  });

  test("tiers are refused when an entry is no tier, or the value no list", () => {
    expect(read("visaSubtypes", ["Single"])).toBe(
      "Entry 1 must be an object with name, govFee, serviceFee and description",
    );
    expect(read("visaSubtypes", { a: tier })).toBe(
      'This must be a list: [{"name": "", "govFee": 0, "serviceFee": 0, "description": ""}]',
    );
  });
});

describe("[A-SVC-19] the other structured fields", () => {
  test.each<[Name, unknown, unknown]>([
    ["eligibilityCriteria", [" First ", "Second"], ["First", "Second"]],
    ["eligibilityCriteria", ["First", ""], "Entry 2 is empty"],
    ["eligibilityCriteria", [null], "Entry 1 is missing"],
    ["eligibilityCriteria", [{}], "Entry 1 must be text in quotes"],
    ["eligibilityCriteria", ["a\u0000"], ["a"]],
    ["eligibilityCriteria", ["a".repeat(4000)], ["a".repeat(4000)]],
    ["eligibilityCriteria", ["a".repeat(4001)], "Entry 1 is longer than 4,000 characters"],
    ["eligibilityCriteria", "{}", 'This must be a list: ["First", "Second"]'],
    ["eligibilityCriteria", Array(100).fill("a"), Array(100).fill("a")],
    ["eligibilityCriteria", [...Array(100).fill("a"), ""], "100 entries at most"],
    [
      "applicationSteps",
      [{ title: "A" }, { step: 7, title: "B", description: "b", more: 1 }],
      [
        { step: 1, title: "A", description: "" },
        { step: 7, title: "B", description: "b" },
      ],
    ],
    ["applicationSteps", [{ title: "A" }, { step: 1.5, title: "B" }], "The step of entry 2 must be a whole number"],
    ["applicationSteps", [{ title: "" }], "The title of step 1 is empty"],
    ["applicationSteps", [{ title: "A", description: 5 }], "The description of step 1 must be text in quotes"],
    ["applicationSteps", [5], "Entry 1 must be an object with step, title and description"],
    ["applicationSteps", {}, 'This must be a list: [{"step": 1, "title": "", "description": ""}]'],
    ["faqs", [{ question: "Q", answer: "A" }], [{ question: "Q", answer: "A" }]],
    ["faqs", [{ question: "Q", answer: "A" }, { answer: "A" }], "Question 2 is missing"],
    ["faqs", [{ question: "Q", answer: "" }], "The answer to question 1 is empty"],
    ["faqs", [[]], "Entry 1 must be an object with question and answer"],
    ["faqs", {}, 'This must be a list: [{"question": "", "answer": ""}]'],
    ["processingTimes", [{ label: "Standard", time: " 10 days ", more: 1 }], [{ label: "Standard", time: "10 days" }]],
    ["processingTimes", { Standard: "" }, "The time of option 1 is empty"],
    ["processingTimes", [{ label: "Standard", time: 10 }], "The time of option 1 must be text in quotes"],
    ["processingTimes", { " ": "10 days" }, "The label of option 1 is empty"],
    ["processingTimes", { A: "1 day", B: { C: "2" } }, "The time of option 2 must be text in quotes"],
    ["processingTimes", 5, 'This must be a list: [{"label": "Standard", "time": "10 days"}]'],
    [
      "processingTimes",
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`o${index}`, "1 day"])),
      "100 entries at most",
    ],
  ])("%s of %j is read as %j", (name, value, result) => {
    expect(read(name, value)).toEqual(result);
  });

  test("[L-FACT-8] processing times typed as an object are read in order, including numeric keys", () => {
    const rawInput = String.raw`{"60": "6 weeks", "Fast: \"very\"": "a {day}", "30": "3 weeks", "a": "1 hour"}`;
    expect(read("processingTimes", rawInput)).toEqual([
      { label: "60", time: "6 weeks" },
      { label: 'Fast: "very"', time: "a {day}" },
      { label: "30", time: "3 weeks" },
      { label: "a", time: "1 hour" },
    ]);
    expect(rowsOf("processingTimes", rawInput)?.map(({ label }) => label)).toEqual(["60", 'Fast: "very"', "30", "a"]);
  });

  test("[A-SVC-20] invalid JSON is refused with the engine's own message", () => {
    expect(read("faqs", "[{")).toMatch(/JSON/);
    expect(
      read("processingTimes", Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`o${index}`, "1 day"]))),
    ).toHaveLength(100);
  });
});

describe("structured fields as rows of inputs", () => {
  test.each<[Name, Record<string, string>[], unknown]>([
    ["eligibilityCriteria", [{ text: "A" }, {}], ["A", ""]],
    [
      "applicationSteps",
      [{ title: "A", description: "a" }, {}],
      [
        { step: 1, title: "A", description: "a" },
        { step: 2, title: "", description: "" },
      ],
    ],
    [
      "faqs",
      [{ question: "Q", answer: "A" }, {}],
      [
        { question: "Q", answer: "A" },
        { question: "", answer: "" },
      ],
    ],
    [
      "processingTimes",
      [{ label: "Standard", time: "10 days" }, {}],
      [
        { label: "Standard", time: "10 days" },
        { label: "", time: "" },
      ],
    ],
    [
      "visaSubtypes",
      [{ name: "A", govFee: "0.10", serviceFee: "$0.20", description: "a" }, {}],
      [
        { name: "A", govFee: 0.1, serviceFee: 0.2, total: 0.3, description: "a" },
        { name: "", govFee: 0, serviceFee: 0, total: 0, description: "" },
      ],
    ],
  ])("rows of inputs make the JSON of %s", (name, rows, json) => {
    expect(shapes[name].toJson(rows)).toEqual(json);
  });

  test.each<[Name, unknown, unknown]>([
    ["eligibilityCriteria", ["A", "B"], [{ text: "A" }, { text: "B" }]],
    ["eligibilityCriteria", ["A", 5], null],
    ["eligibilityCriteria", { a: 1 }, null],
    ["faqs", [{ question: "Q", answer: 5, more: "x" }], [{ question: "Q", answer: "5" }]],
    ["faqs", [{}], [{ question: "", answer: "" }]],
    ["faqs", [{ question: true, answer: null }], [{ question: "", answer: "" }]],
    ["faqs", [{ question: "Q" }, null], null],
    ["faqs", [["Q", "A"]], null],
    ["faqs", ["Q"], null],
    [
      "processingTimes",
      { Standard: "10 days", Fast: 1, Odd: [] },
      [
        { label: "Standard", time: "10 days" },
        { label: "Fast", time: "1" },
        { label: "Odd", time: "" },
      ],
    ],
    ["processingTimes", [{ label: "A", time: "1 day" }], [{ label: "A", time: "1 day" }]],
    ["processingTimes", ["A"], null],
    ["processingTimes", null, null],
    ["processingTimes", "5", null],
    ["visaSubtypes", [{ ...tier, total: 150 }], [{ name: "Single", govFee: "100", serviceFee: "50", description: "" }]],
    ["visaSubtypes", "[", null],
  ])("the JSON of %s becomes rows of inputs: %j", (name, value, rows) => {
    expect(rowsOf(name, typeof value === "string" ? value : JSON.stringify(value))).toEqual(rows);
  });

  test("steps with numbers are ordered by them", () => {
    const titles = (steps: unknown[]) => rowsOf("applicationSteps", JSON.stringify(steps))?.map(({ title }) => title);
    expect(
      titles([
        { step: 3, title: "c" },
        { step: 1, title: "a" },
        { step: "2", title: "b" },
      ]),
    ).toEqual(["a", "b", "c"]);
    expect(
      titles([{ title: "a" }, { step: "x", title: "b" }, { step: 1, title: "c" }]),
      "else their own place",
    ).toEqual(["a", "c", "b"]);
  });

  test("every structured field has a noun and labels for the editor", () => {
    const labels = Object.values(shapes).map(({ noun, columns }) => [
      noun,
      ...columns.map(({ label, kind }) => `${label}: ${kind}`),
    ]);
    expect(labels).toEqual([
      ["criterion", "Criterion: text"],
      ["step", "Title: line", "Description: text"],
      ["question", "Question: line", "Answer: text"],
      ["option", "Option: line", "Duration: line"],
      ["tier", "Name: line", "Government fee: fee", "Service fee: fee", "Description: text"],
    ]);
  });
});
