import { expect, test } from "vitest";
import { defineStep, earlier, entryFields, isOneOf, yes } from "./define-step";
import { type Answers, fieldsOf, optionsOf } from "./definition";

const colors = ["red", "blue"] as const;
const example = defineStep({
  code: "example",
  number: 99,
  component: "Example",
  title: "Example",
  description: "",
  sections: [
    {
      fields: [
        { kind: "text", name: "name", label: "Name", visible: yes("named") },
        { kind: "yesno", name: "named", label: "Named?" },
        { kind: "tick", name: "agreed", label: "Agreed" },
        { kind: "choice", name: "color", label: "Color", options: optionsOf(colors) },
        {
          kind: "number",
          name: "days",
          label: "Days",
          min: 0,
          max: 9,
          step: 1,
          required: isOneOf("color", colors, "red"),
        },
        {
          kind: "list",
          name: "trips",
          label: "Trips",
          entry: "Trip",
          maxEntries: 3,
          fields: entryFields([
            { kind: "date", name: "from", label: "From" },
            { kind: "date", name: "to", label: "To", min: ({ from }) => from },
          ]),
        },
      ],
    },
  ],
});
const read = (stored: Answers) => {
  const { name, named, agreed, color, days, trips } = example.read(stored);
  return { name, named, agreed, color, days, trips: trips.map(({ from, to }) => ({ from, to })) };
};

test("conditions read each answer by its field's kind, and an answer of another kind counts as missing", () => {
  const input = {
    name: "Ann",
    named: true,
    agreed: true,
    color: "red",
    days: "1,299.00",
    trips: [{ from: "2026-01-02" }],
  };
  expect(read(input)).toEqual({ ...input, days: 1299, trips: [{ from: "2026-01-02", to: undefined }] });
  const none = { name: undefined, named: undefined, agreed: false, color: undefined, days: undefined, trips: [] };
  expect(read({})).toEqual(none);
  const odd = { name: 5, named: "yes", agreed: "on", color: "green", days: "two", trips: "none", __proto__: 1 };
  expect(read(odd)).toEqual(none);
  expect(read({ trips: [null, { from: 7, to: {} }] }).trips).toEqual([{ from: undefined, to: undefined }]);
});

test("the conditions of a defined step are evaluated with stored answers", () => {
  const [name, , , , days, trips] = fieldsOf(example);
  expect([name?.visible?.({ named: true }), name?.visible?.({ named: "true" })]).toEqual([true, false]);
  const needed = typeof days?.required === "function" ? days.required : undefined;
  expect([needed?.({ color: "red" }), needed?.({ color: "blue" }), needed?.({})]).toEqual([true, false, false]);
  const to = trips?.kind === "list" ? trips.fields[1] : undefined;
  expect(to?.kind === "date" && to.min?.({ from: "2026-01-02" }, "2026-11-21")).toBe("2026-01-02");
});

test("an earlier answer counts only if its condition holds", () => {
  const { answer } = earlier(example, "name", isOneOf("color", colors, "blue"));
  expect([answer({ name: "Ann", color: "blue" }), answer({ name: "Ann", color: "red" })]).toEqual(["Ann", undefined]);
});

test("a condition on several values holds for any one of them", () => {
  const among = isOneOf("color", ["red", "blue", "green"], "red", "blue");
  expect((["red", "blue", "green", undefined] as const).map((color) => among({ color }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
