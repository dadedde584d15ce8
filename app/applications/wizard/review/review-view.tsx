import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { rowId } from "~/applications/access/step-url";
import type { PaymentTerms } from "~/applications/payment/payment-terms.server";
import { HowAndRefunds, ToPay } from "~/applications/payment/payment-words";
import { stepByCode } from "~/applications/steps/registry";
import { AnswerList } from "~/applications/stored-answers/answer-list";
import type { AnswerRow } from "~/applications/stored-answers/answer-runs";
import type { StepProblems } from "~/applications/stored-answers/completeness.server";
import type { WizardData } from "~/applications/wizard/data.server";
import { fieldId } from "~/applications/wizard/field-view";
import { LeavingButton, TextButton } from "~/applications/wizard/links";
import { fieldsOf } from "~/form-engine/definition";
import { breakable } from "~/ui/breakable";
import { Fold } from "~/ui/fold";
import type { ReviewedStep } from "./review-data";
import { ReviewPoints } from "./review-points";

type ReviewViewProps = {
  data: WizardData;
  incomplete: readonly StepProblems[];
  /** Unconfirmed contradictions; confirmed ones are sentences in `confirmed`. */
  check: ReactNode;
  confirmed: readonly string[];
  passport: string | undefined;
  form: string;
  /** With `goto:{code}:{input}`, the value of the buttons without JavaScript. */
  onGo: (intent: string) => void;
  onDocuments: () => void;
};

export function ReviewView(props: ReviewViewProps) {
  const { data, incomplete, check, confirmed, passport, form, onGo, onDocuments } = props;
  const steps = useOpenWhenWide();
  return (
    <div className="mb-10">
      <ReviewPoints
        data={data}
        incomplete={incomplete}
        check={check}
        passport={passport}
        form={form}
        onGo={onGo}
        onDocuments={onDocuments}
      />
      <div
        ref={steps}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-7 xl:gap-3 sm:rounded-xl sm:border sm:border-dune sm:bg-white sm:px-7 sm:py-6"
      >
        {data.review.map((step) => (
          <ReviewStep
            key={step.code}
            step={step}
            isWrong={data.missing.some(({ code }) => code === step.code)}
            form={form}
            onGo={onGo}
          />
        ))}
      </div>
      <YouConfirmed sentences={confirmed} />
      <div className="xl:grid xl:grid-cols-2 xl:items-start xl:gap-x-6">
        {data.documents ? <DocumentsReview {...data.documents} form={form} onDocuments={onDocuments} /> : null}
        {data.payment ? <WhatYouPay {...data.payment} /> : null}
      </div>
      {data.agreement ? <OurAgreement {...data.agreement} form={form} onGo={onGo} /> : null}
      <LeftOpen steps={data.review} form={form} onGo={onGo} />
    </div>
  );
}

/** Without `::details-content` CSS can't show closed steps in a wide window. */
function useOpenWhenWide() {
  const steps = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isWide = window.matchMedia("(width >= 40rem)").matches;
    if (!isWide || CSS.supports("selector(::details-content)")) return;
    for (const fold of steps.current?.querySelectorAll<HTMLDetailsElement>("section > details") ?? []) fold.open = true;
  }, []);
  return steps;
}

type ReviewStepProps = { step: ReviewedStep; isWrong: boolean } & Pick<ReviewViewProps, "form" | "onGo">;

/** Closed on a phone, so its title says whether it needs attention. */
function ReviewStep({ step, isWrong, form, onGo }: ReviewStepProps) {
  const count = step.answers.filter(({ answer }) => answer !== null).length;
  const isFolded = (name: string) => step.folded.includes(name);
  const rows = {
    idOf: ({ input }: AnswerRow) => rowId(step.code, input),
    action: ({ input, question }: AnswerRow) => (
      <TextButton form={form} intent={`goto:${step.code}:${sourceInput(step.code, input)}`} onGo={onGo}>
        Change<span className="sr-only"> {question}</span>
      </TextButton>
    ),
  };
  const title = `${rowId(step.code)}-title`;
  return (
    <section id={rowId(step.code)} tabIndex={-1} aria-labelledby={title} className="review-step">
      <h3
        id={title}
        className="hidden border-b border-dune pb-2 text-xl sm:supports-[selector(::details-content)]:block"
      >
        {step.title}
      </h3>
      <details className="group/step sm:[&::details-content]:[content-visibility:visible] max-sm:rounded-xl max-sm:border max-sm:border-dune max-sm:bg-white">
        <summary className="sm:supports-[selector(::details-content)]:hidden flex min-h-14 flex-wrap items-center gap-x-3 rounded-xl px-4 py-2 hover:bg-foam">
          <h3 className="min-w-0 flex-1 basis-40 font-sans text-base font-semibold tracking-normal wrap-anywhere">
            {breakable(step.title)}
          </h3>
          <span className="ml-auto flex items-center gap-3 text-xs text-stone">
            {isWrong ? <span className="font-medium text-warning">Needs attention</span> : null}
            {count} {count === 1 ? "answer" : "answers"}
            <ChevronDown aria-hidden className="size-4 transition-transform group-open/step:rotate-180" />
          </span>
        </summary>
        <div className="review-rows max-sm:border-t max-sm:border-dune max-sm:px-4 max-sm:py-1.5">
          <AnswerList answers={step.answers.filter(({ name }) => !isFolded(name))} {...rows} />
          {step.folded.length > 0 ? (
            <details className="review-left group/folded border-t border-dune/70">
              <summary className="flex min-h-11 items-center gap-2 text-sm text-stone hover:text-ink">
                {step.folded.length === 1 ? "1 question" : `${step.folded.length} questions`} not answered
                <ChevronDown aria-hidden className="size-4 transition-transform group-open/folded:rotate-180" />
              </summary>
              <AnswerList answers={step.answers.filter(({ name }) => isFolded(name))} {...rows} />
            </details>
          ) : null}
        </div>
      </details>
    </section>
  );
}

/** The input to change an answer in; a computed one that is not shown in its step is changed at its source. */
function sourceInput(code: string, input: string): string {
  const step = stepByCode(code);
  const field = step && fieldsOf(step).find(({ name }) => name === input);
  return (field?.kind === "yesno" && field.follows) || input;
}

type DocumentsReviewProps = NonNullable<WizardData["documents"]> & { form: string; onDocuments: () => void };

/** The applicant must see the terms of payment before signing. */
function WhatYouPay({ refundTerms, howToPay, phone, confirmed, ...price }: PaymentTerms) {
  return (
    <FoldedOnPhone id="review-payment" title="What you pay" aside={price.amount}>
      <div className="mt-2 grid gap-4 border-t border-dune pt-4 text-stone max-sm:pb-5">
        <ToPay {...price} note={`You pay nothing when you submit.${confirmed ? ` ${confirmed}` : ""}`} />
        <HowAndRefunds howToPay={howToPay} phone={phone} refundTerms={refundTerms} />
      </div>
    </FoldedOnPhone>
  );
}

type OurAgreementProps = NonNullable<WizardData["agreement"]> & Pick<ReviewViewProps, "form" | "onGo">;

/** Nothing waits for it: neither a step nor the submission. */
function OurAgreement({ isSigned, form, onGo }: OurAgreementProps) {
  return (
    <section
      aria-labelledby="review-agreement"
      className="mt-6 rounded-xl border border-dune bg-white px-5 pt-5 pb-3 sm:px-7"
    >
      <h3 id="review-agreement" className="text-xl">
        Our agreement
      </h3>
      <p className="mt-1 text-stone">
        {isSigned
          ? "You’ve signed it."
          : "It’s between you and us, and has a signature of its own. You can submit before you sign it."}
      </p>
      <LeavingButton form={form} to="agreement" onLeave={onGo}>
        {isSigned ? "Read the agreement you signed" : "Please read and sign our agreement"}
      </LeavingButton>
    </section>
  );
}

type LeftOpenProps = { steps: readonly ReviewedStep[] } & Pick<ReviewViewProps, "form" | "onGo">;

/** Right before the signature, the optional questions without an answer, each with a link. */
function LeftOpen({ steps, form, onGo }: LeftOpenProps) {
  const open = steps.filter(({ folded }) => folded.length > 0);
  const count = open.reduce((sum, { folded }) => sum + folded.length, 0);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="review-open" className="mt-6 rounded-xl border border-dune bg-white px-5 sm:px-7">
      <Fold
        title={
          <h3 id="review-open" className="text-xl">
            You left these open
          </h3>
        }
        aside={`${count} ${count === 1 ? "question" : "questions"}`}
        className="py-1"
      >
        <p className="mt-1 text-sm text-stone">They can stay open. Choose one to answer it.</p>
        <dl className="mt-3 divide-y divide-dune/70 border-t border-dune">
          {open.map(({ code, title, answers, folded }) => (
            <div key={code} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]">
              <dt className="text-sm text-stone sm:py-1">{breakable(title)}</dt>
              <dd>
                <ul className="flex flex-wrap gap-x-4">
                  {answers
                    .filter(({ name }) => folded.includes(name))
                    .map(({ name, label }) => (
                      <li key={name} className="min-w-0">
                        <TextButton
                          form={form}
                          intent={`goto:${code}:${fieldId(name)}`}
                          onGo={onGo}
                          className="text-left"
                        >
                          {label}
                        </TextButton>
                      </li>
                    ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </Fold>
    </section>
  );
}

type FoldedOnPhoneProps = { id: string; title: string; aside: string; children: ReactNode };

function FoldedOnPhone({ id, title, aside, children }: FoldedOnPhoneProps) {
  return (
    <section aria-labelledby={id} className="mt-6 rounded-xl border border-dune bg-white px-5 sm:px-7 sm:py-6">
      <h3 id={id} className="hidden text-xl sm:supports-[selector(::details-content)]:block">
        {title}
      </h3>
      <details className="group/open sm:[&::details-content]:[content-visibility:visible]">
        <summary className="flex min-h-14 flex-wrap items-center gap-x-3 py-2 sm:supports-[selector(::details-content)]:hidden">
          <h3 className="min-w-0 flex-1 basis-40 text-xl wrap-anywhere">{title}</h3>
          <span className="ml-auto flex items-center gap-3 text-xs text-stone">
            {aside}
            <ChevronDown aria-hidden className="size-4 transition-transform group-open/open:rotate-180" />
          </span>
        </summary>
        {children}
      </details>
    </section>
  );
}

function YouConfirmed({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section
      aria-labelledby="review-confirmed"
      className="mt-6 rounded-xl border border-dune bg-white px-5 py-6 sm:px-7"
    >
      <h3 id="review-confirmed" className="border-b border-dune pb-2 text-xl">
        You confirmed
      </h3>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 wrap-anywhere">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function DocumentsReview({ slots, form, onDocuments }: DocumentsReviewProps) {
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
          Change<span className="sr-only"> Documents</span>
        </LeavingButton>
      </div>
      <dl className="divide-y divide-dune/70">
        {slots.map((slot) => (
          <div
            key={slot.type}
            className="grid gap-x-6 gap-y-0.5 py-2.5 xl:py-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="text-sm text-stone">{slot.name}</dt>
            <dd dir="auto" className="break-words">
              {slot.files.length > 0 ? slot.files.join(", ") : <span className="text-stone">Not uploaded</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
