import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { ChoiceLegend, choiceColumns } from "~/ui/forms/choice-legend";
import { describedBy, wrongRule } from "~/ui/forms/field";

export type Choice = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean | undefined };

export type RadioGroupProps = {
  /** The first choice has this id, as the target of the error summary's link. */
  id: string;
  name: string;
  legend: ReactNode;
  legendHidden?: boolean | undefined;
  options: readonly Choice[];
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  mark?: "optional" | "required" | undefined;
  columns?: 1 | 2 | 3 | 4 | undefined;
  disabled?: boolean | undefined;
  /** The chosen one takes the focus, or the first. */
  autoFocus?: boolean | undefined;
  form?: string | undefined;
  value?: string | undefined;
  defaultValue?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
  className?: string | undefined;
};

export const dot =
  "mt-px size-6 shrink-0 appearance-none rounded-full border-[1.5px] border-edge bg-white transition-[border-width] duration-100 checked:border-[7px] checked:border-navy forced-colors:appearance-auto disabled:border-line";

export function RadioGroup(props: RadioGroupProps) {
  const { id, name, legend, legendHidden, options, hint, error, required, mark, columns = 1, className } = props;
  const { disabled, autoFocus, form, value, defaultValue, onValueChange } = props;
  const chosen = value ?? defaultValue;
  const focused = autoFocus ? (options.find((option) => option.value === chosen) ?? options[0]) : undefined;
  // On a small phone two columns have no room for a long word, which would break anywhere.
  const isWide = columns === 2 && options.some(({ label }) => typeof label === "string" && /\S{9}/.test(label));
  return (
    <div className={classNames("min-w-0", error ? wrongRule : "", className)}>
      <fieldset
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows it; it can be invalid.
        role="radiogroup"
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error ? true : undefined}
        aria-required={required || undefined}
        disabled={disabled}
        className="min-w-0"
      >
        <ChoiceLegend id={id} legend={legend} legendHidden={legendHidden} hint={hint} error={error} mark={mark} />
        <div className={classNames("mt-2.5 grid gap-3", isWide ? "min-[26rem]:grid-cols-2" : choiceColumns(columns))}>
          {options.map((option, index) => {
            const optionId = index === 0 ? id : `${id}-${option.value}`;
            return (
              <label
                key={option.value}
                htmlFor={optionId}
                className="flex min-h-13 items-start gap-3 rounded-md border border-edge bg-white px-3 py-3 leading-snug sm:px-4 transition-colors hover:border-navy has-checked:border-navy has-checked:bg-foam has-checked:shadow-[inset_0_0_0_1px_var(--color-navy)] has-disabled:border-line has-disabled:bg-mist has-disabled:text-stone has-focus-visible:outline-3 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2"
              >
                <input
                  type="radio"
                  id={optionId}
                  name={name}
                  value={option.value}
                  form={form}
                  disabled={option.disabled}
                  // biome-ignore lint/a11y/noAutofocus: on a page that tells of a mistake in this group.
                  autoFocus={option === focused}
                  className={classNames(dot, "focus-visible:outline-none")}
                  aria-describedby={option.hint ? `${optionId}-note` : undefined}
                  {...(value === undefined
                    ? { defaultChecked: defaultValue === option.value }
                    : { checked: value === option.value })}
                  onChange={(event) => onValueChange?.(event.currentTarget.value)}
                />
                <span className="min-w-0 flex-1 pt-0.5">
                  {option.label}
                  {option.hint ? (
                    <span id={`${optionId}-note`} className="mt-0.5 block text-sm text-stone">
                      {option.hint}
                    </span>
                  ) : null}
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
    </div>
  );
}
