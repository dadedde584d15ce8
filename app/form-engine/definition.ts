import type { CountryOptionSet } from "~/core/countries/country-options";

/**
 * The answers of one step as they are stored, by input name: what was typed, trimmed, valid or not; yes/no and ticks as
 * booleans; lists as arrays; dates, numbers and phones in their canonical form, with what was typed beside them
 * (`typed/raw-input.ts`).
 */
export type Answers = { [name: string]: unknown; [knownKey]?: Readonly<Record<string, unknown>> };
/**
 * Where a step's answers carry those of other steps that its conditions read (`StepDefinition.knows`, `answersIn`). A
 * symbol, so that it is never stored, sent or compared with what was typed.
 */
export const knownKey: unique symbol = Symbol("known of other steps");
/** A condition. `A` is what it reads: stored answers, or typed ones where a step is written (`defineStep`). */
export type When<A = Answers> = (answers: A) => boolean;
export type Option<Value extends string = string> = { value: Value; label: string };

/**
 * The answer of another, earlier step that a field opens with (D14), or that conditions read. `says` puts it into
 * words for the hint of the field, where the answer itself would not be understood there.
 */
export type Earlier<Value> = {
  step: StepDefinition;
  answer: (stored: Answers) => Value;
  says?: (stored: Answers) => string | undefined;
};

type Common<A, Value = never> = {
  /** The input's name, the key in `metadata` and, where the step's table has such a column, the Drizzle property. */
  name: string;
  label: string;
  hint?: string;
  /** Asked only when this holds for the other answers; otherwise its answer is stored but not relevant. */
  visible?: When<A>;
  required?: boolean | When<A>;
  /** The message when a required answer is missing, instead of `{Label} is required` (D18). */
  missing?: string;
  /** The label under other answers, such as "School name" for students. */
  labelWhen?: (answers: A) => string | undefined;
  /** Masked from staff until they ask to see it. */
  sensitive?: boolean;
  /** Stored encrypted (V-ENC-1, V-ENC-2); a passport number can be searched for as well (V-ENC-7). */
  encrypted?: true | "passport number";
  width?: "half" | "third";
  /**
   * What the browser may fill in (the names of HTML's `autocomplete`). Without a section it is the applicant's own;
   * another person's or place's has one, such as `section-payer name`. A field without it says `off`.
   */
  autoComplete?: string;
  /** Shown beside the field when it returns a text; never blocks the step. */
  note?: (answers: A, today: string) => string | undefined;
  /**
   * Asked in another step as well: that answer is filled in until this step has answers of its own (D14). While the two
   * are the same, a change of the other one changes this one too (F-APPL-7).
   */
  from?: Earlier<Value>;
};

type Typed<A> = Common<A, string | undefined>;

type TextField<A = Answers> = Typed<A> & {
  kind: "text" | "textarea" | "email" | "phone";
  maxLength?: number;
  /** Letters and digits of a record, such as a passport's number: in capitals, without spell check and completion. */
  look?: "record";
  /** What another answer fills the box with while nothing is typed into it; it is an answer as if it was typed. */
  fill?: (answers: A) => string | undefined;
  /** A name that somebody signs with: two letters of any script at least (N-SIGN-1). */
  signature?: true;
  /** The name of a person, or a part of it: one that is probably none is asked about (F-APPL-17). */
  personName?: true | When<A>;
};
export type DateField<A = Answers> = Typed<A> & {
  kind: "date";
  /** Bounds as dates (YYYY-MM-DD), from the other answers and from today where the person most likely is. */
  min?: (answers: A, today: string) => string | undefined;
  max?: (answers: A, today: string) => string | undefined;
  /** The answer has to be later than the day of `min`. */
  isAfterMin?: boolean;
  /** The message when the date is outside of its bounds. */
  outside?: string;
  /** The tick with which a year, or a month and a year, is the answer (F-DATE-1). None of these is encrypted. */
  noDay?: { label: string; hint: string };
};
export type NumberField<A = Answers> = Common<A, number | undefined> & {
  kind: "number";
  min: number;
  max: number;
  step: number;
  unit?: string;
  /** Worked out of the other answers and shown, not typed. */
  compute?: (answers: A) => number | undefined;
  /** Shown as long as it can't be worked out. */
  uncomputed?: string;
};
type ChoiceField<A = Answers> = Typed<A> & {
  kind: "choice";
  options: readonly Option[];
  initial?: string;
};
type YesNoField<A = Answers> = Common<A, boolean | undefined> & {
  kind: "yesno";
  /** Follows from the other answers: not asked, but stored and reviewed. */
  compute?: (answers: A) => boolean | undefined;
  /** The question that a computed answer follows from: it is changed there (N-REVIEW-1). */
  follows?: string;
};
type TickField<A = Answers> = Common<A> & {
  kind: "tick";
  /** How the review and the signed record word it once it is ticked, instead of as its label and Yes. */
  says?: { label: string; answer: string };
};
type CountryField<A = Answers> = Typed<A> & {
  kind: "country";
  /** Nationalities, citizenships and issuers of passports offer no place without nationals (N-CTRY-6). */
  offers?: CountryOptionSet;
  /** What it becomes once another answer is chosen, unless something else was chosen here. */
  fill?: (answers: A) => string | undefined;
};
export type ListField<A = Answers> = Common<A> & {
  kind: "list";
  /** The name of one entry, such as "Other name". */
  entry: string;
  fields: readonly EntryField[];
  maxEntries: number;
  /** The yes/no question that it is the answer to: Yes opens its first entry, and asks for one (N-LIST-1, -2, -3). */
  gate?: string;
};

/** Ticks for each of several groups: an object with a list of values a group, its inputs named `{name}.{group}`. */
export type StatusesField<A = Answers> = Common<A> & {
  kind: "statuses";
  groups: readonly { name: string; label: string }[];
  options: readonly Option[];
  /** The value that excludes all others. */
  alone: string;
};
/** An upload. Its answer is the address of the stored file; the server alone writes it and the file's name. */
export type FileField<A = Answers> = Common<A> & {
  kind: "file";
  /** The name of the answer that holds the file's name. */
  filename: string;
  documentType: string;
  /** Instead of the usual ones (W-UPLOAD-1). */
  extensions?: readonly string[];
  /** The tick that the file is sent later: while it counts, the file is named as missing (N-LACK-3). */
  later?: string;
};

/** The fields of a list's entry: no lists in lists, and neither ticks in groups nor files. */
export type EntryField<A = Answers> = TextField<A> | DateField<A> | ChoiceField<A> | CountryField<A> | YesNoField<A>;

export type Field<A = Answers> =
  | TextField<A>
  | DateField<A>
  | NumberField<A>
  | ChoiceField<A>
  | YesNoField<A>
  | TickField<A>
  | CountryField<A>
  | ListField<A>
  | StatusesField<A>
  | FileField<A>;

/** Kinds whose answer is text as it was typed. */
type TypedKind = Exclude<Field["kind"], "yesno" | "tick" | "list" | "statuses" | "file">;

/**
 * The most characters that an answer of each kind can have: a kind that is missing here does not compile. A field of
 * text may have a `maxLength` of its own instead. A draft keeps longer texts of most kinds (`keptKinds`, N-TEXT-2).
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

export type Section = {
  title?: string;
  description?: string;
  /** Has the button `No to all of these` for its yes/no questions (N-SEC-2). */
  noToAll?: true;
  fields: readonly Field[];
};

/** A step; `A` are its answers by their kinds. */
export type StepDefinition<A extends object = object> = {
  code: string;
  /** The key in `metadata` is `step{number}`; it never changes, whatever is hidden or reordered. */
  number: number;
  component: string;
  title: string;
  description: string;
  sections: readonly Section[];
  /** Its unsent answers are kept in the tab alone, never on the device (N-LINE-1). */
  staysInTab?: true;
  /** Answers of earlier steps that its conditions read beside its own, by names of their own; none is encrypted. */
  knows?: Readonly<Record<string, Earlier<unknown>>>;
  /** Without these, where they are asked, no row is made in the step's table (W-STORE-17 to -23, N-LACK-1, -2). */
  needed?: readonly string[];
  /** Stored answers as conditions read them, each by its field's kind; a value of another kind counts as not given. */
  read: (stored: Answers) => A;
};

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
): Option<Value>[] =>
  values.map((value) => ({
    value,
    label: labels[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " "),
  }));

/** An answer as text; empty for other values, such as a list where a word should be. Never throws. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** What is wrong with an answer, at the field of this name. `at`: the input to correct, where it is not the first. */
export type Problem = { name: string; message: string; at?: string };
