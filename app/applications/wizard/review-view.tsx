import { AnswersView } from "~/applications/submission/answers-view";
import type { StepProblems } from "~/applications/submission/completeness.server";
import { Banner } from "~/ui/notices/banner";
import type { WizardData } from "./data.server";
import { LeavingButton } from "./links";

type ReviewViewProps = {
  data: WizardData;
  incomplete: readonly StepProblems[];
  form: string;
  onGo: (code: string) => void;
  onDocuments: () => void;
};

/** Every relevant answer under its step with a way to change it, and what is still missing, named and linked. */
export function ReviewView({ data, incomplete, form, onGo, onDocuments }: ReviewViewProps) {
  const missing = incomplete.length > 0 ? incomplete : data.missing;
  const change = (code: string, words: string, title: string) => (
    <button
      type="submit"
      form={form}
      name="intent"
      value={`goto:${code}`}
      formNoValidate
      onClick={(event) => {
        event.preventDefault();
        onGo(code);
      }}
      className="min-h-8 rounded-xs font-semibold text-sea-ink underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {words}
      <span className="sr-only"> {title}</span>
    </button>
  );
  return (
    <div className="mb-10">
      {missing.length > 0 ? (
        <Banner
          tone="warning"
          title="Some answers are still needed"
          className="mb-8"
          role={incomplete.length > 0 ? "alert" : undefined}
        >
          <ul className="mt-1 grid gap-3">
            {missing.map((step) => (
              <li key={step.code}>
                {change(step.code, step.title, "")}
                <ul className="list-disc pl-5">
                  {step.problems.map((problem) => (
                    <li key={problem.name}>{problem.message}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <div className="rounded-xl border border-dune bg-white px-5 py-6 sm:px-7">
        <AnswersView steps={data.review} action={(step) => change(step.code, "Change", step.title)} />
      </div>
      {data.documents ? <DocumentsReview {...data.documents} form={form} onDocuments={onDocuments} /> : null}
    </div>
  );
}

type DocumentsReviewProps = NonNullable<WizardData["documents"]> & { form: string; onDocuments: () => void };

/** Uploaded files by their purpose. Missing required documents are named, but do not block the submission. */
function DocumentsReview({ slots, missing, form, onDocuments }: DocumentsReviewProps) {
  return (
    <section
      aria-labelledby="review-documents"
      className="mt-6 rounded-xl border border-dune bg-white px-5 py-6 sm:px-7"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-3 border-b border-dune pb-2">
        <h3 id="review-documents" className="text-xl">
          Documents
        </h3>
        <LeavingButton form={form} to="documents" onLeave={onDocuments}>
          {missing.length > 0 ? "Add documents" : "Change"}
          <span className="sr-only"> Documents</span>
        </LeavingButton>
      </div>
      <dl className="divide-y divide-dune/70">
        {slots.map((slot) => (
          <div key={slot.type} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <dt className="text-sm text-stone">{slot.name}</dt>
            <dd dir="auto" className="break-words">
              {slot.files.length > 0 ? slot.files.join(", ") : <span className="text-stone">Not uploaded</span>}
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 ? (
        <Banner tone="info" className="mt-4" title="Some documents can still follow">
          {`${missing.join(", ")}. You can submit without ${missing.length === 1 ? "it" : "them"} and send ${missing.length === 1 ? "it" : "them"} later, in reply to our confirmation mail. What is here from the start is decided sooner.`}
        </Banner>
      ) : null}
    </section>
  );
}
