import { numberOf } from "~/form-engine/typed/numbers";
import type {
  Answers,
  Earlier,
  EntryField,
  Field,
  ListField,
  Option,
  Section,
  StepDefinition,
  When,
} from "./definition";
import { knownKey } from "./definition";
import { entriesOf, statusesOf } from "./relevance";

/** The type of a field's answer in a condition. */
type AnswerOf<F> = F extends { kind: "yesno" }
  ? boolean | undefined
  : F extends { kind: "tick" }
    ? boolean
    : F extends { kind: "number" }
      ? number | undefined
      : F extends { kind: "choice"; options: readonly Option<infer Value>[] }
        ? Value | undefined
        : F extends { kind: "list"; fields: readonly (infer Part)[] }
          ? readonly AnswersOf<Part>[]
          : F extends { kind: "statuses"; groups: readonly { name: infer Group extends string }[] }
            ? Readonly<Partial<Record<Group, readonly string[]>>>
            : string | undefined;
type AnswersOf<F> = {
  readonly [One in F as One extends { name: infer Name extends string } ? Name : never]: AnswerOf<One>;
};

/** As in a form, all optional: a number is its raw input. */
export type RawAnswers<Step> =
  Step extends StepDefinition<infer A> ? { [Name in keyof A]?: RawAnswerOf<A[Name]> | undefined } : never;
type RawAnswerOf<Answer> = Answer extends number
  ? string
  : Answer extends readonly (infer Entry)[]
    ? { [Name in keyof Entry]?: RawAnswerOf<Entry[Name]> | undefined }[]
    : Answer;

type Each<List> = List extends readonly (infer One)[] ? One : never;
type AnswersIn<Sections> = AnswersOf<Each<Each<Sections>>>;

type Same<F> = { readonly [Property in keyof F]: F[Property] };
type PropertyOf<F, Known = Field> = Known extends { kind: infer Kind }
  ? F extends { kind: Kind }
    ? keyof Known
    : never
  : never;
/** Makes any other property, such as a misspelled one, a compile error. */
type NothingElse<F> = F extends { kind: Field["kind"] }
  ? { readonly [Property in Exclude<keyof F, PropertyOf<F>>]: never }
  : unknown;
/** The properties that determine the type of its answer. */
type AnswerShape<F> = { readonly [Property in keyof F & ("kind" | "name" | "options")]: F[Property] };
/** TypeScript infers the literal types as `F`, and checks each field to be one of `Allowed`. */
type Written<F, Allowed> = { readonly [Place in keyof F]: Same<F[Place]> & Allowed & NothingElse<F[Place]> };

type Known = Readonly<Record<string, Earlier<unknown>>>;
type KnownOf<Knows extends Known> = { readonly [Name in keyof Knows]: ReturnType<Knows[Name]["answer"]> };

type WrittenStep<Sections, A, Knows extends Known> = Omit<StepDefinition, "sections" | "needed" | "read" | "knows"> & {
  sections: {
    readonly [Place in keyof Sections]: Omit<Section, "fields"> & {
      fields: Written<Sections[Place], Field<A & NoInfer<KnownOf<Knows>>>>;
    };
  };
  knows?: Knows;
  needed?: readonly (keyof A & string)[];
};

type LooseStep = Omit<StepDefinition, "sections" | "read"> & {
  sections: readonly (Omit<Section, "fields"> & { fields: readonly Field<never>[] })[];
};

/**
 * Declares a step. Conditions get typed answers, inferred from the same definition: one that names a missing field, or
 * takes a text for a yes, does not compile (`definition.test-d.ts`).
 */
export function defineStep<
  const Sections extends readonly (readonly unknown[])[],
  const Knows extends Known = Record<never, never>,
>(step: WrittenStep<Sections, NoInfer<AnswersIn<Sections>>, Knows>): StepDefinition<AnswersIn<Sections>>;
/** The untyped implementation; the signature above checks its arguments. */
export function defineStep(written: object): StepDefinition {
  const step = written as LooseStep;
  const read = readerOf(step.sections.flatMap((section) => section.fields));
  const sections = step.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => reading(field, read)),
  }));
  return { ...step, sections, read };
}

/** Their conditions read the answers of the same entry. */
export function entryFields<const Fields extends readonly unknown[]>(
  fields: Written<Fields, EntryField<NoInfer<AnswersOf<Each<Fields>>>>>,
): { readonly [Place in keyof Fields]: EntryField & AnswerShape<Fields[Place]> };
export function entryFields(written: object): readonly Field[] {
  const fields = written as readonly Field<never>[];
  const read = readerOf(fields);
  return fields.map((field) => reading(field, read));
}

type Reader = (stored: Answers) => object;

/** Wraps a field's functions to take stored answers: `read` gives each its type first. */
function reading(field: Field<never>, read: Reader): Field {
  const properties = Object.entries(field).map(([name, value]) => [
    name,
    typeof value === "function" ? (stored: Answers, today?: string) => value(read(stored), today) : value,
  ]);
  return Object.fromEntries(properties);
}

/** Reads an answer only when a condition uses it: most conditions use one of many. */
function readerOf(fields: readonly Field<never>[]): Reader {
  const byName = new Map<string | symbol, Field<never>>(fields.map((field) => [field.name, field]));
  return (stored) =>
    new Proxy(
      {},
      {
        get(_, name) {
          const field = byName.get(name);
          return field ? readAnswer(field, stored) : stored[knownKey]?.[String(name)];
        },
      },
    );
}

function readAnswer(field: Field<never>, stored: Answers): unknown {
  const value = stored[field.name];
  switch (field.kind) {
    case "tick":
      return value === true;
    case "yesno":
      return typeof value === "boolean" ? value : undefined;
    case "number":
      return numberOf(field, value);
    case "choice":
      return field.options.find((option) => option.value === value)?.value;
    case "list":
      return readEntries(field, stored);
    case "statuses":
      return statusesOf(field, stored);
    default:
      return typeof value === "string" ? value : undefined;
  }
}

const readEntries = (field: ListField<never>, stored: Answers) => entriesOf(field, stored).map(readerOf(field.fields));

type Of<Name extends string, Value> = { readonly [One in Name]: Value };

export const yes =
  <const Name extends string>(name: Name): When<Of<Name, boolean | undefined>> =>
  (answers) =>
    answers[name] === true;

export const noneChecked =
  <const Names extends readonly string[]>(...names: Names): When<Of<Names[number], boolean>> =>
  (answers) =>
    names.every((name: Names[number]) => !answers[name]);

/** `_options` lets the compiler find a misspelled value. */
export const isOneOf =
  <const Name extends string, const Options extends readonly string[]>(
    name: Name,
    _options: Options,
    ...values: Options[number][]
  ): When<Of<Name, Options[number] | undefined>> =>
  (answers) =>
    values.some((value) => value === answers[name]);

/** The answer of an earlier step, if its question is visible and `when` is true. */
export const earlier = <A extends object, Name extends keyof A>(
  step: StepDefinition<A>,
  name: Name,
  when?: When<A>,
): Earlier<A[Name] | undefined> => ({
  step,
  answer: (stored) => {
    const answers = step.read(stored);
    return when && !when(answers) ? undefined : answers[name];
  },
});
