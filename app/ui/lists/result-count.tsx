import { classNames } from "~/ui/class-names";

export type ResultCountProps = {
  count: number;
  /** `question`, `services`: what is counted, one of it and many. */
  one: string;
  many: string;
  /** What they were chosen by, such as `for Canada`: two choices with as many results are told apart. */
  by?: string | undefined;
  className?: string | undefined;
};

/** How many there are after a search or a filter; said aloud when it changes, wherever the focus is. */
export function ResultCount({ count, one, many, by, className }: ResultCountProps) {
  return (
    <p role="status" data-count className={classNames("text-sm text-stone", className)}>
      {count === 0 ? `No ${many}` : `${count} ${count === 1 ? one : many}`}
      {by ? ` ${by}` : ""}
    </p>
  );
}
