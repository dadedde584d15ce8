import { type Content, isSame, type Kind } from "./kind";

export type Conflict<Name extends string = string> = { name: Name; mine: string; theirs: string };
export type Choices<Name extends string = string> = Readonly<Partial<Record<Name, "mine" | "theirs">>>;

type Values<Name extends string, Value> = Readonly<Partial<Record<Name, Value>>>;
type Sides<Name extends string, Value> = Record<"base" | "mine" | "theirs", Values<Name, Value>>;
type Comparable<Name extends string, Value> = {
  name: Name;
  isSame: (a: Value | undefined, b: Value | undefined) => boolean;
  words: (value: Value | undefined) => string;
};

/**
 * What was typed from `base`, joined with what is stored by now (O-EDIT-11): fields that one side changed are kept, and
 * one that both changed is a conflict until it is chosen.
 */
export function mergeFields<Name extends string, Value>(
  fields: readonly Comparable<Name, Value>[],
  { base, mine, theirs }: Sides<Name, Value>,
  choices: Choices<Name>,
): { merged: Values<Name, Value>; conflicts: Conflict<Name>[] } {
  const merged: Partial<Record<Name, Value>> = {};
  const conflicts: Conflict<Name>[] = [];
  for (const { name, isSame: same, words } of fields) {
    const [was, own, other] = [base[name], mine[name], theirs[name]];
    const both = !same(own, was) && !same(other, was) && !same(own, other);
    if (both && !choices[name]) conflicts.push({ name, mine: words(own), theirs: words(other) });
    // Of two spellings with one meaning, the typed one stays: it may have to be asked about.
    const takesTheirs = both ? choices[name] === "theirs" : same(own, was) && !same(own, other);
    merged[name] = takesTheirs ? other : own;
  }
  return { merged, conflicts };
}

/** `mergeFields` for the content of a kind. */
export function merge({ fields }: Kind, sides: Record<"base" | "mine" | "theirs", Content>, choices: Choices) {
  const compared = fields.map(({ name, words }) => ({
    ...{ name, isSame },
    words: (value: Content[string] | undefined) => words(value ?? null),
  }));
  const { merged, conflicts } = mergeFields(compared, sides, choices);
  const content: Content = Object.fromEntries(fields.map(({ name }) => [name, merged[name] ?? null]));
  return { merged: content, conflicts };
}

/** The same where one's own value counts wherever both changed it. */
export function fieldwise(kind: Kind, contents: { base: Content; mine: Content; theirs: Content }): Content {
  const mine = Object.fromEntries(kind.fields.map(({ name }) => [name, "mine" as const]));
  return merge(kind, contents, mine).merged;
}
