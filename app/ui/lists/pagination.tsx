import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type PaginationProps = {
  /** Such as "Applications", "Posts". */
  label: string;
  previous?: string | undefined;
  next?: string | undefined;
  previousLabel?: string | undefined;
  nextLabel?: string | undefined;
  /** Between them: "1–50 of 1,284", "Page 2 of 7". */
  children?: ReactNode;
  className?: string | undefined;
};

const look = "inline-flex min-h-11 items-center gap-1.5 rounded-md border px-4 text-sm font-semibold [&_svg]:size-4";

export function Pagination(props: PaginationProps) {
  const { label, previous, next, previousLabel = "Previous", nextLabel = "Next", children, className } = props;
  if (!previous && !next && !children) return null;
  return (
    <nav aria-label={`${label}: pages`} className={classNames("flex items-center justify-between gap-4", className)}>
      <Step to={previous} rel="prev">
        <ChevronLeft aria-hidden />
        {previousLabel}
      </Step>
      <div className="min-w-0 text-center text-sm text-stone tabular-nums">{children}</div>
      <Step to={next} rel="next">
        {nextLabel}
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  );
}

function Step({ to, rel, children }: { to: string | undefined; rel: string; children: ReactNode }) {
  if (!to) {
    return (
      <span aria-hidden className={classNames(look, "border-line text-stone")}>
        {children}
      </span>
    );
  }
  return (
    <PageLink to={to} rel={rel} className={classNames(look, "border-edge bg-white hover:border-navy hover:bg-foam")}>
      {children}
    </PageLink>
  );
}
