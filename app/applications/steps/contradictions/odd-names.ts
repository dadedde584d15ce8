import { type Answers, type Field, textOf } from "~/form-engine/definition";
import { entriesOf, labelOf } from "~/form-engine/relevance";

/** Characters that are not written in names: digits, emoji, and the characters of markup, formulas and addresses. */
const oddCharacters = /[\p{Nd}\p{RI}\p{Extended_Pictographic}<>{}[\]|\\@#$%^*_=~+!?;:]/u;

/** Fillers for a required input. */
const noName = /^(?:n\s*[/.\\-]\s*a\.?|not applicable|none|nil|unknown|no name|[\p{P}\s]+)$/iu;

/** Whether a name is unlikely; it can be right, so it is asked about and never refused. */
const isOddName = (name: string): boolean => oddCharacters.test(name) || noName.test(name.trim());

const isNameField = (field: Field): boolean => "personName" in field;

/** Whether a field asks for a person's name, itself or in its list entries. */
export const asksForNames = (field: Field): boolean =>
  field.kind === "list" ? field.fields.some(isNameField) : isNameField(field);

export function oddNamesOf(field: Field, answers: Answers): string | undefined {
  if (field.kind !== "list") return oddNameOf(field, answers);
  const odd = entriesOf(field, answers).flatMap((entry, index) =>
    field.fields.flatMap((part) => oddNameOf(part, entry, `${field.entry} #${index + 1}: `) ?? []),
  );
  return odd.length > 0 ? odd.join(" ") : undefined;
}

function oddNameOf(field: Field, answers: Answers, before = ""): string | undefined {
  const name = textOf(answers[field.name]);
  if (!("personName" in field) || !name || !isOddName(name)) return undefined;
  if (typeof field.personName === "function" && !field.personName(answers)) return undefined;
  return `${before}${labelOf(field, answers)} is “${name}”.`;
}
