import { type Answers, fieldsOf, type ListField, type Problem, type StepDefinition } from "./definition";
import { entriesOf, isPresent } from "./relevance";

const isBlank = (entry: Answers): boolean => !Object.values(entry).some(isPresent);

const hasFilledEntry = (field: ListField, answers: Answers): boolean =>
  entriesOf(field, answers).some((entry) => !isBlank(entry));

/** Checks a list against its question (`gate`): Yes without a filled entry, or No with one. */
export function gateProblem(field: ListField, answers: Answers): Problem | undefined {
  const { name, label, gate } = field;
  if (!gate) return undefined;
  const [first, second] = entriesOf(field, answers);
  if (answers[gate] === true && (!first || (isBlank(first) && !second)))
    return { name, message: `${label}: please add at least one, or answer No` };
  if (answers[gate] === false && hasFilledEntry(field, answers))
    return { name, message: `${label}: you answered No, and there is an entry. Answer Yes, or remove it` };
  return undefined;
}

/** Answers Yes to open questions of lists that have an entry. */
export function withOpenGates(step: StepDefinition, answers: Answers): Answers {
  const known = { ...answers };
  for (const field of fieldsOf(step))
    if (field.kind === "list" && field.gate && known[field.gate] === undefined && hasFilledEntry(field, answers))
      known[field.gate] = true;
  return known;
}
