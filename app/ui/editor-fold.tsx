import { type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";

type EditorFoldProps = {
  /** What is on the button that opens it. */
  title: ReactNode;
  before?: ReactNode;
  /** Opens it, such as for a text that was refused. It stays open until its button closes it. */
  opens?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** An editor behind a button: what there is to read stays together until somebody wants to write. */
export function EditorFold({ title, before, opens = false, className, children }: EditorFoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpenAtFirst] = useState(opens);
  useEffect(() => {
    if (opens && details.current) details.current.open = true;
  }, [opens]);
  return (
    <details ref={details} open={isOpenAtFirst || undefined} className={classNames("group/fold no-print", className)}>
      <summary className="button button-sm button-outline w-fit cursor-pointer group-open/fold:mb-2">
        {before}
        {title}
      </summary>
      {children}
    </details>
  );
}
