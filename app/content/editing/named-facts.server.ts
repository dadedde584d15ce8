import { currentFacts, mapStrings, readFacts } from "~/content/facts/facts.server";
import { deletedFacts, type Facts, mentionsFacts, placeholdersOf, unresolvedFacts } from "~/content/facts/texts";
import type { Queryable } from "~/db/client.server";
import { withoutPlaceholders } from "~/mail/texts/placeholders";
import { type Content, differing, type Kind, type Problems } from "./kind";

const ownOf = ({ fields }: Kind): string[] => fields.flatMap(({ ownFacts = [] }) => ownFacts);

/** All facts that a text can name, with their current values, except names that the kind defines itself. */
export async function factsToName(kind: Kind) {
  const own = new Set(ownOf(kind).map((name) => `{${name}}`));
  const groups = placeholdersOf(await currentFacts());
  return groups.map(({ group, chips }) => ({ group, chips: chips.filter(({ chip }) => !own.has(chip)) }));
}

async function wrongIn(
  from: Queryable,
  kind: Kind,
  fields: Kind["fields"],
  content: Content,
  wrong: (text: string, facts: Facts) => string | undefined,
): Promise<Problems> {
  const named = fields.filter(({ name }) => mentionsFacts(JSON.stringify(content[name] ?? null)));
  if (!kind.facts || named.length === 0) return {};
  const facts = await readFacts(from);
  const problems: Problems = {};
  for (const { name, ownFacts = [] } of named)
    mapStrings(content[name] ?? null, (text) => {
      const message = wrong(withoutPlaceholders(text, ownFacts), facts);
      if (message !== undefined) problems[name] ??= message;
      return text;
    });
  return problems;
}

/** Refuses unknown facts in changed fields only. */
export const unknownIn = (from: Queryable, kind: Kind, before: Content, content: Content): Promise<Problems> =>
  wrongIn(from, kind, differing(kind, before, content), content, (text, facts) => {
    const [unknown] = unresolvedFacts(text, facts);
    return unknown && `You can’t use ${unknown} in this text`;
  });

export const deletedFactProblems = (from: Queryable, kind: Kind, content: Content): Promise<Problems> =>
  wrongIn(from, kind, kind.fields, content, (text, facts) => {
    const [deleted] = deletedFacts(text, facts);
    const [unknown] = unresolvedFacts(text, facts);
    return deleted
      ? `${deleted} Choose another, or write without it.`
      : unknown && `You can’t use ${unknown} in this text`;
  });
