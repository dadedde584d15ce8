import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import { classNames } from "~/ui/class-names";
import { type ConditionPlace, type FileCondition, sentenceOf } from "./date-rule";

const looks = {
  good: { icon: CircleCheck, className: "text-success" },
  "too-old": { icon: CircleAlert, className: "font-semibold text-error" },
  "too-old-when-filed": { icon: Clock, className: "font-semibold text-warning" },
  "expires-early": { icon: CircleAlert, className: "font-semibold text-error" },
  replaced: { icon: CircleCheck, className: "text-stone" },
  "without-date": { icon: Clock, className: "text-stone" },
  "without-trip": { icon: Clock, className: "text-stone" },
};

/** What follows from a document’s date, in one sentence. */
export function ConditionLine({ condition, place }: { condition: FileCondition; place?: ConditionPlace }) {
  const { icon: Icon, className } = looks[condition.state];
  return (
    <p className={classNames("flex items-start gap-1.5 text-sm leading-5", className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{sentenceOf(condition, place)}</span>
    </p>
  );
}
