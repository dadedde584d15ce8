import { type Content, isSame, type Kind } from "./kind";

export type Conflict = { name: string; mine: string; theirs: string };
type Choices = Readonly<Record<string, "mine" | "theirs">>;

/**
 * Three-way merge of the typed content with what was stored since `base`: fields that one side changed are taken over;
 * a field that both changed is a conflict until the admin chooses.
 */
export function merge(
  { fields }: Kind,
  { base, mine, theirs }: Record<"base" | "mine" | "theirs", Content>,
  choices: Choices,
) {
  const merged: Content = {};
  const conflicts: Conflict[] = [];
  for (const { name, format } of fields) {
    const [was, own = null, theirValue = null] = [base[name], mine[name], theirs[name]];
    const isConflict = !isSame(own, was) && !isSame(theirValue, was) && !isSame(own, theirValue);
    if (isConflict && !choices[name]) conflicts.push({ name, mine: format(own), theirs: format(theirValue) });
    const takesTheirs = isConflict ? choices[name] === "theirs" : isSame(own, was);
    merged[name] = takesTheirs ? theirValue : own;
  }
  return { merged, conflicts };
}

/** Like `merge`, but "mine" wins every conflict. */
export function fieldwise(kind: Kind, contents: { base: Content; mine: Content; theirs: Content }): Content {
  const ownChoices = Object.fromEntries(kind.fields.map(({ name }) => [name, "mine" as const]));
  return merge(kind, contents, ownChoices).merged;
}
