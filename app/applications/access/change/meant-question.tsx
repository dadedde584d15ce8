import { type MouseEvent, useEffect, useId, useRef } from "react";
import { Button } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { Banner } from "~/ui/notices/banner";

type Choice = { name: string; value: string; onPress?: () => void };
type MeantQuestionProps = {
  typed: string;
  meant: string;
  about: string;
  use: Choice;
  keep: Choice;
  /** Id of the form that the buttons send, if they are outside it. */
  form?: string;
  className?: string;
};

/** Asks about an address that looks misspelt. Takes the focus when it appears with script. */
export function MeantQuestion({ typed, meant, about, use, keep, form, className }: MeantQuestionProps) {
  const question = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => question.current?.focus(), []);
  const button = ({ onPress, ...choice }: Choice, verb: "Use" | "Keep", email: string) => (
    <Button
      {...choice}
      type="submit"
      form={form}
      formNoValidate
      variant={verb === "Use" ? "primary" : "outline"}
      className="max-w-full"
      onClick={(event: MouseEvent) => {
        if (!onPress) return;
        event.preventDefault();
        onPress();
      }}
    >
      <span className="min-w-0">
        {verb} <EmailText email={email} />
      </span>
    </Button>
  );
  return (
    <Banner
      ref={question}
      tone="warning"
      role="alert"
      tabIndex={-1}
      aria-labelledby={id}
      className={className}
      title={
        <span id={id}>
          Did you mean <EmailText email={meant} />?
        </span>
      }
    >
      <p>{about}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {button(use, "Use", meant)}
        {button(keep, "Keep", typed)}
      </div>
    </Banner>
  );
}
