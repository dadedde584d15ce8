import type { ReactNode } from "react";
import { UnconfirmedEmailNotice } from "~/applications/access/email-notice";
import type { MissingFiles } from "~/applications/required-files/missing.server";
import type { StepProblems } from "~/applications/stored-answers/completeness.server";
import type { WizardData } from "~/applications/wizard/data.server";
import { fieldId } from "~/applications/wizard/field-view";
import { LeavingButton, TextButton } from "~/applications/wizard/links";
import { makeCleanCopy } from "~/documents/file-rules";
import { Banner } from "~/ui/notices/banner";
import { PicturesAgain } from "./pictures-again";
import type { StepAskedAgain } from "./review-data";

type ReviewPointsProps = {
  data: WizardData;
  /** The server's findings from a submission; otherwise the current ones are shown. */
  incomplete: readonly StepProblems[];
  check: ReactNode;
  passport: string | undefined;
  form: string;
  onGo: (target: string) => void;
  onDocuments: () => void;
};

export function ReviewPoints(props: ReviewPointsProps) {
  const { data, incomplete, check, passport, form, onGo, onDocuments } = props;
  const { asked } = data;
  const isAnew = (name: string) => asked.documents.includes(name);
  const documents = data.documents?.missing ?? [];
  const missing = { documents: documents.filter((name) => !isAnew(name)), later: data.later };
  const needed = incomplete.length > 0 ? incomplete : data.missing;
  return (
    <div className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
      <NewForRenewal steps={data.anew} documents={asked.documents} form={form} onGo={onGo} onDocuments={onDocuments} />
      {needed.length > 0 ? (
        <NeededAnswers steps={needed} isRefused={incomplete.length > 0} form={form} onGo={onGo} />
      ) : null}
      {check}
      {passport ? (
        <Banner
          tone="warning"
          title="Your passport expires soon"
          action={
            <TextButton form={form} intent={`goto:passport_info:${fieldId("expirationDate")}`} onGo={onGo}>
              Change the date
            </TextButton>
          }
        >
          {passport}
        </Banner>
      ) : null}
      <MissingDocuments {...missing} form={form} onGo={onGo} onDocuments={onDocuments} />
      <AgedDocuments documents={data.documents?.aged ?? []} form={form} onGo={onGo} />
      {data.address.change === null ? <UnconfirmedEmailNotice id={data.id} address={data.address} form={form} /> : null}
      <PicturesAgain files={data.hinted} form={form} onGo={onGo} onDocuments={onDocuments} />
    </div>
  );
}

type NewForRenewalProps = { steps: readonly StepAskedAgain[]; documents: readonly string[] } & Pick<
  ReviewPointsProps,
  "form" | "onGo" | "onDocuments"
>;

/** What was not copied from the former case and is not given yet. Only what is required blocks the submission. */
function NewForRenewal({ steps, documents, form, onGo, onDocuments }: NewForRenewalProps) {
  if (steps.length === 0 && documents.length === 0) return null;
  return (
    <Banner
      tone="warning"
      title="New for this renewal"
      action={
        documents.length > 0 ? (
          <LeavingButton form={form} to="documents" onLeave={onDocuments}>
            Add documents
          </LeavingButton>
        ) : undefined
      }
    >
      <p>
        We didn’t copy these from your last application, because they change. Optional answers can stay open, and
        documents can follow after you submit.
      </p>
      <ul className="mt-2 grid gap-1.5">
        {steps.map(({ code, title, questions }) => (
          <li key={code}>
            <span className="font-semibold">{title}</span>
            <ul className="grid">
              {questions.map(({ name, label }) => (
                <li key={name}>
                  <TextButton form={form} intent={`goto:${code}:${fieldId(name)}`} onGo={onGo} className="text-left">
                    {label}
                  </TextButton>
                </li>
              ))}
            </ul>
          </li>
        ))}
        {documents.length > 0 ? (
          <li>
            <span className="font-semibold">Documents</span>
            <ul className="grid">
              {documents.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </li>
        ) : null}
      </ul>
    </Banner>
  );
}

type NeededProps = { steps: readonly StepProblems[]; isRefused: boolean } & Pick<ReviewPointsProps, "form" | "onGo">;

/** Every message under its step, or if these are more than seven, one line a step with their count. */
function NeededAnswers({ steps, isRefused, form, onGo }: NeededProps) {
  const isLong = steps.reduce((sum, { problems }) => sum + problems.length, 0) > 7;
  return (
    <Banner tone="warning" title="Some answers are still needed" role={isRefused ? "alert" : undefined}>
      <ul className="mt-1 grid gap-1.5">
        {steps.map(({ code, title, problems }) => (
          <li key={code}>
            {isLong ? null : <span className="font-semibold">{title}</span>}
            <ul className="grid">
              {(isLong ? problems.slice(0, 1) : problems).map(({ name, message }) => (
                <li key={name}>
                  <TextButton form={form} intent={`goto:${code}:${fieldId(name)}`} onGo={onGo} className="text-left">
                    {isLong ? `Answer ${problems.length} questions in ${title}` : message}
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

/** They do not block the submission. Each is added among the documents, or in its step. */
function MissingDocuments({
  documents,
  later,
  form,
  onGo,
  onDocuments,
}: Pick<ReviewPointsProps, "form" | "onGo" | "onDocuments"> & MissingFiles) {
  const names = [...documents, ...later.map(({ name }) => name)];
  if (names.length === 0) return null;
  const removed = later.flatMap(({ name, url }) => (url ? [name] : []));
  const them = names.length === 1 ? "it" : "them";
  return (
    <Banner
      tone="info"
      title="Some documents can still follow"
      action={
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {later.map(({ name, step, input }) => (
            <TextButton key={input} form={form} intent={`goto:${step}:${fieldId(input)}`} onGo={onGo}>
              Upload: {name}
            </TextButton>
          ))}
          {documents.length > 0 ? (
            <LeavingButton form={form} to="documents" onLeave={onDocuments}>
              Add documents
            </LeavingButton>
          ) : null}
        </div>
      }
    >
      {removed.length > 0 ? (
        <p className="mb-2">{`We found a virus in the file for ${removed.join(" and ")} and removed it. ${makeCleanCopy}`}</p>
      ) : null}
      {`${names.join(", ")}. You can submit without ${them} and send ${them} later, on your application’s page. Sending everything now speeds up the decision.`}
    </Banner>
  );
}

type AgedProps = { documents: NonNullable<WizardData["documents"]>["aged"] } & Pick<ReviewPointsProps, "form" | "onGo">;

/** Too old, soon too old, valid for too short or without a date. They do not block the submission either. */
function AgedDocuments({ documents, form, onGo }: AgedProps) {
  if (documents.length === 0) return null;
  const isOld = documents.some(({ isDated }) => isDated);
  const isUndated = documents.some(({ isDated }) => !isDated);
  return (
    <Banner tone="warning" title={isOld ? "Some documents need a newer copy" : "Some documents need their date"}>
      <ul className="grid gap-2">
        {documents.map(({ type, name, says, answer }) => (
          <li key={type}>
            <TextButton
              form={form}
              intent={answer ? `goto:passport_info:${fieldId(answer)}` : `documents:${type}`}
              onGo={onGo}
              className="text-left"
            >
              {name}
            </TextButton>
            <p>{says}</p>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        You can submit now.
        {isOld ? " If we need a newer copy, we’ll ask for it on your application’s page." : null}
        {isUndated ? " We’ll read a missing date from the document." : null}
      </p>
    </Banner>
  );
}
