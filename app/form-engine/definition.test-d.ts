import { defineStep, earlier, entryFields, isOneOf, noneChecked, yes } from "./define-step";
import { optionsOf } from "./definition";

// What the compiler refuses in the definition of a step. `tsc` reads this file and nothing runs it: once a wrong line
// compiles, its `@ts-expect-error` is an error.

const about = { number: 99, component: "Example", title: "Example", description: "" };
const payers = ["self", "sponsor"] as const;
const sponsored = isOneOf("payer", payers, "sponsor");

const example = defineStep({
  ...about,
  code: "example",
  needed: ["name", "payer"],
  sections: [
    {
      title: "Questions",
      fields: [
        { kind: "text", name: "name", label: "Name", look: "record", autoComplete: "name" },
        { kind: "tick", name: "agreed", label: "Agreed" },
        { kind: "yesno", name: "travels", label: "Travels?", visible: noneChecked("agreed") },
        { kind: "choice", name: "payer", label: "Payer", options: optionsOf(payers), visible: yes("travels") },
        { kind: "date", name: "birth", label: "Birth", max: (_, today) => today, labelWhen: ({ payer }) => payer },
        { kind: "number", name: "days", label: "Days", min: 0, max: 9, step: 1, compute: ({ birth }) => birth?.length },
        { kind: "phone", name: "phone", label: "Phone", required: sponsored, note: ({ days = 0 }) => `${days + 1}` },
      ],
    },
    {
      fields: [
        {
          kind: "list",
          name: "trips",
          label: "Trips",
          entry: "Trip",
          maxEntries: 3,
          visible: ({ travels, name }) => travels === true && name !== undefined,
          fields: entryFields([
            { kind: "date", name: "from", label: "From" },
            { kind: "date", name: "to", label: "To", min: ({ from }) => from },
          ]),
        },
        {
          kind: "text",
          name: "last",
          label: "Last",
          visible: ({ trips }) => trips.some(({ from, to }) => from === to),
        },
      ],
    },
  ],
});

/** What conditions read, kind by kind. */
export const read: {
  readonly name: string | undefined;
  readonly agreed: boolean;
  readonly travels: boolean | undefined;
  readonly payer: "self" | "sponsor" | undefined;
  readonly birth: string | undefined;
  readonly days: number | undefined;
  readonly phone: string | undefined;
  readonly trips: readonly { readonly from: string | undefined; readonly to: string | undefined }[];
  readonly last: string | undefined;
} = example.read({});

defineStep({
  ...about,
  code: "wrong",
  // @ts-expect-error no field has this name
  needed: ["nobody"],
  sections: [
    {
      fields: [
        { kind: "yesno", name: "travels", label: "Travels?" },
        { kind: "tick", name: "agreed", label: "Agreed" },
        { kind: "choice", name: "payer", label: "Payer", options: optionsOf(payers) },
        // @ts-expect-error a condition names a field that the step does not have
        { kind: "text", name: "a", label: "A", visible: (answers) => answers.anything === true },
        // @ts-expect-error the same with a helper
        { kind: "text", name: "b", label: "B", visible: yes("anything") },
        // @ts-expect-error the same for `required`
        { kind: "text", name: "c", label: "C", required: yes("anything") },
        // @ts-expect-error the same for the label
        { kind: "text", name: "d", label: "D", labelWhen: ({ anything }) => String(anything) },
        // @ts-expect-error the same for a note
        { kind: "text", name: "e", label: "E", note: ({ anything }) => String(anything) },
        // @ts-expect-error the same for the earliest day
        { kind: "date", name: "f", label: "F", min: ({ anything }) => String(anything) },
        // @ts-expect-error the same for the latest day
        { kind: "date", name: "g", label: "G", max: (answers) => answers.anything },
        // @ts-expect-error the same for what is worked out
        { kind: "yesno", name: "h", label: "H", compute: ({ anything }) => anything },
        // @ts-expect-error a text is neither yes nor no
        { kind: "text", name: "i", label: "I", visible: yes("a") },
        // @ts-expect-error a checkbox is no text
        { kind: "date", name: "j", label: "J", min: ({ agreed }) => agreed },
        // @ts-expect-error the choice does not offer this
        { kind: "text", name: "k", label: "K", visible: ({ payer }) => payer === "nobody" },
        // @ts-expect-error nor this, with the helper
        { kind: "text", name: "l", label: "L", visible: isOneOf("payer", payers, "nobody") },
        // @ts-expect-error and its options are not these
        { kind: "text", name: "m", label: "M", visible: isOneOf("payer", ["other"], "other") },
        // @ts-expect-error a misspelt property
        { kind: "text", name: "n", label: "N", requird: true },
        // @ts-expect-error a property of another kind
        { kind: "date", name: "o", label: "O", maxLength: 3 },
        // @ts-expect-error a look that there is not
        { kind: "text", name: "p", label: "P", look: "loud" },
        // @ts-expect-error a kind that there is not
        { kind: "colour", name: "q", label: "Q" },
        // @ts-expect-error the earlier step does not ask this
        { kind: "text", name: "r", label: "R", from: earlier(example, "anything") },
        // @ts-expect-error what was answered there is no text
        { kind: "text", name: "s", label: "S", from: earlier(example, "travels") },
        // @ts-expect-error the earlier step has no such field to ask about
        { kind: "text", name: "t", label: "T", from: earlier(example, "name", yes("anything")) },
        {
          kind: "list",
          name: "trips",
          label: "Trips",
          entry: "Trip",
          maxEntries: 3,
          fields: entryFields([
            // @ts-expect-error an entry reads its own answers, not the step's
            { kind: "date", name: "to", label: "To", min: ({ payer }) => payer },
            // @ts-expect-error an entry holds no list
            { kind: "list", name: "more", label: "More", entry: "One", maxEntries: 1, fields: [] },
          ]),
        },
      ],
    },
  ],
});
