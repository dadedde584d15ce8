import { useEffect, useRef } from "react";
import type { EntryPurpose } from "~/content/rules/entry-rules";
import type { SourceText } from "~/content/rules/words";
import { Button, ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";

/** That a nationality does not need the visa: the sentence, its source, and the page that says what it needs. */
export type NotNeededQuestion = {
  nationality: string;
  /** The passport in words. */
  passport: string;
  purpose: EntryPurpose;
  caveat: string | null;
  sentence: string;
  source: SourceText;
  path: string;
};

/** Warns before anything is created. Takes the focus when it appears, also without script. */
export function NotNeeded({
  question: { nationality, caveat, sentence, source, path },
}: {
  question: NotNeededQuestion;
}) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  const title = caveat ? `${caveat} ${sentence}` : sentence;
  return (
    <Banner ref={alert} tone="warning" role="alert" tabIndex={-1} autoFocus title={title} className="mt-5">
      <p>
        {source.before}
        <a href={source.link.url} rel="noopener" className="font-medium text-sea-ink underline underline-offset-4">
          {source.link.label}
        </a>
        {source.after}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink to={path}>Show me what I need</ButtonLink>
        <Button type="submit" name="anyway" value={nationality} variant="outline" formNoValidate>
          Go on anyway
        </Button>
      </div>
    </Banner>
  );
}
