import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { FieldError, FieldHint, FieldMark } from "~/ui/forms/field";

export function ChoiceLegend(props: {
  id: string;
  legend: ReactNode;
  legendHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: ReactNode;
  mark?: "optional" | "required" | undefined;
}) {
  const { id, legend, legendHidden, hint, error, mark } = props;
  return (
    <>
      <legend className={classNames("block max-w-full p-0 font-semibold text-ink", legendHidden && "sr-only")}>
        {legend}
        <FieldMark mark={mark} />
      </legend>
      {hint ? <FieldHint id={id}>{hint}</FieldHint> : null}
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </>
  );
}

/** The number of columns from the small tablet on; on phones short choices still share a row. */
export function choiceColumns(columns: 1 | 2 | 3 | 4): string {
  return { 1: "grid-cols-1", 2: "grid-cols-2", 3: "sm:grid-cols-3", 4: "sm:grid-cols-2 lg:grid-cols-4" }[columns];
}
