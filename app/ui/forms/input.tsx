import type { ComponentProps, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { useControl } from "~/ui/forms/field";
import { useCounted } from "~/ui/forms/over-limit";

export type InputProps = Omit<ComponentProps<"input">, "size"> & {
  size?: "md" | "sm" | undefined;
  /** Counted below the field once exceeded, and no attribute: the browser would cut pasted text. */
  maxLength?: number | undefined;
  /** For document numbers, such as a passport's: mono, capitals, no spell check. */
  record?: boolean | undefined;
  /** Inside the input, before or after the text: an icon, a currency, a key. Decorative. */
  before?: ReactNode;
  after?: ReactNode;
};

export function Input({
  size = "md",
  record = false,
  before,
  after,
  className,
  type = "text",
  maxLength,
  ...rest
}: InputProps) {
  const [props, count] = useCounted(useControl(rest), maxLength);
  const classes = classNames(
    "control",
    size === "sm" && "control-sm",
    record && "font-mono uppercase tracking-wide placeholder:normal-case",
    before ? (size === "sm" ? "pl-9" : "pl-11") : "",
    after ? "pr-12" : "",
  );
  const input = (
    <input
      {...(record ? { autoCapitalize: "characters", autoComplete: "off", spellCheck: false } : {})}
      {...props}
      type={type}
      className={before || after ? classes : classNames(classes, className)}
    />
  );
  if (!before && !after)
    return (
      <>
        {input}
        {count}
      </>
    );
  return (
    <>
      <span className={classNames("relative block", className)}>
        {input}
        {before ? (
          <span
            aria-hidden
            className={classNames(
              "pointer-events-none absolute inset-y-0 left-0 flex items-center text-stone [&_svg]:size-[1.125rem]",
              size === "sm" ? "pl-3" : "pl-4",
            )}
          >
            {before}
          </span>
        ) : null}
        {after ? (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-0 flex items-center pr-3.5 text-sm text-stone"
          >
            {after}
          </span>
        ) : null}
      </span>
      {count}
    </>
  );
}

export type TextareaProps = ComponentProps<"textarea"> & {
  size?: "md" | "sm" | undefined;
  maxLength?: number | undefined;
};

/** Grows with its text where the browser can. */
export function Textarea({ size = "md", className, rows = 4, maxLength, ...rest }: TextareaProps) {
  const [props, count] = useCounted(useControl(rest), maxLength);
  return (
    <>
      <textarea
        {...props}
        rows={rows}
        className={classNames(
          "control min-h-30 max-h-[32rem] field-sizing-content py-3",
          size === "sm" && "control-sm",
          className,
        )}
      />
      {count}
    </>
  );
}
