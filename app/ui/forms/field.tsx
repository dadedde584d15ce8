import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { classNames } from "~/ui/class-names";

type ControlProps = {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
};

const ControlContext = createContext<ControlProps | null>(null);

/** The ids for `aria-describedby`, in reading order. */
export function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
}

type Described = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: unknown;
  "aria-required"?: unknown;
};

/** The props of a control inside a `Field`; its own props win. */
export function useControl<Props extends Described>(props: Props): Props {
  const field = useContext(ControlContext);
  if (!field) return props;
  const descriptions = new Set(`${field["aria-describedby"] ?? ""} ${props["aria-describedby"] ?? ""}`.split(" "));
  descriptions.delete("");
  return {
    ...props,
    id: props.id ?? field.id,
    "aria-describedby": [...descriptions].join(" ") || undefined,
    "aria-invalid": props["aria-invalid"] ?? field["aria-invalid"],
    "aria-required": props["aria-required"] ?? field["aria-required"],
  };
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={`${id}-hint`} className="mt-0.5 text-sm text-stone">
      {children}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm font-semibold text-error">
      <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  );
}

export function FieldMark({ mark }: { mark: "optional" | "required" | undefined }) {
  if (mark === "optional")
    return (
      <>
        {/* Without it the mark and the last word of a label are one word, which large text can't break. */}
        <wbr />
        <span className="ml-1.5 text-sm font-normal text-stone">(optional)</span>
      </>
    );
  if (mark === "required")
    return (
      <span aria-hidden className="ml-1 text-error">
        *
      </span>
    );
  return null;
}

export const wrongRule = "border-l-4 border-error pl-4";

export type FieldProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Announced as required. A form marks the optional fields; `mark="required"` shows a star. */
  required?: boolean | undefined;
  mark?: "optional" | "required" | undefined;
  /** For screen readers only (a search field, a filter). */
  labelHidden?: boolean | undefined;
  size?: "md" | "sm" | undefined;
  className?: string | undefined;
  /** One control, which reads the ids from context; or a function that gets them. */
  children: ReactNode | ((control: ControlProps) => ReactNode);
};

export function Field(props: FieldProps) {
  const { id, label, hint, error, required, mark, labelHidden, size = "md", className, children } = props;
  const described = describedBy(id, hint, error);
  const control: ControlProps = {
    id,
    ...(described ? { "aria-describedby": described } : {}),
    ...(error ? { "aria-invalid": true } : {}),
    ...(required ? { "aria-required": true } : {}),
  };
  return (
    <div className={classNames("min-w-0", error ? wrongRule : "", className)}>
      <label
        htmlFor={id}
        className={classNames(
          labelHidden ? "sr-only" : "block w-fit font-semibold text-ink",
          size === "sm" && "text-sm",
        )}
      >
        {label}
        <FieldMark mark={mark} />
      </label>
      {hint ? <FieldHint id={id}>{hint}</FieldHint> : null}
      {error ? <FieldError id={id}>{error}</FieldError> : null}
      <div className={labelHidden && !hint && !error ? "" : "mt-2"}>
        <ControlContext value={control}>{typeof children === "function" ? children(control) : children}</ControlContext>
      </div>
    </div>
  );
}
