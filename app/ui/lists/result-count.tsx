import { classNames } from "~/ui/class-names";

export type ResultCountProps = {
  count: number;
  /** Singular and plural: `question`, `services`. */
  singular: string;
  plural: string;
  /** Such as `for Canada`, to tell apart two filters with equally many results. */
  by?: string | undefined;
  className?: string | undefined;
};

/** The number of results, announced when it changes, wherever the focus is. */
export function ResultCount({ count, singular, plural, by, className }: ResultCountProps) {
  return (
    <p role="status" data-count className={classNames("text-sm text-stone", className)}>
      {count === 0 ? `No ${plural}` : `${count} ${count === 1 ? singular : plural}`}
      {by ? ` ${by}` : ""}
    </p>
  );
}
