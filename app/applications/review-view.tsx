import { Banner } from "~/ui/banner";
import { AnswersView } from "./answers-view";
import type { StepProblems } from "./submit.server";
import type { WizardData } from "./wizard-data.server";

type ReviewViewProps = {
  data: WizardData;
  incomplete: readonly StepProblems[];
  form: string;
  onGo: (code: string) => void;
};

/** Every relevant answer under its step with a way to change it, and what is still missing, named and linked. */
export function ReviewView({ data, incomplete, form, onGo }: ReviewViewProps) {
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
    </div>
  );
}
