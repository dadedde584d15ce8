import { ArrowLeft, ArrowRight, Check } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { loadOtherNames } from "~/core/countries/country-options";
import { Button, type ButtonProps } from "~/ui/button";
import { stepUrl } from "../access/step-url";
import type { WizardData } from "./data.server";
import type { Sections } from "./sections/use-sections";

type StepFormProps = {
  ref: RefObject<HTMLFormElement | null>;
  id: string;
  data: WizardData;
  revision: number;
  isReview: boolean;
  busy: boolean;
  sections: Sections;
  onRead: () => void;
  onSend: (intent: string) => void;
  children: ReactNode;
};

/** Posts to the page itself without JavaScript. */
export function StepForm(props: StepFormProps) {
  const { ref, id, data, revision, isReview, busy, sections, onRead, onSend, children } = props;
  const onward = isReview ? "submit" : "next";
  const { parts, open } = sections;
  // A change from the review returns there from any section.
  const before = data.change ? undefined : parts[parts.indexOf(open) - 1];
  const after = data.change ? undefined : parts[parts.indexOf(open) + 1];
  return (
    <form
      ref={ref}
      id={id}
      method="post"
      noValidate
      className="mt-8"
      onInput={onRead}
      onChange={onRead}
      // Load the countries' other names early, in case the connection is lost before a country input is reached.
      onFocus={() => void loadOtherNames().catch(() => undefined)}
      onSubmit={(event) => {
        const button = (event.nativeEvent as SubmitEvent).submitter;
        event.preventDefault();
        onSend(button instanceof HTMLButtonElement && button.value ? button.value : "next");
      }}
    >
      <input type="hidden" name="application" value={data.id} />
      <input type="hidden" name="step" value={data.step.code} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="attempt" value={data.attempt} />
      {data.seen === null ? null : <input type="hidden" name="seen" value={data.seen} />}
      {data.change ? <input type="hidden" name="change" value={data.change} /> : null}
      {children}
      {data.change ? (
        <p className="mt-10 -mb-6 text-sm text-stone">Next Step and Previous take you back to your review.</p>
      ) : null}
      <div className="mt-10 flex flex-wrap-reverse items-center justify-between gap-3">
        <Button
          type="submit"
          name="intent"
          value="previous"
          variant="outline"
          size="lg"
          formNoValidate
          className={before === undefined ? undefined : "sectioned:hidden"}
          disabled={!data.previous && !data.change}
          before={<ArrowLeft aria-hidden />}
        >
          Previous
        </Button>
        {before === undefined ? null : (
          <ToSection
            data={data}
            to={before}
            variant="outline"
            before={<ArrowLeft aria-hidden />}
            onOpen={() => onSend("previous")}
          >
            Previous
          </ToSection>
        )}
        <Button
          type="submit"
          name="intent"
          value={onward}
          size="lg"
          busy={busy}
          className={after === undefined ? undefined : "sectioned:hidden"}
          after={isReview ? <Check aria-hidden /> : <ArrowRight aria-hidden />}
        >
          {isReview ? "Submit Application" : "Next Step"}
        </Button>
        {after === undefined ? null : (
          <ToSection data={data} to={after} after={<ArrowRight aria-hidden />} onOpen={() => onSend("next")}>
            Continue
          </ToSection>
        )}
      </div>
    </form>
  );
}

type ToSectionProps = Pick<ButtonProps, "variant" | "before" | "after" | "children"> & {
  data: WizardData;
  to: number;
  onOpen: () => void;
};

/** A phone's button to another section. Without JavaScript it saves and reloads the page with that section. */
const ToSection = ({ data, to, onOpen, ...button }: ToSectionProps) => (
  <span className="hidden sectioned:contents">
    <Button
      {...button}
      type="submit"
      name="intent"
      value="save"
      formAction={stepUrl(data.id, { step: data.step.code, section: to + 1 })}
      size="lg"
      onClick={(event) => {
        event.preventDefault();
        onOpen();
      }}
    />
  </span>
);
