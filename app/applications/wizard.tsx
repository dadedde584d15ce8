import { ArrowLeft, ArrowRight, Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { NoticeModal } from "~/ui/notice-modal";
import { ConflictView } from "./conflict-view";
import { fieldId } from "./field-view";
import { filesOf } from "./file-client";
import { ReviewView } from "./review-view";
import { StepFields } from "./step-fields";
import { StepList } from "./step-list";
import type { StepOutcome } from "./step-request.server";
import { readStepForm } from "./steps/read-form";
import { stepByCode } from "./steps/registry";
import type { Problem } from "./steps/validate";
import { type Sent, useSaving } from "./wizard-client";
import type { WizardData } from "./wizard-data.server";
import { WizardFrame } from "./wizard-frame";
import { WizardLinks } from "./wizard-links";
import { type Notice, noticeFor } from "./wizard-notices";

type Answered = Extract<StepOutcome, { kind: "invalid" | "stale" | "incomplete" }>;
type WizardProps = { data: WizardData; answered: Answered | Extract<StepOutcome, { kind: "already" }> | undefined };

const formId = "step";

/** One step of the application. `answered` is what became of the form where it was sent without script. */
export function Wizard({ data, answered }: WizardProps) {
  const definition = stepByCode(data.step.code);
  if (!definition) throw new Error(`No step has the code ${data.step.code}`);
  const stale = answered?.kind === "stale" ? answered : undefined;
  const invalid = answered?.kind === "invalid" ? answered : undefined;
  const stored = (invalid ?? stale)?.answers ?? data.answers;
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [answers, setAnswers] = useState(stored);
  const [problems, setProblems] = useState<Problem[]>(invalid?.problems ?? []);
  const [conflict, setConflict] = useState(stale);
  const [incomplete, setIncomplete] = useState(answered?.kind === "incomplete" ? answered.steps : []);
  const [notice, setNotice] = useState<Notice | undefined>(
    answered?.kind === "already" ? noticeFor(answered) : undefined,
  );
  const [busy, setBusy] = useState<string>();
  const revision = invalid?.revision ?? data.revision;
  const { send, inTurn, changed, state } = useSaving(data.id, form, revision, data.savedAt);
  const files = filesOf(data.id, data.step.code, inTurn, arrive);

  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(false);
  useEffect(() => {
    // A new step is announced by its heading; the first page that loads leaves the focus where the browser put it.
    if (arrived.current || !window.history.state?.idx) return;
    arrived.current = true;
    if (!window.location.hash) heading.current?.focus({ preventScroll: true });
  }, []);

  function read() {
    if (form.current && definition) setAnswers(readStepForm(definition, new FormData(form.current)));
    changed();
  }

  async function go(intent: string) {
    if (busy) return;
    setBusy(intent);
    if (intent === "submit")
      setNotice({ type: "info", title: "Submitting Application", message: "Please wait a moment." });
    const sent = await send(intent);
    setBusy(undefined);
    arrive(sent);
  }

  function arrive(sent: Sent) {
    setProblems(sent.kind === "invalid" ? sent.problems : []);
    setIncomplete(sent.kind === "incomplete" ? sent.steps : []);
    setNotice(noticeFor(sent));
    if (sent.kind === "moved" || sent.kind === "saved") navigate(`/apply/${data.id}?step=${sent.step}`);
    if (sent.kind === "exited") navigate(`/apply/${data.id}?exit=1`);
    if (sent.kind === "leaving") navigate(`/apply/${data.id}/${sent.to}`);
    if (sent.kind === "stale") setConflict(sent);
    if (sent.kind === "invalid" || sent.kind === "incomplete") window.scrollTo({ top: 0 });
  }

  const isReview = definition.code === "review_certification";
  if (conflict)
    return (
      <WizardFrame data={data} state={state} form={formId}>
        <ConflictView data={data} definition={definition} conflict={conflict} />
      </WizardFrame>
    );
  return (
    <WizardFrame
      data={data}
      state={state}
      form={formId}
      onExit={() => go("exit")}
      aside={
        <>
          <StepList steps={data.steps} form={formId} onGo={(code) => go(`goto:${code}`)} />
          <WizardLinks data={data} form={formId} onDocuments={() => go("documents")} />
        </>
      }
    >
      <h1 ref={heading} tabIndex={-1} className="text-4xl">
        {data.step.title}
      </h1>
      <p className="mt-2 text-lg text-stone">{definition.description}</p>
      <ErrorSummary
        title="Please complete all required fields before continuing"
        errors={problems.map(({ name, message }) => ({ id: fieldId(name), message }))}
        className="mt-7"
      />
      {state.kind === "failed" && !notice ? (
        <Banner tone="warning" className="mt-7" title="Not saved yet">
          What you typed is still here. We try again by ourselves; keep this page open.
        </Banner>
      ) : null}
      <form
        ref={form}
        id={formId}
        method="post"
        noValidate
        className="mt-8"
        onInput={read}
        onChange={read}
        onSubmit={(event) => {
          const button = (event.nativeEvent as SubmitEvent).submitter;
          event.preventDefault();
          void go(button instanceof HTMLButtonElement && button.value ? button.value : "next");
        }}
      >
        {/* The first button of the form is what Enter presses. */}
        <button
          type="submit"
          name="intent"
          value={isReview ? "submit" : "next"}
          tabIndex={-1}
          aria-hidden
          className="sr-only"
        />
        <input type="hidden" name="step" value={data.step.code} />
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="attempt" value={data.attempt} />
        {isReview ? (
          <ReviewView
            data={data}
            incomplete={incomplete}
            form={formId}
            onGo={(code) => go(`goto:${code}`)}
            onDocuments={() => go("documents")}
          />
        ) : null}
        <StepFields
          step={definition}
          stored={stored}
          answers={answers}
          problems={problems}
          countries={data.countries}
          today={data.today}
          files={files}
          onChange={read}
        />
        {isReview ? <SignatureDate day={data.signatureDate} /> : null}
        <div className="mt-10 flex flex-wrap-reverse items-center justify-between gap-3">
          <Button
            type="submit"
            name="intent"
            value="previous"
            variant="outline"
            size="lg"
            formNoValidate
            disabled={!data.previous}
            before={<ArrowLeft aria-hidden />}
          >
            Previous
          </Button>
          <Button
            type="submit"
            name="intent"
            value={isReview ? "submit" : "next"}
            size="lg"
            busy={busy === "next" || busy === "submit"}
            after={isReview ? <Check aria-hidden /> : <ArrowRight aria-hidden />}
          >
            {isReview ? "Submit Application" : "Next Step"}
          </Button>
        </div>
      </form>
      <NoticeModal
        open={notice !== undefined}
        type={notice?.type ?? "info"}
        title={notice?.title ?? ""}
        message={notice?.message ?? ""}
        onClose={() => {
          setNotice(undefined);
          if (notice?.closingLeads === "home") navigate("/");
          if (notice?.closingLeads === "reload") void revalidator.revalidate();
        }}
      />
    </WizardFrame>
  );
}

function SignatureDate({ day }: { day: string }) {
  const text = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return (
    <div className="mt-6">
      <label htmlFor="signatureDate" className="block font-semibold">
        Signature date
      </label>
      <input id="signatureDate" name="signatureDate" readOnly value={text} className="control mt-2 sm:max-w-72" />
    </div>
  );
}
