import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { CurrentEmailNotice, UnconfirmedEmailNotice } from "~/applications/access/email-notice";
import { contactInfo } from "~/applications/steps/contact-info";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import { namesIn } from "~/core/countries/country-options";
import { telephoneLink } from "~/core/phones/phone-link";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import { type Problem, type StepDefinition, textOf } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { loadWithRetries } from "~/ui/load-with-retries";
import { NoticeModal } from "~/ui/notices/notice-modal";
import { useStepFocus } from "../access/step-focus";
import { useChecks } from "./checking/use-checks";
import { deferredContradictions, useSaving } from "./client";
import type { WizardData } from "./data.server";
import { type Notice, withdrawnMeanwhile } from "./ended";
import { fieldId } from "./field-view";
import { filesOf } from "./files/file-client";
import { WizardFrame } from "./frame";
import { WizardLinks } from "./links";
import { submitted } from "./notices";
import { PassportPart } from "./passport/passport-part";
import { ReviewView } from "./review/review-view";
import { SignatureDate } from "./review/signature-date";
import { AfterSubmission, SubmittedText } from "./review/submitted-words";
import type { SaveState } from "./saving/step-sender";
import { stepsInNeed } from "./saving/stops";
import { isAsRendered } from "./saving/unsent-fields";
import { StepHeading } from "./sections/step-heading";
import { summaryLines } from "./sections/summary-lines";
import { useSections } from "./sections/use-sections";
import { type Answered, useStepAnswers } from "./step-answers";
import { changeNoticeOf, StepBanners } from "./step-banners";
import { StepFields } from "./step-fields";
import { StepForm } from "./step-form";
import { useLeaving } from "./step-leaving";
import { type ListedStep, StepList, type StepState } from "./step-list";
import { useStepResult } from "./step-result";

type WizardProps = { data: WizardData; answered: Answered | undefined };

const formId = "step";

/** The server has answered that there is a conflict, so that there is a connection to load it with. */
const ConflictView = lazy(() => loadWithRetries(() => import("./saving/conflict-view")));

/** One step of the application. `answered`: the outcome of its form without JavaScript. */
export function Wizard({ data, answered }: WizardProps) {
  const definition = stepByCode(data.step.code);
  if (!definition) throw new Error(`No step has the code ${data.step.code}`);
  const form = useRef<HTMLFormElement>(null);
  const opened = useStepAnswers(data, definition, answered);
  const result = useStepResult(answered ?? deferredContradictions(data));
  const conflict = result.conflict ?? opened.conflict;
  const saving = useSaving(data, opened.revision, form, opened.ready && !conflict);
  const { busy, arrive, go, settle } = useLeaving(data, form, saving, result);
  const sending = filesOf(data.id, data.step.code, saving.inTurn, (sent) => arrive(sent, "save"), opened.setFile);
  const heading = useStepFocus();
  const checks = useChecks({ data, definition, opened, result, form: formId, onGo: go });
  const { problems, ...sections } = useSections({ data, definition, form, answered, opened, result, saving, go });
  const read = useReading(form, opened.ready, () => {
    if (form.current) opened.setTyped(readAnswers(definition, form.current, data));
    saving.changed();
  });

  if (conflict)
    return (
      <WizardFrame data={data} state={{ ...saving.state, kind: "failed" }} form={formId}>
        <Suspense>
          <ConflictView data={data} definition={definition} conflict={conflict} />
        </Suspense>
      </WizardFrame>
    );
  const isReview = definition.code === "review_certification";
  return (
    <WizardFrame
      data={data}
      state={saving.state}
      form={formId}
      onTrouble={settle}
      onExit={() => go("exit")}
      aside={<Aside data={data} state={saving.state} onGo={go} />}
    >
      <StepHeading ref={heading} step={data} definition={definition} {...sections} />
      <Summary key={result.tries} definition={definition} title={data.step.title} problems={result.problems} />
      <StepBanners
        data={data}
        answered={answered}
        restored={opened.restored}
        state={saving.state}
        form={formId}
        mistyped={result.mistyped}
        onGo={go}
      />
      <PassportPart data={data} form={formId} onGo={go} />
      <StepForm
        ref={form}
        id={formId}
        data={data}
        revision={opened.revision}
        isReview={isReview}
        busy={busy === "next" || busy === "submit"}
        sections={sections}
        onRead={read}
        onSend={sections.send}
      >
        {isReview ? (
          <ReviewView
            data={data}
            incomplete={result.incomplete}
            check={checks.check}
            confirmed={checks.confirmed}
            passport={checks.passport}
            form={formId}
            onGo={go}
            onDocuments={() => go("documents")}
          />
        ) : (
          checks.check
        )}
        {checks.kept}
        <StepFields
          key={opened.again ? "again" : "first"}
          step={definition}
          stored={opened.stored}
          answers={opened.answers}
          earlier={data.earlier}
          asked={data.asked.questions[metadataKey(definition)]}
          problems={problems}
          sections={sections}
          countries={data.countries}
          today={data.today}
          // The country may have just been chosen in the step itself.
          phoneCountries={
            definition === contactInfo ? [textOf(opened.answers.country), ...data.phoneCountries] : data.phoneCountries
          }
          files={{
            ...sending,
            removed: data.removed,
            formats: data.formats,
            statements: data.statements,
            hints: data.hints,
          }}
          onChange={read}
        />
        {isReview ? <SignatureDate day={data.signatureDate} /> : null}
      </StepForm>
      <AddressBelow data={data} />
      <StepNotice data={data} notice={result.notice} onClose={() => result.setNotice(undefined)} />
    </WizardFrame>
  );
}

type SummaryProps = { definition: StepDefinition; title: string; problems: readonly Problem[] };

const Summary = ({ definition, title, problems }: SummaryProps) => (
  <ErrorSummary
    headed
    title="Please complete all required fields before continuing"
    errors={summaryLines(definition, title, problems).map(({ name, at, message }) => ({
      id: fieldId(at ?? name),
      message,
    }))}
    className="mt-7"
  />
);

function AddressBelow({ data }: { data: WizardData }) {
  if (data.step.code === "review_certification") return <CurrentEmailNotice address={data.address} className="mt-8" />;
  if (data.address.change !== null && changeNoticeOf(data.step.code)) return null;
  return (
    <UnconfirmedEmailNotice
      id={data.id}
      address={data.address}
      form={formId}
      className="mt-8 border-t border-dune pt-4"
    />
  );
}

const readAnswers = (definition: StepDefinition, form: HTMLFormElement, { countries }: WizardData) =>
  withCountryCodes(definition, readStepForm(definition, new FormData(form)), namesIn(countries));

function Aside({ data, state, onGo }: { data: WizardData; state: SaveState; onGo: (intent: string) => void }) {
  const inNeed = stepsInNeed(state);
  const stateOf = ({ code, state: known }: ListedStep): StepState => {
    if (known === "Current") return known;
    if (state.left.includes(code)) return "Waiting to be saved";
    return inNeed.includes(code) ? "Needs attention" : known;
  };
  const steps = data.steps.map((step) => ({ ...step, state: stateOf(step) }));
  return (
    <>
      <StepList steps={steps} form={formId} onGo={(code) => onGo(`goto:${code}`)} />
      <WizardLinks data={data} form={formId} onLeave={onGo} />
    </>
  );
}

/** Calls `read` once if something was typed before the script ran, because no event reports that. */
function useReading(form: RefObject<HTMLFormElement | null>, ready: boolean, read: () => void) {
  const readEarly = useEffectEvent(() => {
    if (form.current && !isAsRendered(form.current)) read();
  });
  useEffect(() => {
    if (ready) readEarly();
  }, [ready]);
  return read;
}

type StepNoticeProps = { data: WizardData; notice: Notice | undefined; onClose: () => void };

/** Closing the dialog may redirect to another page. */
function StepNotice({ data, notice, onClose }: StepNoticeProps) {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const phone = notice === withdrawnMeanwhile ? data.payment?.officePhone : undefined;
  return (
    <NoticeModal
      key={notice?.title}
      open={notice !== undefined}
      type={notice?.type ?? "info"}
      title={notice?.title ?? ""}
      message={notice === submitted ? <SubmittedText data={data} /> : (notice?.message ?? "")}
      action={
        notice === submitted ? (
          <AfterSubmission data={data} />
        ) : phone ? (
          <ButtonLink to={telephoneLink(phone)}>Call {phone}</ButtonLink>
        ) : null
      }
      okLabel={notice === submitted ? "Go to the home page" : undefined}
      onClose={() => {
        onClose();
        if (notice?.closingLeads === "home") window.location.assign("/");
        if (notice?.closingLeads === "email") navigate(`/apply/${data.id}/email`);
        if (notice?.closingLeads === "reload") void revalidator.revalidate();
      }}
    />
  );
}
