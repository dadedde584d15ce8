import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type PanelProps = {
  /** The title's id. */
  id: string;
  /** Shown above the title: "Application", "Visa service". */
  kind: ReactNode;
  title: ReactNode;
  titleClassName?: string | undefined;
  /** Badges next to the title; controls under it. */
  marks?: ReactNode;
  controls?: ReactNode;
  /** The list that it was opened from, and links to the neighbors there. */
  closeTo: string;
  steps?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A record opened from a list of the desk: a page with its own URL that looks and closes like a dialog. */
export function Panel(props: PanelProps) {
  const { id, kind, title, titleClassName, marks, controls, closeTo, steps, className = "max-w-6xl", children } = props;
  return (
    <div
      role="dialog"
      aria-labelledby={id}
      className={classNames(
        "mx-auto rounded-2xl bg-white shadow-md ring-1 ring-line max-sm:-mx-4 max-sm:-my-6 max-sm:rounded-none",
        className,
      )}
    >
      <div className="border-b border-line px-4 py-4 sm:px-7 sm:py-5">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2 text-xs font-medium text-stone">{kind}</div>
            <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-2">
              <h1 id={id} dir="auto" className={titleClassName ?? "text-xl [overflow-wrap:anywhere] sm:text-2xl"}>
                {title}
              </h1>
              {marks}
            </div>
          </div>
          {steps ? (
            <div className="no-print max-sm:col-span-2 max-sm:row-start-2 max-sm:mt-1 max-sm:-ml-2 sm:flex sm:min-h-11 sm:items-center">
              {steps}
            </div>
          ) : null}
          <div className="no-print max-sm:col-start-2 max-sm:row-start-1 sm:col-start-3">
            <PageLink
              to={closeTo}
              className="-mr-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-3 font-semibold text-stone hover:bg-foam hover:text-ink"
            >
              <X aria-hidden className="size-5" />
              Close
            </PageLink>
          </div>
        </div>
        {controls ? <div className="mt-2.5 flex flex-wrap items-center gap-2">{controls}</div> : null}
      </div>
      {children}
    </div>
  );
}
