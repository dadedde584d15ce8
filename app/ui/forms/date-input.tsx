import type { ComponentProps } from "react";
import { classNames } from "~/ui/class-names";
import { useControl } from "~/ui/forms/field";

export type DateInputProps = Omit<ComponentProps<"input">, "type" | "size"> & { size?: "md" | "sm" | undefined };

/** A date without time in the browser's own picker; the value is always `YYYY-MM-DD`. */
export function DateInput({ size = "md", className, ...rest }: DateInputProps) {
  const props = useControl(rest);
  return (
    <input
      {...props}
      type="date"
      className={classNames("control appearance-none tabular-nums", size === "sm" && "control-sm", className)}
    />
  );
}
