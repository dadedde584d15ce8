import { Braces, CircleAlert, CircleCheck, Rows3 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { classNames } from "~/ui/class-names";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { rowsOf } from "./rows";
import { RowsEditor } from "./rows-editor";
import { readJson, type StructuredName, structured } from "./structured";

type StructuredFieldProps = {
  name: StructuredName;
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (json: string) => void;
};

/**
 * One value with two views: rows of inputs, or JSON with its problem shown while typing. The JSON is submitted; without
 * JavaScript it is also what is shown.
 */
export function StructuredField({ name, label, hint, value, error, onChange }: StructuredFieldProps) {
  const [view, setView] = useState<"rows" | "json">("rows");
  const possible = rowsOf(name, value) !== null;
  const rows = view === "rows" && possible;
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 noscript:hidden">
        <div>
          <h3 className="font-sans text-base font-semibold tracking-normal">{label}</h3>
          <p className="text-stone">{hint}</p>
        </div>
        <fieldset className="flex rounded-md border border-edge bg-white p-0.5">
          <legend className="sr-only">How to edit: {label}</legend>
          <View chosen={rows} disabled={!possible} onChoose={() => setView("rows")} icon={<Rows3 aria-hidden />}>
            Form
          </View>
          <View chosen={!rows} onChoose={() => setView("json")} icon={<Braces aria-hidden />}>
            JSON
          </View>
        </fieldset>
      </div>
      {rows ? (
        <div className="mt-3 noscript:hidden">
          {error ? <p className="mb-2 font-semibold text-error">{error}</p> : null}
          <RowsEditor name={name} label={label} json={value} onChange={onChange} />
        </div>
      ) : null}
      <div className={classNames("mt-3", rows && "not-noscript:hidden")}>
        <Field id={name} label={`${label} as JSON`} error={error}>
          <Textarea
            name={name}
            value={value}
            spellCheck={false}
            rows={6}
            onChange={(event) => {
              setView("json");
              onChange(event.currentTarget.value);
            }}
            aria-describedby={`${name}-json`}
            className="font-mono text-xs leading-relaxed"
          />
        </Field>
        <JsonState name={name} value={value} fieldError={error} />
      </div>
    </div>
  );
}

function View(props: {
  chosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={props.chosen}
      disabled={props.disabled}
      title={props.disabled ? "Fix the JSON first" : undefined}
      onClick={props.onChoose}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2.5 text-xs font-semibold text-stone hover:text-ink disabled:opacity-50 aria-pressed:bg-navy aria-pressed:text-white [&_svg]:size-3.5"
    >
      {props.icon}
      {props.children}
    </button>
  );
}

/** The problem of the JSON; not repeated if the field already shows it. */
function JsonState({
  name,
  value,
  fieldError,
}: {
  name: StructuredName;
  value: string;
  fieldError: string | undefined;
}) {
  const parsed = readJson(value);
  const read = structured[name](value);
  const problem = parsed.ok ? (read.ok ? null : read.problem) : parsed.problem;
  return (
    <p id={`${name}-json`} role="status" className="mt-1.5 grid gap-0.5 text-sm font-medium">
      {parsed.ok ? (
        <span className="flex items-start gap-1.5 text-success">
          <CircleCheck aria-hidden className="mt-[0.2em] size-4 shrink-0" />
          Valid JSON
        </span>
      ) : null}
      {problem && problem !== fieldError ? (
        <span className="flex items-start gap-1.5 text-error">
          <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{problem}</span>
        </span>
      ) : null}
    </p>
  );
}
