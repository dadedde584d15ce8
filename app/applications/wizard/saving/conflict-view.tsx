import { Form, Link } from "react-router";
import { contradictionsIn } from "~/applications/steps/contradictions/asked";
import { reviewField } from "~/applications/steps/review";
import { allAnswers } from "~/applications/wizard/checking/all-answers";
import type { WizardData } from "~/applications/wizard/data.server";
import { answerAsText } from "~/form-engine/answer-text";
import { confirmedIn } from "~/form-engine/confirmed-part";
import { type Answers, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { notAnswered } from "~/form-engine/not-answered";
import { labelOf } from "~/form-engine/relevance";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import { typedText, withTypedEntries } from "~/form-engine/typed/typed-text";
import { formOf } from "~/form-engine/write-form";
import { Button } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { forgetUnsent } from "../../access/unsent-places";
import type { StepOutcome } from "./step-outcome";
import { inOrder } from "./unsent-fields";

type Conflict = Extract<StepOutcome, { kind: "stale" }>;

/** Shows both versions of a step that was changed in two tabs or on two devices, and lets the person choose. */
export default function ConflictView(props: { data: WizardData; definition: StepDefinition; conflict: Conflict }) {
  const { data, definition, conflict } = props;
  const names = new Map(data.countries.map(({ code, name }) => [code, name]));
  const inWords = (field: Field, answers: Answers) =>
    typedText(field, answers) ||
    (answerAsText(reviewField(field, withTypedEntries(field, answers), (code) => names.get(code) ?? code).answer) ??
      notAnswered);
  const differing = fieldsOf(definition).filter(
    ({ name }) => versionOf(name, conflict.stored) !== versionOf(name, conflict.answers),
  );
  const confirmed = [conflict.answers, conflict.stored].map((answers) => confirmedHere(data, definition, answers));
  const hasSameConfirmations = confirmed[0] === confirmed[1];
  return (
    <>
      <h1 className="text-4xl">Two versions of this step</h1>
      <Banner tone="warning" role="alert" className="mt-6" title={data.step.title}>
        This step was changed in another tab or on another device after you opened it here. Nothing was overwritten.
        Which answers are right?
      </Banner>
      <ul className="mt-7 grid gap-4">
        {differing.map((field) => (
          <li key={field.name} className="rounded-xl border border-dune bg-white px-5 py-4">
            <h2 className="font-sans text-base font-semibold tracking-normal">{labelOf(field, conflict.answers)}</h2>
            <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
              <Version label="Typed here" answer={inWords(field, conflict.answers)} />
              <Version label="Saved elsewhere" answer={inWords(field, conflict.stored)} />
            </dl>
          </li>
        ))}
        {differing.length === 0 && hasSameConfirmations ? <li>Both say the same, so you can keep either.</li> : null}
        {hasSameConfirmations ? null : (
          <li className="rounded-xl border border-dune bg-white px-5 py-4">
            <h2 className="font-sans text-base font-semibold tracking-normal">You confirmed</h2>
            <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
              <Version label="Typed here" answer={confirmed[0] || "Nothing"} />
              <Version label="Saved elsewhere" answer={confirmed[1] || "Nothing"} />
            </dl>
          </li>
        )}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        <Form method="post" reloadDocument>
          <input type="hidden" name="step" value={data.step.code} />
          <input type="hidden" name="revision" value={conflict.revision} />
          {formOf(definition, conflict.answers).map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" size="lg" name="intent" value="save">
            Keep what I typed here
          </Button>
        </Form>
        <Link
          to={`/apply/${data.id}?step=${data.step.code}`}
          reloadDocument
          onClick={() => forgetUnsent(data.id, [data.step.code])}
          className="inline-flex min-h-13 items-center rounded-md border border-edge bg-white px-6 font-semibold hover:border-navy"
        >
          Use what was saved elsewhere
        </Link>
      </div>
    </>
  );
}

const confirmedHere = (data: WizardData, definition: StepDefinition, answers: Answers): string =>
  contradictionsIn(
    allAnswers(data, definition, answers),
    // The review confirms those of all steps.
    definition.code === "review_certification" ? undefined : definition,
  )
    .filter(({ key, mark }) => confirmedIn(answers)[key] === mark)
    .map(({ sentence }) => sentence)
    .join("\n");

const versionOf = (name: string, answers: Answers) => inOrder([answers[name] ?? null, rawInputOf(name, answers)]);

function Version({ label, answer }: { label: string; answer: string }) {
  return (
    <div className="min-w-0 border-l-2 border-shallows pl-3">
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="font-medium whitespace-pre-line wrap-anywhere">{answer}</dd>
    </div>
  );
}
