import { currentFacts, inside, readFacts } from "~/content/facts/facts.server";
import { chipsOf, type Facts, goneFacts, namesFacts, neverKnown } from "~/content/facts/texts";
import type { Queryable } from "~/db/client.server";
import { type Content, differing, type Kind, type Problems } from "./kind";

/** Everything that a text can name, with what it says now (O-FACT-1). */
export const factsToName = async () => chipsOf(await currentFacts());

/** The first of what is wrong in each of these fields. */
async function wrongIn(
  from: Queryable,
  kind: Kind,
  fields: Kind["fields"],
  content: Content,
  wrong: (text: string, facts: Facts) => string | undefined,
): Promise<Problems> {
  const named = fields.filter(({ name }) => namesFacts(JSON.stringify(content[name] ?? null)));
  if (!kind.facts || named.length === 0) return {};
  const facts = await readFacts(from);
  const problems: Problems = {};
  for (const { name } of named)
    inside(content[name] ?? null, (text) => {
      const message = wrong(text, facts);
      if (message !== undefined) problems[name] ??= message;
      return text;
    });
  return problems;
}

/** Refuses facts that nobody knows in the fields that were changed. */
export const unknownIn = (from: Queryable, kind: Kind, before: Content, content: Content): Promise<Problems> =>
  wrongIn(from, kind, differing(kind, before, content), content, (text, facts) => {
    const [unknown] = neverKnown(text, facts);
    return unknown && `This text does not know ${unknown}`;
  });

/** Refuses facts of what was deleted (O-FACT-4). */
export const goneIn = (from: Queryable, kind: Kind, content: Content): Promise<Problems> =>
  wrongIn(from, kind, kind.fields, content, (text, facts) => {
    const [gone] = goneFacts(text, facts);
    const [unknown] = neverKnown(text, facts);
    return gone ? `${gone} Choose another, or write without it.` : unknown && `This text does not know ${unknown}`;
  });
