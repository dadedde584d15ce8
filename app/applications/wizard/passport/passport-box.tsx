import type { MouseEvent } from "react";
import { chosenValueInput, type PassportSuggestion, type SuggestedValue } from "~/applications/passport/suggestion";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";

type PassportBoxProps = {
  suggestion: PassportSuggestion;
  /** The form that the inputs belong to, if they are outside it. */
  form?: string | undefined;
  /** What its buttons send. */
  use: string;
  decline: string;
  /** With script, instead of sending the form by its button. */
  onGo?: ((intent: string) => void) | undefined;
  className?: string;
};

/** What was read from the passport's page, to answer the questions that are still open. */
export function PassportBox({ suggestion, form, use, decline, onGo, className = "" }: PassportBoxProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!onGo) return;
    event.preventDefault();
    onGo(event.currentTarget.value);
  };
  return (
    <section
      aria-labelledby="passport-values-title"
      className={`rounded-xl border border-dune bg-white px-5 py-5 sm:px-6 ${className}`}
    >
      <h2 id="passport-values-title" className="font-sans text-lg leading-snug font-bold tracking-normal text-ink">
        We read this from your passport
      </h2>
      <p className="mt-1 text-stone">Compare it with your passport. Nothing is filled in before you choose it.</p>
      <ul className="mt-3 grid border-t border-line">
        {suggestion.values.map((value) => (
          <li key={value.name} className="border-b border-line py-0.5">
            {value.isAnswered ? <Answered value={value} /> : <Choice value={value} form={form} />}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" form={form} formNoValidate name="intent" value={use} onClick={press}>
          Use these answers
        </Button>
        <Button
          type="submit"
          form={form}
          formNoValidate
          name="intent"
          value={decline}
          variant="outline"
          onClick={press}
        >
          No, thanks
        </Button>
      </div>
    </section>
  );
}

const Named = ({ label, text }: SuggestedValue) => (
  <>
    <span className="block text-sm text-stone">{label}</span>
    <bdi className="font-semibold wrap-anywhere text-ink">{text}</bdi>
  </>
);

const Choice = ({ value, form }: { value: SuggestedValue; form: string | undefined }) => (
  <Checkbox
    id={`passport-value-${value.name}`}
    form={form}
    name={chosenValueInput}
    value={value.name}
    defaultChecked={value.isChecked}
    label={<Named {...value} />}
  />
);

/** Indented as the label of a checkbox. */
const Answered = ({ value }: { value: SuggestedValue }) => (
  <div className="py-2.5 pl-9">
    <div className="pt-0.5 leading-snug">
      <Named {...value} />
      <span className="mt-0.5 block text-sm text-stone">You’ve already answered this. Your answer stays.</span>
    </div>
  </div>
);
