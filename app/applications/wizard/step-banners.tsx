import { Fragment, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { ConfirmReturningEmail, PendingChange } from "~/applications/access/change/change-views";
import { MeantQuestion } from "~/applications/access/change/meant-question";
import { MissingEmailNotice } from "~/applications/access/email-notice";
import { addedStepsText } from "~/applications/stored-answers/seen";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { changedMeanwhile, reasons, submissionFailed, withoutAddress } from "./notices";
import type { StepOutcome } from "./saving/step-outcome";
import type { SaveState } from "./saving/step-sender";
import type { Shown } from "./shown-step";

type StepBannersProps = {
  data: Shown;
  answered: StepOutcome | undefined;
  restored: boolean;
  state: SaveState;
  /** The misspelt address of step 1 and the suggestion. */
  mistyped: { typed: string; meant: string } | undefined;
  form: string;
  onGo: (intent: string) => void;
};

export const changeNoticeOf = (code: string) => code === "applicant_info" || code === "review_certification";

/** Fires an input event, as if it had been typed. */
function typeAddress(form: string, email: string) {
  const input = document.querySelector<HTMLInputElement>(
    `input[name="email"][form="${form}"], #${form} input[name="email"]`,
  );
  if (!input) return;
  input.value = email;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

export function StepBanners({ data, answered, restored, state, mistyped, form, onGo }: StepBannersProps) {
  const { address } = data;
  const notice = answered && wordsFor(answered);
  return (
    <>
      <MissingEmailNotice
        id={data.id}
        address={data.address}
        form={form}
        onGive={() => onGo("email")}
        className="mt-7"
      />
      <ConfirmReturningEmail
        id={data.id}
        address={address}
        form={form}
        onChange={() => onGo("email")}
        className="mt-7"
      />
      {changeNoticeOf(data.step.code) ? (
        <PendingChange
          id={data.id}
          address={address}
          form={form}
          onKeep={() => {
            if (address.email !== "") typeAddress(form, address.email);
            onGo("keep-address");
          }}
          className="mt-7"
        />
      ) : null}
      {mistyped ? (
        <MeantQuestion
          key={mistyped.typed}
          {...mistyped}
          about="We’ll send a link to the address you choose, and start using it once you’ve followed the link."
          form={form}
          use={{
            ...{ name: "intent", value: "use-email" },
            onPress: () => {
              typeAddress(form, mistyped.meant);
              onGo("use-email");
            },
          }}
          keep={{ name: "intent", value: "keep-email", onPress: () => onGo("keep-email") }}
          className="mt-7"
        />
      ) : null}
      {notice ? (
        <Banner tone="error" role="alert" className="mt-7" title={notice.title}>
          {notice.message}
        </Banner>
      ) : null}
      <AddedSteps data={data} />
      {restored && !data.isKnown ? (
        <Banner tone="info" role="status" className="mt-7" title="Your last answers are back">
          {state.kind === "saved"
            ? "They hadn’t reached us when you closed or reloaded this page. They’re saved now."
            : "They hadn’t reached us when you closed or reloaded this page. We’re saving them."}
        </Banner>
      ) : null}
      {data.unreachable ? <Unreachable /> : null}
      <SavedLater data={data} state={state} />
    </>
  );
}

/** Steps that the office added before the furthest one, until they are filled in. */
function AddedSteps({ data }: { data: Shown }) {
  const [first, ...more] = data.added.filter(({ code }) => code !== data.step.code);
  if (!first) return null;
  return (
    <Banner
      tone="info"
      role="status"
      className="mt-7"
      title={addedStepsText([first, ...more].map(({ title }) => title))}
      action={
        <TextLink to={`/apply/${data.id}?step=${first.code}`} look="standalone">
          Fill in {first.title}
        </TextLink>
      }
    >
      Your other answers are as you left them.
    </Banner>
  );
}

/** After steps that were left offline are sent: reloads the list of steps and shows what the server found. */
function SavedLater({ data, state }: { data: Shown; state: SaveState }) {
  const { revalidate } = useRevalidator();
  const isWaiting = state.left.length > 0;
  const isInvalid = state.invalid.length > 0;
  const [wasWaiting, setWasWaiting] = useState(isWaiting);
  useEffect(() => {
    setWasWaiting(isWaiting);
    // Reloading could open the invalid step: tell the person, but don't move them there.
    if (wasWaiting && !isWaiting && !isInvalid) void revalidate();
  }, [wasWaiting, isWaiting, isInvalid, revalidate]);
  const invalid = data.steps.filter((step) => state.invalid.includes(step.code));
  if (invalid.length === 0) return null;
  return (
    <Banner tone="warning" role="alert" className="mt-7" title="A step needs your attention">
      Nothing is lost. Please look at{" "}
      {invalid.map((step, index) => (
        <Fragment key={step.code}>
          {index > 0 ? ", " : null}
          <TextLink to={`/apply/${data.id}?step=${step.code}`}>{step.title}</TextLink>
        </Fragment>
      ))}
      .
    </Banner>
  );
}

/** Retries by itself when the connection is back. */
function Unreachable() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const again = () => void revalidate();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [revalidate]);
  return (
    <Banner
      tone="warning"
      role="alert"
      className="mt-7"
      title="We couldn’t open that step"
      action={
        <Button variant="outline" busy={state === "loading"} onClick={() => void revalidate()}>
          Open it now
        </Button>
      }
    >
      You’re offline. Your answers here are saved, and this page stays open.
    </Banner>
  );
}

/** The page without JavaScript has no dialog for these messages. */
function wordsFor(outcome: StepOutcome): { title: string; message: string } | undefined {
  const resendNote = "What you typed is still on this page. Please send it again.";
  if (outcome.kind === "limited") return { title: "Not saved yet", message: `${outcome.message} ${resendNote}` };
  if (outcome.kind === "unaddressed") return withoutAddress;
  if (outcome.kind === "changed") return changedMeanwhile(outcome.message);
  if (outcome.kind !== "failed") return undefined;
  const why = outcome.away ? "away" : "failed";
  return outcome.submitting
    ? submissionFailed({ why, message: outcome.message })
    : { title: "Failed to save progress. Please try again.", message: `${reasons[why]} ${resendNote}` };
}
