import type { ReactNode } from "react";
import { UnconfirmedAddress } from "~/applications/access/address-notice";
import type { StepProblems } from "~/applications/submission/completeness.server";
import type { WizardData } from "~/applications/wizard/data.server";
import { fieldId } from "~/applications/wizard/field-view";
import { LeavingButton, TextButton } from "~/applications/wizard/links";
import { Banner } from "~/ui/notices/banner";

type ReviewPointsProps = {
  data: WizardData;
  /** What a submission was refused for; otherwise what is missing now is named. */
  incomplete: readonly StepProblems[];
  /** The contradictions that nobody confirmed (N-WARN-3). */
  check: ReactNode;
  form: string;
  onGo: (place: string) => void;
  onDocuments: () => void;
};

/** What is still open in the whole application, each with a way to it; nothing where nothing is (N-REVIEW-5). */
export function ReviewPoints({ data, incomplete, check, form, onGo, onDocuments }: ReviewPointsProps) {
  const missing = data.documents?.missing ?? [];
  const needed = incomplete.length > 0 ? incomplete : data.missing;
  return (
    <div className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
      {needed.length > 0 ? (
        <NeededAnswers steps={needed} isRefused={incomplete.length > 0} form={form} onGo={onGo} />
      ) : null}
      {check}
      {missing.length > 0 ? <MissingDocuments names={missing} form={form} onDocuments={onDocuments} /> : null}
      <UnconfirmedAddress id={data.id} address={data.address} form={form} />
    </div>
  );
}

type NeededProps = { steps: readonly StepProblems[]; isRefused: boolean } & Pick<ReviewPointsProps, "form" | "onGo">;

function NeededAnswers({ steps, isRefused, form, onGo }: NeededProps) {
  return (
    <Banner tone="warning" title="Some answers are still needed" role={isRefused ? "alert" : undefined}>
      <ul className="mt-1 grid gap-3">
        {steps.map(({ code, title, problems }) => (
          <li key={code}>
            <span className="font-semibold">{title}</span>
            <ul className="grid">
              {problems.map(({ name, message }) => (
                <li key={name}>
                  <TextButton form={form} intent={`goto:${code}:${fieldId(name)}`} onGo={onGo} className="text-left">
                    {message}
                  </TextButton>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** They do not block the submission. */
function MissingDocuments({
  names,
  form,
  onDocuments,
}: Pick<ReviewPointsProps, "form" | "onDocuments"> & {
  names: readonly string[];
}) {
  const them = names.length === 1 ? "it" : "them";
  return (
    <Banner
      tone="info"
      title="Some documents can still follow"
      action={
        <LeavingButton form={form} to="documents" onLeave={onDocuments}>
          Add documents
        </LeavingButton>
      }
    >
      {`${names.join(", ")}. You can submit without ${them} and send ${them} later, in reply to our confirmation mail. What is here from the start is decided sooner.`}
    </Banner>
  );
}
