import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Panel } from "~/ui/lists/panel";
import { PageLink } from "~/ui/page-link";

type CaseSubpageProps = {
  /** The id of the case, and its number. */
  id: string;
  number: string;
  /** The name of the part: `Fees`. The title of the page. */
  title: ReactNode;
  marks?: ReactNode;
  /** Whose case it is. */
  about?: ReactNode;
  /** The part of the case that it belongs to, such as `#fees`. */
  part?: string | undefined;
  /** The way back, if it is not the case. */
  closeTo?: string | undefined;
  /** For two columns. */
  wide?: boolean | undefined;
  children: ReactNode;
};

/** A part of a case as a page of its own: all have this title, this width and this way back. */
export function CaseSubpage(props: CaseSubpageProps) {
  const { id, number, title, marks, about, part = "", closeTo, wide = false, children } = props;
  const back = closeTo ?? `/admin/applications/${id}${part}`;
  return (
    <Panel
      key={id}
      id="case-part"
      kind={
        <>
          <PageLink
            to={back}
            className="-ml-1 inline-flex min-h-6 items-center gap-0.5 rounded-xs font-semibold text-sea-ink hover:underline"
          >
            <ChevronLeft aria-hidden className="size-4" />
            Application <span className="ml-1 font-mono">{number}</span>
          </PageLink>
          {about ? <span className="[overflow-wrap:anywhere]">{about}</span> : null}
        </>
      }
      title={title}
      marks={marks}
      closeTo={back}
      className={wide ? "max-w-6xl" : "max-w-3xl"}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-7">{children}</div>
    </Panel>
  );
}
