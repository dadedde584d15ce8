import { classNames } from "~/ui/class-names";
import type { Figures } from "./read-issues.server";

const shown = [
  ["sent", "Sent"],
  ["delivered", "Delivered"],
  ["failed", "Failed"],
  ["waiting", "Waiting"],
  ["unsubscribed", "Unsubscribed since"],
] as const satisfies readonly (readonly [keyof Figures, string])[];

/** What became of an issue's mails; delivered ones also count as sent. */
export function FigureList({ figures, className }: { figures: Figures; className?: string }) {
  return (
    <dl className={classNames("flex flex-wrap gap-x-7 gap-y-2", className)}>
      {shown.map(([name, label]) => (
        <div key={name}>
          <dt className="text-xs text-stone">{label}</dt>
          <dd className="text-lg font-semibold tabular-nums">{figures[name].toLocaleString("en-US")}</dd>
        </div>
      ))}
    </dl>
  );
}
