import { emptyKeyDate, type KeyDateInput, type KeyDateProblems } from "~/key-dates/key-date";
import { KeyDateFields } from "~/key-dates/key-date-fields";
import { readKeyDateForm } from "~/key-dates/read-form";
import { Checkbox } from "~/ui/forms/checkbox";
import { FieldError } from "~/ui/forms/field";
import { RadioGroup } from "~/ui/forms/radio-group";

export type DatesInput = {
  inputs: readonly KeyDateInput[];
  later: boolean;
  keep: readonly string[];
  remove: readonly string[];
};

/** How many an approval can record; more are added on the case. */
const mostInputs = 3;
const prefixOf = (index: number) => `date${index}.`;

/** Reads the key dates of the decision form. */
export function readDates(form: FormData): DatesInput {
  const left = [...form].filter(([name]) => name.startsWith("left."));
  const chosen = (value: string) => left.filter(([, is]) => is === value).map(([name]) => name.slice("left.".length));
  return {
    inputs: Array.from({ length: mostInputs }, (_, index) => readKeyDateForm(form, prefixOf(index))),
    later: form.get("later") === "yes",
    keep: chosen("keep"),
    remove: chosen("remove"),
  };
}

type Props = {
  /** Key dates that an earlier approval left. */
  left: readonly { id: string; label: string; day: string }[];
  typed: DatesInput | undefined;
  message: string | undefined;
  problems: readonly KeyDateProblems[];
};

/** Asks when it ends, once `Approved` is chosen; by the style sheet alone, so that it works without JavaScript. */
export function DecisionDates({ left, typed, message, problems }: Props) {
  const wrong = problems.map((problem) => Object.keys(problem).length > 0);
  const blockOf = (index: number) => (
    <KeyDateFields
      id={`date-${index}`}
      prefix={prefixOf(index)}
      input={typed?.inputs[index] ?? emptyKeyDate}
      problems={problems[index] ?? {}}
      noteHint="The applicant reads this."
    />
  );
  const isFilled = (index: number) => Boolean(typed?.inputs[index]?.kind) || wrong[index];
  return (
    <fieldset
      aria-describedby={message ? "decision-dates-hint decision-dates-error" : "decision-dates-hint"}
      className="hidden min-w-0 rounded-xl border border-line bg-sand px-4 py-4 group-has-[option[value=approved]:checked]/decide:block"
    >
      <legend className="float-left w-full text-lg font-semibold">Expirations and deadlines</legend>
      <div role={message || wrong.includes(true) ? "alert" : undefined} className="clear-both grid gap-4">
        <p id="decision-dates-hint" className="text-sm text-stone">
          Copy the day from the document. The applicant sees it, and is reminded before it ends.
        </p>
        {message ? <FieldError id="decision-dates">{message}</FieldError> : null}
        {left.map(({ id, label, day }) => (
          <RadioGroup
            key={id}
            id={`left-${id}`}
            name={`left.${id}`}
            legend={`${label}, ${day}`}
            hint="From the earlier approval. It is not in force until you decide."
            columns={2}
            defaultValue={typed?.keep.includes(id) ? "keep" : typed?.remove.includes(id) ? "remove" : undefined}
            options={[
              { value: "keep", label: "Keep" },
              { value: "remove", label: "Remove" },
            ]}
          />
        ))}
        {blockOf(0)}
        {[1, 2].map((index) => (
          <details key={index} open={isFilled(index) || undefined}>
            <summary className="button button-sm button-outline w-fit cursor-pointer">
              {index === 1 ? "Add a second date" : "Add a third date"}
            </summary>
            <div className="mt-3 rounded-lg border border-line bg-white p-4">{blockOf(index)}</div>
          </details>
        ))}
        <Checkbox
          id="decision-later"
          name="later"
          value="yes"
          defaultChecked={typed?.later}
          label="I will add it later"
        />
      </div>
    </fieldset>
  );
}
