import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";

/** `band`: across a panel, under its title. */
export function Facts({ band = false, className, children }: FactsProps) {
  return (
    <dl
      className={classNames(
        "grid gap-x-4 gap-y-4 sm:gap-x-8",
        band && "grid-cols-2 border-b border-line bg-mist/60 px-4 py-5 sm:px-7 lg:grid-cols-4",
        className,
      )}
    >
      {children}
    </dl>
  );
}
type FactsProps = { band?: boolean; className?: string | undefined; children: ReactNode };

export function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames("min-w-0", className)}>
      <dt className="text-xs font-medium text-stone">{label}</dt>
      <dd dir="auto" className="mt-0.5 tabular-nums [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  );
}
