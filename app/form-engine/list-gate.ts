import { type Answers, fieldsOf, type ListField, type Problem, type StepDefinition } from "./definition";
import { entriesOf, isPresent } from "./relevance";

/** Whether nothing was given in an entry. */
const isBlank = (entry: Answers): boolean => !Object.values(entry).some(isPresent);

/** Whether an entry of the list says something. */
const saysSomething = (field: ListField, answers: Answers): boolean =>
  entriesOf(field, answers).some((entry) => !isBlank(entry));

/**
 * What is wrong between a list and its question (`gate`): Yes with a list that says nothing, or No beside an entry
 * (N-LIST-2, N-LIST-3).
 */
export function gateProblem(field: ListField, answers: Answers): Problem | undefined {
  const { name, label, gate } = field;
  if (!gate) return undefined;
  const [first, second] = entriesOf(field, answers);
  if (answers[gate] === true && (!first || (isBlank(first) && !second)))
    return { name, message: `${label}: please add at least one, or answer No` };
  if (answers[gate] === false && saysSomething(field, answers))
    return { name, message: `${label}: you answered No, and there is an entry. Answer Yes, or remove it` };
  return undefined;
}

/** `answers` with Yes to the questions of lists that have an entry while the question is open (N-LIST-3). */
export function withOpenGates(step: StepDefinition, answers: Answers): Answers {
  const known = { ...answers };
  for (const field of fieldsOf(step))
    if (field.kind === "list" && field.gate && known[field.gate] === undefined && saysSomething(field, answers))
      known[field.gate] = true;
  return known;
}
