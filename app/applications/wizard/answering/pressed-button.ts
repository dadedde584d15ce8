import { type Answers, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { entriesOf } from "~/form-engine/relevance";
import { rawInputIn, withRawInput } from "~/form-engine/typed/raw-input";

/** Applies a question's button without JavaScript: it adds or removes an entry, or completes a phone. */
export const withPressed = (definition: StepDefinition, answers: Answers, intent: string): Answers =>
  withPhone(definition, withListChange(definition, answers, intent), intent);

/** Without JavaScript the suggested phone is a submit button with the number in its value. */
function withPhone(definition: StepDefinition, answers: Answers, intent: string): Answers {
  const [verb, name = "", number = ""] = intent.split(":");
  if (
    verb !== "phone" ||
    !fieldsOf(definition).some((candidate) => candidate.kind === "phone" && candidate.name === name)
  )
    return answers;
  const rawInput = Object.entries(rawInputIn(answers)).filter(([input]) => input !== name);
  return withRawInput({ ...answers, [name]: number }, Object.fromEntries(rawInput));
}

/** Without JavaScript the list's buttons are submits. Adding an entry also answers its question Yes. */
function withListChange(definition: StepDefinition, answers: Answers, intent: string): Answers {
  const [verb, name, position] = intent.split(":");
  const field = fieldsOf(definition).find((candidate) => candidate.kind === "list" && candidate.name === name);
  if (field?.kind !== "list") return answers;
  const entries = entriesOf(field, answers);
  if (verb === "add" && entries.length < field.maxEntries)
    return { ...answers, ...(field.gate ? { [field.gate]: true } : {}), [field.name]: [...entries, {}] };
  if (verb === "remove") return { ...answers, [field.name]: entries.filter((_, index) => index !== Number(position)) };
  return answers;
}
