import { defineStep, earlier, entryFields, isOneOf, noneChecked, yes } from "../../../app/form-engine/define-step";
import { optionsOf } from "../../../app/form-engine/definition";

const colors = ["red", "dark_blue"] as const;
const about = { component: "Example", description: "" };

/** An earlier step, whose answers the one below repeats. */
export const earlierStep = defineStep({
  ...about,
  code: "earlier",
  number: 98,
  title: "Earlier",
  sections: [
    {
      fields: [
        { kind: "tick", name: "secret", label: "Secret" },
        { kind: "text", name: "fullName", label: "Full name", visible: noneChecked("secret") },
        { kind: "yesno", name: "alias", label: "Is this an alias?" },
        { kind: "country", name: "home", label: "Home" },
      ],
    },
  ],
});

/** A step with a field of every kind, and every kind of dependency. */
export const exampleStep = defineStep({
  ...about,
  code: "example",
  number: 99,
  title: "Example",
  needed: ["name"],
  sections: [
    {
      fields: [
        {
          kind: "text",
          name: "name",
          label: "Name",
          required: true,
          maxLength: 10,
          from: earlier(earlierStep, "fullName", ({ alias }) => alias !== true),
        },
        { kind: "yesno", name: "travels", label: "Do you travel?", required: true },
        { kind: "textarea", name: "trip", label: "The trip", required: true, visible: yes("travels"), sensitive: true },
        { kind: "email", name: "email", label: "Email", required: yes("travels") },
        {
          kind: "phone",
          name: "phone",
          label: "Phone",
          labelWhen: ({ travels }) => (travels ? "Phone abroad" : undefined),
        },
        { kind: "date", name: "from", label: "From", min: (_, today) => today },
        { kind: "date", name: "to", label: "To", min: ({ from }) => from, isAfterMin: true },
        { kind: "date", name: "born", label: "Born", max: (_, today) => today, outside: "Nobody is born later" },
      ],
    },
    {
      title: "More",
      fields: [
        { kind: "number", name: "days", label: "Days", min: 1, max: 9, step: 0.5, unit: "days" },
        { kind: "number", name: "price", label: "Price", min: 0, max: 100_000, step: 0.01, unit: "USD" },
        { kind: "number", name: "plain", label: "Plain", min: -10_000, max: 10_000, step: 1 },
        {
          kind: "number",
          name: "weeks",
          label: "Weeks",
          min: 0,
          max: 99,
          step: 0.5,
          compute: ({ days }) => days && days * 2,
        },
        {
          kind: "choice",
          name: "payer",
          label: "Payer",
          required: true,
          initial: "self",
          options: optionsOf(["self", "other"]),
        },
        { kind: "choice", name: "color", label: "Color", options: optionsOf(colors) },
        { kind: "country", name: "country", label: "Country", from: earlier(earlierStep, "home") },
        { kind: "tick", name: "agreed", label: "Agreed", required: true, missing: "Please agree first" },
        { kind: "yesno", name: "reddish", label: "Reddish?", compute: ({ color }) => color && color === "red" },
        {
          kind: "list",
          name: "names",
          label: "Other names",
          entry: "Name",
          maxEntries: 2,
          fields: entryFields([
            { kind: "text", name: "first", label: "First", required: true, sensitive: true },
            { kind: "date", name: "since", label: "Since" },
            { kind: "yesno", name: "used", label: "Used?" },
          ]),
        },
        {
          kind: "statuses",
          name: "parents",
          label: "Parents",
          groups: [
            { name: "mother", label: "Mother" },
            { name: "father", label: "Father" },
          ],
          options: optionsOf(["resident", "home_owner", "none"]),
          alone: "none",
        },
        {
          kind: "file",
          name: "letter",
          label: "Letter",
          filename: "letterName",
          documentType: "letter",
          required: isOneOf("color", colors, "dark_blue"),
        },
      ],
    },
  ],
});
