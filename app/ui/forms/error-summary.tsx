import { type MouseEvent, useEffect, useRef } from "react";
import { classNames } from "~/ui/class-names";
import { jumpToField } from "~/ui/forms/jump-to-field";

type FieldProblem = { id: string; message: string };

export type ErrorSummaryProps = {
  title: string;
  errors: readonly FieldProblem[];
  /** The title becomes a heading and takes the focus, so that it is visible in a low window. */
  headed?: boolean;
  className?: string | undefined;
};

/** All errors at the top, each a link to its field. Takes the focus when it appears or changes. */
export function ErrorSummary({ title, errors, headed = false, className }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const content = errors.map((error) => `${error.id} ${error.message}`).join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other errors are listed.
  useEffect(() => {
    (heading.current ?? summary.current)?.focus();
  }, [content]);

  function jump(event: MouseEvent, id: string) {
    if (jumpToField(id)) event.preventDefault();
  }

  if (errors.length === 0) return null;
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      className={classNames("rounded-r-md border-l-4 border-error bg-error-ground px-5 py-5 sm:px-6", className)}
    >
      {headed ? (
        <h2 ref={heading} tabIndex={-1} className="font-sans text-lg leading-snug font-bold tracking-normal text-ink">
          {title}
        </h2>
      ) : (
        <p className="text-lg font-bold leading-snug text-ink">{title}</p>
      )}
      <ul className="mt-2.5 grid gap-0.5">
        {errors.map((error) => (
          <li key={`${error.id} ${error.message}`} className="flex gap-2.5">
            <span aria-hidden className="mt-[1.05em] h-px w-3 shrink-0 bg-error" />
            <a
              href={`#${error.id}`}
              onClick={(event) => jump(event, error.id)}
              className="min-h-8 rounded-xs py-1 font-medium text-error-deep underline decoration-1 underline-offset-[0.2em] hover:decoration-2"
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
