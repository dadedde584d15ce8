import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { ChoiceLegend, choiceColumns } from "~/ui/forms/choice-legend";
import { describedBy, FieldError, wrongRule } from "~/ui/forms/field";
import type { Choice } from "~/ui/forms/radio-group";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "id" | "size"> & {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  size?: "md" | "sm" | undefined;
  framed?: boolean | undefined;
};

function CheckboxInput(props: ComponentProps<"input"> & { small?: boolean | undefined }) {
  const { small, ...rest } = props;
  return (
    <span className={classNames("relative mt-px grid shrink-0 place-items-center", small ? "size-5" : "size-6")}>
      <input
        {...rest}
        type="checkbox"
        className="peer col-start-1 row-start-1 size-full appearance-none rounded-xs border-[1.5px] border-edge bg-white transition-colors checked:border-navy checked:bg-navy hover:border-navy disabled:border-line disabled:bg-mist disabled:checked:bg-edge aria-invalid:border-2 aria-invalid:border-error forced-colors:appearance-auto"
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none col-start-1 row-start-1 size-[70%] text-white opacity-0 peer-checked:opacity-100 forced-colors:hidden"
      />
    </span>
  );
}

export function Checkbox({ id, label, hint, error, size = "md", framed = false, className, ...rest }: CheckboxProps) {
  return (
    <div className={classNames("min-w-0", error ? wrongRule : "", className)}>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
      <label
        htmlFor={id}
        className={classNames(
          "flex w-fit max-w-full items-start gap-3 leading-snug has-disabled:text-stone",
          size === "sm" ? "py-1 text-sm" : "min-h-11 py-2.5",
          framed &&
            "w-full rounded-md border border-edge bg-white px-4 py-3.5 hover:border-navy has-checked:border-navy has-checked:bg-foam",
          framed && error ? "mt-2 border-error" : "",
        )}
      >
        <CheckboxInput
          {...rest}
          id={id}
          small={size === "sm"}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [rest["aria-describedby"], describedBy(id, hint, error)].filter(Boolean).join(" ") || undefined
          }
        />
        <span className={classNames("min-w-0", size !== "sm" && "pt-0.5")}>
          {label}
          {hint ? (
            <span id={`${id}-hint`} className="mt-0.5 block text-sm text-stone">
              {hint}
            </span>
          ) : null}
        </span>
      </label>
    </div>
  );
}

export type CheckboxGroupProps = {
  id: string;
  name: string;
  legend: ReactNode;
  legendHidden?: boolean | undefined;
  options: readonly Choice[];
  hint?: ReactNode;
  error?: ReactNode;
  mark?: "optional" | "required" | undefined;
  columns?: 1 | 2 | 3 | 4 | undefined;
  disabled?: boolean | undefined;
  form?: string | undefined;
  value?: readonly string[] | undefined;
  defaultValue?: readonly string[] | undefined;
  onToggle?: ((value: string, checked: boolean) => void) | undefined;
  className?: string | undefined;
};

export function CheckboxGroup(props: CheckboxGroupProps) {
  const { id, name, legend, legendHidden, options, hint, error, mark, columns = 1, className } = props;
  const { disabled, form, value, defaultValue, onToggle } = props;
  return (
    <div className={classNames("min-w-0", error ? wrongRule : "", className)}>
      <fieldset aria-describedby={describedBy(id, hint, error)} disabled={disabled} className="min-w-0">
        <ChoiceLegend id={id} legend={legend} legendHidden={legendHidden} hint={hint} error={error} mark={mark} />
        <div className={classNames("mt-1.5 grid gap-x-6", columns === 2 ? "sm:grid-cols-2" : choiceColumns(columns))}>
          {options.map((option, index) => (
            <Checkbox
              key={option.value}
              id={index === 0 ? id : `${id}-${option.value}`}
              name={name}
              value={option.value}
              form={form}
              label={option.label}
              {...(option.hint ? { hint: option.hint } : {})}
              disabled={option.disabled}
              {...(value ? { checked: value.includes(option.value) } : {})}
              {...(!value && defaultValue ? { defaultChecked: defaultValue.includes(option.value) } : {})}
              onChange={(event) => onToggle?.(option.value, event.currentTarget.checked)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
