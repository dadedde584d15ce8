import type { ReactNode } from "react";
import { formatCount } from "~/core/counted";
import { classNames } from "~/ui/class-names";
import { RefreshLink } from "~/ui/lists/list-filter";
import { Progress } from "~/ui/progress";
import { useScripted } from "~/ui/use-scripted";

type RunningProps = {
  /** Such as `Checking the links`; a status. */
  title: string;
  /** The page's own URL, to reload without JavaScript; with it the figures update themselves (`useProgress`). */
  to: string;
  className?: string;
  children: ReactNode;
};

/** Work in the background, with an `Amount` for each kind of item. */
export function Running({ title, to, className, children }: RunningProps) {
  const scripted = useScripted();
  return (
    <div className={classNames("rounded-xl border border-line bg-white px-4 py-4 shadow-xs sm:px-5", className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="font-semibold">
          {title}
        </p>
        {scripted ? null : <RefreshLink to={to} />}
      </div>
      <div className="mt-3 grid gap-4">{children}</div>
    </div>
  );
}

/** `total`: null until the work has begun. */
type AmountProps = { label: string; done: number; total: number | null };

export function Amount({ label, done, total }: AmountProps) {
  const text = total === null ? "Waiting to start" : `${formatCount(done)} of ${formatCount(total)}`;
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <p>{label}</p>
        <p className="text-stone tabular-nums">{text}</p>
      </div>
      <Progress value={done} max={total ?? 1} label={label} text={text} className="mt-1.5" />
    </div>
  );
}
