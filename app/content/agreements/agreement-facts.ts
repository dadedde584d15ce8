import type { AgreementBlock } from "~/db/schema/agreement-templates";
import { fillPlaceholders, nameIn, unknownPlaceholders } from "~/mail/texts/placeholders";

/** The facts that the text of an agreement may name in braces, such as `{our fee}`, in the order of their list. */
export const agreementFacts = [
  "applicant",
  "case number",
  "service",
  "price option",
  "our fee",
  "government fee",
  "fee recipient",
  "total",
  "refund terms",
  "our name",
  "legal name",
  "our address",
  "our email",
  "our phone",
  "day",
] as const;
export type AgreementFact = (typeof agreementFacts)[number];

/** The facts of one case; null or empty where it lacks one. */
export type AgreementFacts = Readonly<Record<AgreementFact, string | null>>;

export type AgreementText = { title: string; blocks: readonly AgreementBlock[] };

type FilledAgreement =
  | { ok: true; title: string; blocks: AgreementBlock[]; facts: Record<string, string> }
  | { ok: false; empty: string };

const isFact = (name: string): name is AgreementFact => agreementFacts.some((fact) => fact === name);

/** The texts of an agreement in the order in which they are read. */
export const textsOf = ({ title, blocks }: AgreementText): string[] => [
  title,
  ...blocks.flatMap((block) => ("heading" in block ? [block.heading] : block.paragraphs)),
];

/** Whether the text names a fact. */
export const namesFact = (text: AgreementText, fact: AgreementFact): boolean =>
  textsOf(text).some((part) => unknownPlaceholders(part, []).some((rawName) => nameIn(rawName) === fact));

/** The first name in braces that is no fact of an agreement, as it was written. */
export const unknownFactIn = (texts: readonly string[]): string | undefined =>
  texts.flatMap((text) => unknownPlaceholders(text, agreementFacts))[0];

/**
 * Fills in the facts that the text names, and returns these alone. `empty`: the first of them that the case lacks, so
 * that nobody is offered a text with a gap. Braces in a fact stay text.
 */
export function fillAgreement({ title, blocks }: AgreementText, facts: AgreementFacts): FilledAgreement {
  const named: Record<string, string> = {};
  for (const text of textsOf({ title, blocks }))
    for (const rawName of unknownPlaceholders(text, [])) {
      const name = nameIn(rawName);
      const fact = isFact(name) ? (facts[name]?.trim() ?? "") : "";
      if (fact === "") return { ok: false, empty: name };
      named[name] = fact;
    }
  const filled = (text: string) => fillPlaceholders(text, named);
  return {
    ok: true,
    title: filled(title),
    blocks: blocks.map((block) =>
      "heading" in block
        ? { heading: filled(block.heading) }
        : { paragraphs: block.paragraphs.map((paragraph) => filled(paragraph)) },
    ),
    facts: named,
  };
}
