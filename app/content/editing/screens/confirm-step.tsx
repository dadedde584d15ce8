import { type ReactNode, useEffect, useRef } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import type { EditorView } from "../read-editor.server";

type ConfirmStepProps = {
  intent: string;
  title: string;
  yes: string;
  no: string;
  /** Scheduled versions that are cancelled too. */
  scheduled: EditorView["scheduled"];
  /** Set if the question is at the end of the form: leaving it then shifts no content. */
  staysInPlace?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * The confirmation of a destructive action, within a form. It takes the focus from the button that it replaces, and
 * gives it back.
 */
export function ConfirmStep({
  intent,
  title,
  yes,
  no,
  scheduled,
  staysInPlace = false,
  className,
  children,
}: ConfirmStepProps) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    question.current?.focus();
    return () => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`button[name="intent"][value="${intent}"]`)?.focus();
    };
  }, [intent]);
  return (
    <>
      <input type="hidden" name="sure" value="yes" />
      <Banner
        ref={question}
        tone="warning"
        role="alert"
        tabIndex={-1}
        className={className}
        title={title}
        action={
          <>
            <Button type="submit" name="intent" value={intent} variant="danger" size="sm">
              {yes}
            </Button>
            <ButtonLink to="." preventScrollReset={staysInPlace} variant="outline" size="sm">
              {no}
            </ButtonLink>
          </>
        }
      >
        {children}
        {scheduled.map(({ number, at }) => ` This also calls off version ${number}, scheduled for ${at}.`)}
      </Banner>
    </>
  );
}
