import type { Json } from "~/db/schema/content";
import { type ContentField, lineField, refused, textField } from "../../fields/fields";
import type { Content } from "../../kind";
import type { Configuration, StepTexts } from "./configuration.server";
import { knownSteps } from "./known";
import { placedIn, placeField } from "./place-field";

const textIn = (value: Json | undefined): string | null => (typeof value === "string" && value !== "" ? value : null);

const parts = ["title", "hint", "help"] as const;

const wordFields = knownSteps.flatMap(({ code, title }): ContentField[] => [
  lineField({
    ...{ name: `${code}.title`, label: `Title of ${title}`, group: title, max: 80, type: "At most 80 characters" },
    ...{ help: "In the list of steps and above its questions.", instead: title },
  }),
  lineField({
    ...{ name: `${code}.hint`, label: `Hint of ${title}`, group: title, max: 200, type: "At most 200 characters" },
    help: "Under the title, before the questions.",
  }),
  textField({
    ...{ name: `${code}.help`, label: `Help text of ${title}`, group: title, max: 1000 },
    help: "Opened by “Help with this step”. At most 1,000 characters.",
  }),
]);

/** Only visibility, order and texts can be edited. A step's fields, rules and number are fixed in code. */
export const configurationFields: readonly ContentField[] = [placeField, ...wordFields];

export function contentOf({ steps, texts: words }: Pick<Configuration, "steps" | "texts">): Content {
  const texts = knownSteps.flatMap(({ code }) =>
    parts.map((part) => [`${code}.${part}`, words.get(code)?.[part]?.trim() || null] as const),
  );
  return { steps: steps.map(({ step, shown }) => ({ step, shown })), ...Object.fromEntries(texts) };
}

export function configurationIn(content: Content): Pick<Configuration, "steps" | "texts"> {
  const texts = knownSteps.map(({ code }): [string, StepTexts] => [
    code,
    {
      title: textIn(content[`${code}.title`]),
      hint: textIn(content[`${code}.hint`]),
      help: textIn(content[`${code}.help`]),
    },
  ]);
  return { steps: placedIn(content.steps), texts: new Map(texts) };
}

const wrongMinutes = "Enter a whole number from 1 to 120.";

/** How many minutes each step takes, for all services. */
export const minuteFields: readonly ContentField[] = knownSteps.map(({ code, title }): ContentField => {
  const line = lineField({
    ...{ name: `${code}.minutes`, label: title, group: "Minutes of each step", type: "A number from 1 to 120" },
    ...{ help: "", max: 3, input: { numeric: true }, keep: Number, instead: "it counts as 5 minutes" },
    fits: [(text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 120, wrongMinutes],
  });
  return {
    ...line,
    read: (inputs) => ((inputs[0] ?? "").trim().length > 3 ? refused(wrongMinutes) : line.read(inputs)),
  };
});
