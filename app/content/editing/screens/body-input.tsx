import { lazy, Suspense, useRef } from "react";
import { classNames } from "~/ui/class-names";
import { describedBy, FieldError, wrongRule } from "~/ui/forms/field";
import { useScripted } from "~/ui/use-scripted";
import type { FieldView } from "../read-editor.server";

/** Lazy because it is large, and only posts need it. */
const BodyEditor = lazy(() => import("~/content/posts/editor/body-editor"));

type BodyProps = { id: string; field: FieldView; boxes: readonly string[]; problem: string | undefined };

/** The text of a post. A hidden textarea contains it, so that it is submitted and recovered like other input. */
export function BodyInput({ id, field: { name, label, control }, boxes, problem }: BodyProps) {
  const textareaRef = useRef<HTMLTextAreaElement>(null);
  const scripted = useScripted();
  const services = control.as === "body" ? control.services : [];
  return (
    <div className={classNames("min-w-0", problem ? wrongRule : "")}>
      <p id={`${id}-label`} className="text-sm font-semibold text-ink">
        {label}
      </p>
      {problem ? <FieldError id={id}>{problem}</FieldError> : null}
      <textarea ref={textareaRef} name={`f.${name}`} defaultValue={boxes[0]} hidden tabIndex={-1} aria-label={label} />
      {scripted ? (
        <Suspense fallback={<p className="mt-2 text-stone">The editor is loading…</p>}>
          <BodyEditor
            id={id}
            textareaRef={textareaRef}
            services={services}
            problem={problem}
            describedBy={describedBy(id, undefined, problem)}
          />
        </Suspense>
      ) : (
        <p className="mt-2 hidden text-stone noscript:block">
          You need JavaScript to edit a post’s text. Without it, you can still change everything else here.
        </p>
      )}
    </div>
  );
}
