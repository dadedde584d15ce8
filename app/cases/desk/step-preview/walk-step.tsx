import { Paperclip } from "lucide-react";
import { useRef, useState } from "react";
import { withKnown } from "~/applications/steps/answers-in";
import { phoneCountries } from "~/applications/steps/phone-countries";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import type { WizardData } from "~/applications/wizard/data.server";
import { WizardFrame } from "~/applications/wizard/frame";
import { TextButton } from "~/applications/wizard/links";
import { reviewOf } from "~/applications/wizard/review/review-data";
import { ReviewView } from "~/applications/wizard/review/review-view";
import { SignatureDate } from "~/applications/wizard/review/signature-date";
import { StepHeading } from "~/applications/wizard/sections/step-heading";
import { StepFields } from "~/applications/wizard/step-fields";
import { StepForm } from "~/applications/wizard/step-form";
import { StepList } from "~/applications/wizard/step-list";
import { DateRuleText } from "~/catalogue/date-rule-text";
import { SampleLink } from "~/catalogue/sample-link";
import { namesIn } from "~/core/countries/country-options";
import type { Metadata } from "~/db/schema/applications";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import type { Answers } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { Badge } from "~/ui/lists/badge";
import type { StepPreview } from "./walk-data.server";
import { documentsPart } from "./walk-part";

const formId = "step";
/** Shows the whole step on one page, on phones too. */
const sections = { parts: [], open: 0, isOn: false };
const notStored = { message: "This is a preview: no file is taken.", again: false };

type WalkStepProps = { walk: StepPreview; onGo: (intent: string) => void };

/** A screen of the wizard whose answers exist in this page alone. */
export function StepPreviewStep({ walk, onGo }: WalkStepProps) {
  const [all, setAll] = useState<Record<string, Answers>>({});
  const { wizard, isOnDocuments } = walk;
  const saveAnswers = (answers: Answers) => setAll((before) => ({ ...before, [wizard.step.code]: answers }));
  const aside = (
    <>
      <StepList steps={wizard.steps} form={formId} onGo={(code) => onGo(`goto:${code}`)} />
      <div className="mt-2 border-t border-dune pt-2">
        <TextButton
          form={formId}
          intent={documentsPart}
          onGo={onGo}
          className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left leading-tight hover:bg-dune/60"
        >
          <span className="grid size-7 shrink-0 place-items-center">
            <Paperclip aria-hidden className="size-4.5 text-sea-ink" />
          </span>
          Documents
        </TextButton>
      </div>
    </>
  );
  return (
    <WizardFrame data={wizard} form={formId} aside={aside}>
      {isOnDocuments ? (
        <Documents walk={walk} />
      ) : (
        <Questions key={wizard.step.code} data={wizard} all={all} onKeep={saveAnswers} onGo={onGo} />
      )}
    </WizardFrame>
  );
}

type QuestionsProps = {
  data: WizardData;
  all: Record<string, Answers>;
  onKeep: (answers: Answers) => void;
  onGo: (intent: string) => void;
};

function Questions({ data, all, onKeep, onGo }: QuestionsProps) {
  const form = useRef<HTMLFormElement>(null);
  const definition = stepByCode(data.step.code);
  const [stored] = useState(() => all[data.step.code] ?? {});
  if (!definition) return null;
  const answers = withKnown(definition, all[data.step.code] ?? {}, metadataOf(all));
  const read = () => {
    if (!form.current) return;
    onKeep(withCountryCodes(definition, readStepForm(definition, new FormData(form.current)), namesIn(data.countries)));
  };
  const isReview = definition.code === "review_certification";
  return (
    <>
      <StepHeading step={data} definition={definition} {...sections} />
      <StepForm
        ref={form}
        id={formId}
        data={data}
        revision={0}
        isReview={isReview}
        busy={false}
        sections={sections}
        onRead={read}
        onSend={onGo}
      >
        {isReview ? (
          <ReviewView
            data={withReview(data, all)}
            incomplete={[]}
            check={null}
            passport={undefined}
            confirmed={[]}
            form={formId}
            onGo={onGo}
            onDocuments={() => onGo(documentsPart)}
          />
        ) : null}
        <StepFields
          step={definition}
          stored={stored}
          answers={answers}
          problems={[]}
          sections={sections}
          countries={data.countries}
          today={data.today}
          phoneCountries={phoneCountries(metadataOf(all))}
          files={{
            ...{ removed: [], hints: {}, formats: data.formats, statements: data.statements },
            ...{ attach: async () => notStored, detach: async () => undefined, keepHint: async () => undefined },
          }}
          onChange={read}
        />
        {isReview ? <SignatureDate day={data.signatureDate} /> : null}
      </StepForm>
    </>
  );
}

/** The typed answers, by the keys of the steps. */
const metadataOf = (all: Record<string, Answers>): Metadata =>
  Object.fromEntries(
    Object.entries(all).flatMap(([code, answers]) => {
      const definition = stepByCode(code);
      return definition ? [[metadataKey(definition), answers]] : [];
    }),
  );

function withReview(data: WizardData, all: Record<string, Answers>): WizardData {
  const otherSteps = data.steps.flatMap(({ code, title }) => {
    const definition = stepByCode(code);
    return definition && code !== data.step.code ? [{ definition, title }] : [];
  });
  const named = new Map(data.countries.map(({ code, name }) => [code, name]));
  const { review } = reviewOf(otherSteps, metadataOf(all), [], (code) => named.get(code) ?? code);
  return { ...data, review };
}

/** The service's required documents, as the wizard's page lists them. */
function Documents({ walk: { documents, wizard } }: { walk: StepPreview }) {
  return (
    <>
      <h1 className="text-4xl">Documents</h1>
      <p className="mt-2 text-lg text-stone">
        {documents.length === 0
          ? "No documents are asked for."
          : `What ${wizard.serviceName ?? "the service"} asks for. Applicants can send them now or later.`}
      </p>
      {documents.map(({ type, name, description, isRequired, dateRule, formats, sample }) => (
        <section
          key={type}
          aria-labelledby={`title-${type}`}
          className="mt-6 rounded-xl border border-dune bg-white px-5 py-5 sm:px-7 sm:py-6"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id={`title-${type}`} className="text-xl">
              {name}
            </h2>
            <Badge tone={isRequired ? "blue" : "gray"}>{isRequired ? "Required" : "Optional"}</Badge>
          </div>
          {description ? <p className="mt-1.5 text-stone">{description}</p> : null}
          <DateRuleText rule={dateRule} className="mt-1.5 text-stone" />
          <p className="mt-1.5 text-sm text-stone">{formats.join(", ").toUpperCase()}</p>
          <SampleLink sample={sample} of={name} className="mt-1.5" />
        </section>
      ))}
    </>
  );
}
