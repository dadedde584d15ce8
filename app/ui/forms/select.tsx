import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "~/ui/class-names";
import { useControl } from "~/ui/forms/field";

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined };

export type SelectProps = Omit<ComponentProps<"select">, "size"> & {
  size?: "md" | "sm" | undefined;
  options?: readonly SelectOption[] | undefined;
  /** A first, empty option such as "Choose one". */
  placeholder?: string | undefined;
};

export function Select({ size = "md", options, placeholder, className, children, ...rest }: SelectProps) {
  const props = useControl(rest);
  return (
    <span className={classNames("relative block min-w-0", className)}>
      <select
        {...props}
        className={classNames("control appearance-none truncate pr-11", size === "sm" && "control-sm pr-9")}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className={classNames(
          "pointer-events-none absolute top-1/2 size-4.5 -translate-y-1/2 text-stone",
          size === "sm" ? "right-2.5" : "right-3.5",
        )}
      />
    </span>
  );
}
