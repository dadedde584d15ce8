import { useRef, useState } from "react";
import { StepFields } from "~/applications/wizard/step-fields";
import { namesIn } from "~/core/countries/country-options";
import type { CountryOption } from "~/core/countries/country-search";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import { type Answers, knownKey, type Problem, type StepDefinition } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { remainingProblems, type Today } from "~/form-engine/validate";

type StepQuestionsProps = {
  step: StepDefinition;
  initial: Answers;
  /** What its conditions read of other steps (`knownOf`). */
  known?: Readonly<Record<string, unknown>>;
  problems: readonly Problem[];
  countries: readonly CountryOption[];
  today: Today;
  /** The countries whose calling codes are suggested for a phone without one. */
  phoneCountries: readonly string[];
};

/** The desk shows all sections, also on a phone. */
const whole = { parts: [], open: 0, isOn: false };

/** The wizard's questions in a form of the desk, which is saved by its buttons alone. */
export function StepQuestions({
  step,
  initial,
  known = {},
  problems,
  countries,
  today,
  phoneCountries,
}: StepQuestionsProps) {
  const container = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(initial);
  const answers = { ...current, [knownKey]: known };
  function read() {
    const form = container.current?.closest("form");
    if (form) setCurrent(withCountryCodes(step, readStepForm(step, new FormData(form)), namesIn(countries)));
  }
  return (
    <div ref={container} onInput={read} onChange={read}>
      <StepFields
        step={step}
        stored={initial}
        answers={answers}
        problems={remainingProblems(problems, step, answers, { today, countries })}
        sections={whole}
        countries={countries}
        today={today}
        phoneCountries={phoneCountries}
        onChange={read}
      />
    </div>
  );
}
