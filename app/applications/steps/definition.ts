/** The answers of one step, by input name: what was typed, trimmed; yes/no and ticks as booleans; lists as arrays. */
export type Answers = Record<string, unknown>;
export type When = (answers: Answers) => boolean;
export type Option = { value: string; label: string };

type Common<Name extends string> = {
  name: Name;
  label: string;
  hint?: string;
  /** Asked only when this holds for the other answers; otherwise its answer is kept but not relevant. */
  visible?: When;
  required?: boolean | When;
  /** Said when a required answer is missing, instead of `{Label} is required` (decision 18). */
  missing?: string;
  /** The label under other answers, such as "School name" for students. */
  labelWhen?: (answers: Answers) => string | undefined;
  /** Masked from staff until they ask to see it. */
  sensitive?: boolean;
  width?: "half" | "third";
  autoComplete?: string;
  /** Said beside the field when it returns words; never an obstacle. */
  note?: (answers: Answers, today: string) => string | undefined;
  /** Asked in another step as well: that answer is filled in until this step has answers of its own (decision 14). */
  from?: { step: string; name: string; when?: When };
};

type TextField<Name extends string> = Common<Name> & {
  kind: "text" | "textarea" | "email" | "phone";
  maxLength?: number;
};
export type DateField<Name extends string> = Common<Name> & {
  kind: "date";
  /** Bounds as dates (YYYY-MM-DD), from the other answers and from today where the person most likely is. */
  min?: (answers: Answers, today: string) => string | undefined;
  max?: (answers: Answers, today: string) => string | undefined;
  /** The day of `min` can be chosen in the input, and is refused nevertheless. */
  isAfterMin?: boolean;
  /** Said when the date is outside of its bounds. */
  outside?: string;
};
type NumberField<Name extends string> = Common<Name> & {
  kind: "number";
  min: number;
  max: number;
  step: number;
  unit?: string;
  /** Worked out of the other answers and shown, not typed. */
  compute?: (answers: Answers) => number | undefined;
  /** The browser's own number input with its steps, for plain numbers; otherwise `1,299.00` may be typed. */
  plain?: boolean;
};
type ChoiceField<Name extends string> = Common<Name> & {
  kind: "choice";
  options: readonly Option[];
  initial?: string;
};
type YesNoField<Name extends string> = Common<Name> & {
  kind: "yesno";
  /** Follows from the other answers: not asked, but stored and reviewed. */
  compute?: (answers: Answers) => boolean | undefined;
};
type TickField<Name extends string> = Common<Name> & { kind: "tick" };
type CountryField<Name extends string> = Common<Name> & { kind: "country" };
export type ListField<Name extends string> = Common<Name> & {
  kind: "list";
  /** One entry in words, such as "Other name". */
  entry: string;
  fields: readonly EntryField[];
  maxEntries: number;
};

/** Ticks for each of several groups: an object with a list of values a group, its inputs named `{name}.{group}`. */
export type StatusesField<Name extends string> = Common<Name> & {
  kind: "statuses";
  groups: readonly { name: string; label: string }[];
  options: readonly Option[];
  /** The value that goes with no other. */
  alone: string;
};
/** An upload. Its answer is the address of the stored file; the server alone writes it and the file's name. */
export type FileField<Name extends string> = Common<Name> & {
  kind: "file";
  /** Where the file's name is kept. */
  filename: Name;
  documentType: string;
  /** Instead of the usual ones (W-UPLOAD-1). */
  extensions?: readonly string[];
};

/** The fields of a list's entry: no lists in lists, and neither ticks in groups nor files. */
export type EntryField =
  | TextField<string>
  | DateField<string>
  | ChoiceField<string>
  | CountryField<string>
  | YesNoField<string>;

export type Field<Name extends string = string> =
  | TextField<Name>
  | DateField<Name>
  | NumberField<Name>
  | ChoiceField<Name>
  | YesNoField<Name>
  | TickField<Name>
  | CountryField<Name>
  | ListField<Name>
  | StatusesField<Name>
  | FileField<Name>;

/** Kinds whose answer is text as it was typed. */
type TypedKind = Exclude<Field["kind"], "yesno" | "tick" | "list" | "statuses" | "file">;

/**
 * The most characters that an answer of each kind can have, in a draft as well (V-ATK-8): a kind that is missing here
 * does not compile. A field of text may have a `maxLength` of its own instead.
 */
export const textLimit = {
  text: 120,
  textarea: 2000,
  email: 254,
  phone: 30,
  date: 40,
  number: 40,
  choice: 60,
  country: 60,
} as const satisfies Record<TypedKind, number>;

/** The fields that hold one value, alone or in a list's entry. */
export type SingleField = Exclude<Field, { kind: "list" | "statuses" | "file" }>;

type Section<Name extends string = string> = {
  title?: string;
  description?: string;
  fields: readonly Field<Name>[];
};

export type StepDefinition<Name extends string = string> = {
  code: string;
  /** The key in `metadata` is `step{number}`; it never changes, whatever is hidden or reordered. */
  number: number;
  component: string;
  title: string;
  description: string;
  sections: readonly Section<Name>[];
  /** Without these answers no row is made in the step's table (W-STORE-17 to -23). */
  needed?: readonly Name[];
};

/**
 * Declares a step. `Name` is the union of the properties of its table, so that a field that the table lacks does not
 * compile: the input's name, the key in `metadata` and the Drizzle property are one word.
 */
export const defineStep =
  <Name extends string>() =>
  (definition: StepDefinition<Name>): StepDefinition =>
    definition as StepDefinition;

/** All fields of a step in the order of the screen. Steps never change: the list is made once for each. */
export function fieldsOf(step: StepDefinition): readonly Field[] {
  let fields = fieldLists.get(step);
  if (!fields) {
    fields = step.sections.flatMap((section) => section.fields);
    fieldLists.set(step, fields);
  }
  return fields;
}
const fieldLists = new WeakMap<StepDefinition, readonly Field[]>();

/** Options out of an enumeration: `prefer_not_to_say` reads "Prefer not to say" unless a label is given. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labels: Partial<Record<Value, string>> = {},
): Option[] =>
  values.map((value) => ({
    value,
    label: labels[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " "),
  }));

/** An answer as text; what is none, such as a list where a word should be, says nothing. Never throws. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

export const yes =
  (name: string): When =>
  (answers) =>
    answers[name] === true;
export const isAmong =
  (name: string, ...values: string[]): When =>
  (answers) =>
    values.includes(textOf(answers[name]));
