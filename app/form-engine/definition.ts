import type { CountryOptionSet } from "~/core/countries/country-options";

/**
 * Stored answers of one step by input name: trimmed text, valid or not; booleans for yes/no and checkboxes; arrays for
 * lists; canonical dates, numbers and phones, with the raw input next to them (`typed/raw-input.ts`).
 */
export type Answers = { [name: string]: unknown; [knownKey]?: Readonly<Record<string, unknown>> };
/**
 * Answers of other steps for conditions (`StepDefinition.knows`). A symbol, so that it is never stored, sent or
 * compared.
 */
export const knownKey: unique symbol = Symbol("known of other steps");
/** `A`: stored answers, or typed ones where a step is written (`defineStep`). */
export type When<A = Answers> = (answers: A) => boolean;
export type Option<Value extends string = string> = { value: Value; label: string };

/** For a field's default, or for conditions. `says` formats it for a hint where it would not be understood. */
export type Earlier<Value> = {
  step: StepDefinition;
  answer: (stored: Answers) => Value;
  says?: (stored: Answers) => string | undefined;
};

type Common<A, Value = never> = {
  /** The input's name, the key in `metadata` and the Drizzle property, if the step's table has such a column. */
  name: string;
  label: string;
  hint?: string;
  /** If false, the answer is stored but not relevant. */
  visible?: When<A>;
  required?: boolean | When<A>;
  /** Instead of `{Label} is required`. */
  missing?: string;
  /** For example "School name" for students. */
  labelWhen?: (answers: A) => string | undefined;
  /** Masked from staff until they reveal it. */
  sensitive?: boolean;
  /** Stored encrypted; a passport number is also searchable by digest. */
  encrypted?: true | "passport number";
  width?: "half" | "third";
  /** HTML's `autocomplete`, by default `off`. Other people's or places' have a section: `section-payer name`. */
  autoComplete?: string;
  /** Shown next to the field; never blocks the step. */
  note?: (answers: A, today: string) => string | undefined;
  /**
   * Asked in another step as well: its answer is filled in until this step has answers. While the two are equal, a
   * change of the other changes this one too (F-APPL-7).
   */
  from?: Earlier<Value>;
  /** Not copied into a renewal of the case, but asked again there. `today`: YYYY-MM-DD. */
  anew?: true | ((answers: A, today: string) => boolean);
};

type CommonText<A> = Common<A, string | undefined>;

type TextField<A = Answers> = CommonText<A> & {
  kind: "text" | "textarea" | "email" | "phone";
  maxLength?: number;
  /** Letters and digits of a document, such as a passport number: capitals, no spell check or completion. */
  look?: "record";
  /** The default from another answer while nothing is typed; treated as typed. */
  fill?: (answers: A) => string | undefined;
  /** A signature: at least two letters of any script (N-SIGN-1). */
  signature?: true;
  /** A person's name or part of it: an unlikely one asks for confirmation. */
  personName?: true | When<A>;
};
export type DateField<A = Answers> = CommonText<A> & {
  kind: "date";
  /** Bounds (YYYY-MM-DD) from other answers and from today in the person's likely time zone. */
  min?: (answers: A, today: string) => string | undefined;
  max?: (answers: A, today: string) => string | undefined;
  /** `min` is exclusive. */
  isAfterMin?: boolean;
  /** The message outside of the bounds. */
  outside?: string;
  /** The checkbox that allows a year, or a month and a year (F-DATE-1). None of these is encrypted. */
  noDay?: { label: string; hint: string };
};
export type NumberField<A = Answers> = Common<A, number | undefined> & {
  kind: "number";
  min: number;
  max: number;
  step: number;
  unit?: string;
  /** Computed from other answers and shown read-only. */
  compute?: (answers: A) => number | undefined;
  /** Shown while it can't be computed. */
  uncomputed?: string;
};
type ChoiceField<A = Answers> = CommonText<A> & {
  kind: "choice";
  options: readonly Option[];
  initial?: string;
};
type YesNoField<A = Answers> = Common<A, boolean | undefined> & {
  kind: "yesno";
  /** Computed from other answers: not asked, but stored and reviewed. */
  compute?: (answers: A) => boolean | undefined;
  /** The question to change a computed answer at. */
  follows?: string;
};
type CheckboxField<A = Answers> = Common<A> & {
  kind: "tick";
  /** Its wording in the review and the signed record once checked. */
  says?: { label: string; answer: string };
};
type CountryField<A = Answers> = CommonText<A> & {
  kind: "country";
  /** Nationalities, citizenships and passport issuers exclude territories without nationals (N-CTRY-6). */
  offers?: CountryOptionSet;
  /** The default once another answer is chosen, unless something was chosen here. */
  fill?: (answers: A) => string | undefined;
};
export type ListField<A = Answers> = Common<A> & {
  kind: "list";
  /** Such as "Other name". */
  entry: string;
  fields: readonly EntryField[];
  maxEntries: number;
  /** The yes/no question before the list: Yes opens and requires its first entry (N-LIST-1). */
  gate?: string;
};

/** Checkboxes for several groups: an object with a list of values per group; inputs are named `{name}.{group}`. */
export type StatusesField<A = Answers> = Common<A> & {
  kind: "statuses";
  groups: readonly { name: string; label: string }[];
  options: readonly Option[];
  /** The value that excludes all others. */
  alone: string;
};
/** Its answer is the stored file's URL; only the server writes it and the file's name. */
export type FileField<A = Answers> = Common<A> & {
  kind: "file";
  /** The answer with the file's name. */
  filename: string;
  documentType: string;
  /** Instead of the default ones. */
  extensions?: readonly string[];
  /** How recent it should be, where the service has no date rule for its document. */
  dateHint?: string;
  /** The checkbox to send the file later: then it is listed as missing. */
  later?: string;
};

/** No nested lists, groups of checkboxes or files. */
export type EntryField<A = Answers> = TextField<A> | DateField<A> | ChoiceField<A> | CountryField<A> | YesNoField<A>;

export type Field<A = Answers> =
  | TextField<A>
  | DateField<A>
  | NumberField<A>
  | ChoiceField<A>
  | YesNoField<A>
  | CheckboxField<A>
  | CountryField<A>
  | ListField<A>
  | StatusesField<A>
  | FileField<A>;

type TextKind = Exclude<Field["kind"], "yesno" | "tick" | "list" | "statuses" | "file">;

/** A missing kind does not compile. A text field may have its own `maxLength`; drafts keep more (`fullLengthKinds`). */
export const textLimit = {
  text: 120,
  textarea: 2000,
  email: 254,
  phone: 30,
  date: 40,
  number: 40,
  choice: 60,
  country: 60,
} as const satisfies Record<TextKind, number>;

export type SingleField = Exclude<Field, { kind: "list" | "statuses" | "file" }>;

export type Section = {
  title?: string;
  description?: string;
  /** Has the button `No to all of these` for its yes/no questions. */
  noToAll?: true;
  fields: readonly Field[];
};

export type StepDefinition<A extends object = object> = {
  code: string;
  /** The key in `metadata` is `step{number}`; it never changes, whatever is hidden or reordered. */
  number: number;
  component: string;
  title: string;
  description: string;
  sections: readonly Section[];
  /** Unsent answers are kept only in the tab, never on the device (N-LINE-1). */
  staysInTab?: true;
  /** Answers of earlier steps for its conditions, by their own names; none is encrypted. */
  knows?: Readonly<Record<string, Earlier<unknown>>>;
  /** Without these, if visible, the step's table gets no row (W-STORE-17). */
  needed?: readonly string[];
  /** Types stored answers for conditions; a value of another kind counts as missing. */
  read: (stored: Answers) => A;
};

/** In display order. Cached: steps never change. */
export function fieldsOf(step: StepDefinition): readonly Field[] {
  let fields = fieldLists.get(step);
  if (!fields) {
    fields = step.sections.flatMap((section) => section.fields);
    fieldLists.set(step, fields);
  }
  return fields;
}
const fieldLists = new WeakMap<StepDefinition, readonly Field[]>();

/** `prefer_not_to_say` reads "Prefer not to say" unless a label is given. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labels: Partial<Record<Value, string>> = {},
): Option<Value>[] =>
  values.map((value) => ({
    value,
    label: labels[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " "),
  }));

/** Empty for other values, such as a list. Never throws. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** `name`: the field; `at`: the input to correct, if not the first. */
export type Problem = { name: string; message: string; at?: string };
