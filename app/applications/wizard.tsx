import { ArrowLeft, ArrowRight, Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { NoticeModal } from "~/ui/notice-modal";
import { UnconfirmedAddress } from "./address-notice";
import { forgetShown } from "./application-client";
import { ConflictView } from "./conflict-view";
import { fieldId } from "./field-view";
import { filesOf } from "./file-client";
import { ReviewView } from "./review-view";
import { SignatureDate } from "./signature-date";
import { StepBanners } from "./step-banners";
import { StepFields } from "./step-fields";
import { useStepFocus } from "./step-focus";
import { breakable, StepList } from "./step-list";
import type { StepOutcome } from "./step-request.server";
import type { Sent } from "./step-sender";
import { readStepForm } from "./steps/read-form";
import { stepByCode } from "./steps/registry";
import { fileAnswers } from "./steps/relevance";
import { type Problem, standingProblems } from "./steps/validate";
import { isAsRendered } from "./unsent";
import { takeKept, useSaving } from "./wizard-client";
import type { WizardData } from "./wizard-data.server";
import { WizardFrame } from "./wizard-frame";
import { WizardLinks } from "./wizard-links";
import { type Notice, noticeFor, submitting, withoutId } from "./wizard-notices";

type Answered = Extract<
  StepOutcome,
  { kind: "invalid" | "stale" | "incomplete" | "unaddressed" | "already" | "limited" | "failed" }
>;
type WizardProps = { data: WizardData; answered: Answered | undefined };

const formId = "step";

/** One step of the application. `answered` is what became of the form where it was sent without script. */
export function Wizard({ data, answered }: WizardProps) {
  const definition = stepByCode(data.step.code);
  if (!definition) throw new Error(`No step has the code ${data.step.code}`);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const given = answered && "answers" in answered ? answered : undefined;
  const [stored, setStored] = useState(given?.answers ?? data.answers);
  const [answers, setAnswers] = useState(stored);
  const [restored, setRestored] = useState(false);
  const [ready, setReady] = useState(false);
  const [problems, setProblems] = useState<Problem[]>(answered?.kind === "invalid" ? answered.problems : []);
  const [tries, setTries] = useState(0);
  const [conflict, setConflict] = useState(answered?.kind === "stale" ? answered : undefined);
  const [incomplete, setIncomplete] = useState(answered?.kind === "incomplete" ? answered.steps : []);
  const [notice, setNotice] = useState<Notice>();
  const [busy, setBusy] = useState<string>();
  const revision = given?.revision ?? data.revision;
  const saving = useSaving(data, form, ready && !conflict);
  const files = filesOf(data.id, data.step.code, saving.inTurn, (sent) => arrive(sent, "save"));
  const heading = useStepFocus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the tab has kept is looked at once, when the step opens.
  useEffect(() => {
    const kept = answered ? undefined : takeKept(data, definition);
    if (kept?.kind === "stale")
      setConflict({ kind: "stale", step: data.step.code, revision, stored: data.answers, answers: kept.answers });
    if (kept?.kind === "restored") {
      const back = { ...fileAnswers(definition, data.answers), ...kept.answers };
      setStored(back);
      setAnswers(back);
      setRestored(true);
    }
    setReady(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the script ran is looked for once, when it can be saved.
  useEffect(() => {
    if (ready && form.current && !isAsRendered(form.current)) read();
  }, [ready]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try that did not lead on, after the summary took the focus.
  useEffect(() => {
    if (problems.length > 0 || incomplete.length > 0 || conflict) window.scrollTo({ top: 0 });
  }, [tries]);

  function read() {
    if (form.current && definition) setAnswers(readStepForm(definition, new FormData(form.current)));
    saving.changed();
  }

  async function go(intent: string) {
    if (busy) return;
    if (intent === "submit") {
      if (!form.current || !new FormData(form.current).get("application")) return setNotice(withoutId);
      setNotice(submitting);
    }
    setBusy(intent);
    const sent = await saving.send(intent);
    setBusy(undefined);
    arrive(sent, intent);
  }

  function retry() {
    const { kind, stale, unfit } = saving.state;
    if (kind === "conflict") return void go(`goto:${stale}`);
    if (kind !== "unfit" || !unfit) return saving.flush();
    if (unfit.step !== data.step.code) return void navigate(`/apply/${data.id}?step=${unfit.step}`);
    document.getElementById(fieldId(unfit.problems[0]?.name ?? ""))?.focus();
  }

  function arrive(sent: Sent, intent: string) {
    setProblems(sent.kind === "invalid" ? sent.problems : []);
    setIncomplete(sent.kind === "incomplete" ? sent.steps : []);
    setNotice(noticeFor(sent, intent));
    setTries((before) => before + 1);
    if (sent.kind === "moved") nameStepInAddress(data.step.code);
    if (sent.kind === "moved" || sent.kind === "saved") navigate(`/apply/${data.id}?step=${sent.step}`);
    if (sent.kind === "exited") navigate(`/apply/${data.id}?exit=1`);
    if (sent.kind === "leaving") navigate(`/apply/${data.id}/${sent.to}`);
    if (sent.kind === "submitted") forgetShown(data.id);
    if (sent.kind === "stale") setConflict(sent);
  }

  const { unfit } = saving.state;
  const unsaved = unfit?.step === definition.code ? unfit.problems : [];
  const standing = standingProblems([...problems, ...unsaved], definition, answers, data);
  const isReview = definition.code === "review_certification";
  if (conflict)
    return (
      <WizardFrame data={data} state={{ ...saving.state, kind: "conflict" }} form={formId}>
        <ConflictView data={data} definition={definition} conflict={conflict} />
      </WizardFrame>
    );
  return (
    <WizardFrame
      data={data}
      state={saving.state}
      form={formId}
      onRetry={retry}
      onExit={() => go("exit")}
      aside={
        <>
          <StepList steps={data.steps} form={formId} onGo={(code) => go(`goto:${code}`)} />
          <WizardLinks data={data} form={formId} onLeave={(to) => go(to)} />
        </>
      }
    >
      <h1 ref={heading} tabIndex={-1} className="text-4xl">
        {breakable(data.step.title)}
      </h1>
      <p className="mt-2 text-lg text-stone">{definition.description}</p>
      <ErrorSummary
        key={tries}
        title="Please complete all required fields before continuing"
        errors={problems.map(({ name, message }) => ({ id: fieldId(name), message }))}
        className="mt-7"
      />
      <StepBanners
        data={data}
        answered={answered}
        restored={restored}
        state={saving.state}
        form={formId}
        onGiveAddress={() => go("email")}
      />
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
        <input type="hidden" name="application" value={data.id} />
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
          key={restored ? "restored" : "stored"}
          step={definition}
          stored={stored}
          answers={answers}
          problems={standing}
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
      <UnconfirmedAddress
        id={data.id}
        address={data.address}
        form={formId}
        className="mt-8 border-t border-dune pt-4"
      />
      <NoticeModal
        key={notice?.title}
        open={notice !== undefined}
        type={notice?.type ?? "info"}
        title={notice?.title ?? ""}
        message={notice?.message ?? ""}
        onClose={() => {
          setNotice(undefined);
          if (notice?.closingLeads === "home") navigate("/");
          if (notice?.closingLeads === "email") navigate(`/apply/${data.id}/email`);
          if (notice?.closingLeads === "reload") void revalidator.revalidate();
        }}
      />
    </WizardFrame>
  );
}

/** An address without a step means the stored place, which moves on: named, the Back button leads back to this one. */
function nameStepInAddress(code: string) {
  const { pathname, search } = window.location;
  if (!search) window.history.replaceState(window.history.state, "", `${pathname}?step=${code}`);
}
