import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type StatCardProps = {
  label: string;
  value: ReactNode;
  detail?: ReactNode;
  icon?: ReactNode;
  /** The list behind the number. */
  to?: string | undefined;
  /** Its filter is active. */
  current?: boolean | undefined;
  className?: string | undefined;
};

export function StatCard({ label, value, detail, icon, to, current, className }: StatCardProps) {
  const look = classNames(
    "block min-w-0 rounded-xl border bg-white px-4 py-3 shadow-xs max-sm:px-2.5",
    current ? "border-sea-ink ring-1 ring-sea-ink" : "border-line",
    to && "transition-colors hover:border-sea-ink",
    className,
  );
  const content = (
    <>
      <span className="flex items-center justify-between gap-2 text-xs font-medium text-stone [&_svg]:size-4 [&_svg]:shrink-0">
        <span className="truncate max-sm:text-2xs">{label}</span>
        {icon}
      </span>
      <span className="mt-0.5 block font-display text-[1.75rem] font-semibold leading-tight text-navy tabular-nums lining-nums">
        {value}
      </span>
      {detail ? <span className="mt-0.5 block text-xs text-stone">{detail}</span> : null}
    </>
  );
  if (!to) return <div className={look}>{content}</div>;
  return (
    <PageLink to={to} aria-current={current ? "true" : undefined} className={look}>
      {content}
    </PageLink>
  );
}
