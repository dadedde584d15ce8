import { type ReactNode, useState } from "react";
import { shownEmail } from "~/core/email/shown-email";
import { readPhone } from "~/core/phones/phones";
import { suggestPhone } from "~/core/phones/suggest-phone";
import { classNames } from "~/ui/class-names";
import { Checkbox, CheckboxGroup } from "~/ui/forms/checkbox";
import { EmailInput } from "~/ui/forms/email-input";
import { describedBy, Field, FieldError, FieldHint, wrongRule } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";
import { UsePhone } from "~/ui/forms/use-phone";
import type { Column, Control } from "../fields/fields";
import type { FieldView } from "../read-editor.server";
import { AgreementSections } from "./agreement-sections";
import { BodyInput } from "./body-input";
import { FileInputs } from "./file-inputs";
import { PictureInputs } from "./picture-inputs";
import { StepRows } from "./step-rows";
import { TaskRows } from "./task-rows";

type FieldInputsProps = { field: FieldView; boxes: readonly string[]; problem: string | undefined };

/** A field with its help, its input, and what visitors see if it is empty. */
export function FieldInputs({ field, boxes, problem: sentProblem }: FieldInputsProps) {
  // Inputs whose problem a button has fixed since.
  const [settled, setSettled] = useState<readonly string[]>();
  const problem = settled === boxes ? undefined : sentProblem;
  const { name, label, control } = field;
  const id = idOf(name);
  const isEmpty = boxes.every((input) => input.trim() === "");
  const isNoted = field.help !== "" || (isEmpty && field.instead !== null);
  const hint = isNoted ? (
    <>
      {field.help} {field.type ? <span>{field.type}.</span> : null}
      {isEmpty && field.instead ? <span className="block text-ink">Empty: {field.instead}</span> : null}
    </>
  ) : undefined;
  const suggested = problem === undefined ? undefined : officePhone(control, boxes[0] ?? "");
  if (control.as === "rows") return <Rows {...{ id, field, boxes, problem, hint, control }} />;
  if (control.as === "picture") return <PictureInputs {...{ id, field, boxes, problem }} hint={field.help} />;
  if (control.as === "file") return <FileInputs {...{ id, field, boxes, problem, control }} hint={field.help} />;
  if (control.as === "body") return <BodyInput {...{ id, field, boxes, problem }} />;
  if (control.as === "checkbox")
    return (
      <div className="min-w-0">
        <input type="hidden" name={`f.${name}`} value="" />
        <Checkbox
          {...{ id, label, hint, error: problem, name: `f.${name}`, value: "yes", size: "sm" }}
          defaultChecked={boxes.includes("yes")}
        />
      </div>
    );
  if (control.as === "checks")
    return (
      <>
        <input type="hidden" name={`f.${name}`} value="" />
        <CheckboxGroup
          {...{ id, hint, error: problem, name: `f.${name}`, legend: label, columns: 2 }}
          options={control.options}
          defaultValue={boxes}
        />
      </>
    );
  if (control.as === "steps") return <StepRows {...{ id, field, boxes, problem, hint, control }} />;
  if (control.as === "tasks") return <TaskRows {...{ id, field, boxes, problem, hint, control }} />;
  if (control.as === "sections") return <AgreementSections {...{ id, field, boxes, problem, hint }} />;
  if (control.as === "choice") return <Choice {...{ id, field, boxes, problem, hint, control }} />;
  return (
    <Field id={id} label={label} hint={hint} error={problem} size="sm">
      {control.as === "text" ? (
        <Textarea
          name={`f.${name}`}
          size="sm"
          rows={control.rows}
          defaultValue={boxes[0]}
          dir="auto"
          className={control.rows < 4 ? "min-h-20!" : undefined}
        />
      ) : control.type === "email" ? (
        // Not type="email": the browser would refuse addresses that ours accepts, and this form needs its validation
        // for dates.
        <EmailInput
          name={`f.${name}`}
          size="sm"
          type="text"
          defaultValue={shownEmail(boxes[0] ?? "")}
          autoComplete="off"
        />
      ) : (
        <Input
          name={`f.${name}`}
          size="sm"
          type={control.type}
          inputMode={control.numeric ? "decimal" : undefined}
          defaultValue={boxes[0]}
          list={control.suggests ? `${id}-list` : undefined}
          autoComplete="off"
        />
      )}
      {suggested ? (
        <UsePhone
          inputId={id}
          name={name}
          phone={suggested}
          size="sm"
          className="mt-2"
          onUse={() => setSettled(boxes)}
        />
      ) : null}
      {control.as === "line" && control.suggests ? (
        <datalist id={`${id}-list`}>
          {control.suggests.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ) : null}
    </Field>
  );
}

/** The number with country code, to suggest for a phone without one: the office is in the Bahamas. */
function officePhone(control: Control, rawInput: string): string | undefined {
  if (control.as !== "line" || control.type !== "tel") return undefined;
  return suggestPhone(control.takesExtension ? rawInput : (readPhone(rawInput)?.number ?? ""), ["BS"]);
}

type ChoiceProps = Omit<FieldInputsProps, "field"> & {
  id: string;
  field: FieldView;
  hint: ReactNode;
  control: Extract<Control, { as: "choice" }>;
};

/** A select, or radio buttons. */
function Choice({ id, field: { name, label }, boxes, problem, hint, control }: ChoiceProps) {
  const [chosen = ""] = boxes;
  // Keep the stored value selectable if it is no longer in the list.
  const isKnown = control.options.some(({ value }) => value === chosen);
  const options = isKnown || chosen === "" ? control.options : [...control.options, { value: chosen, label: chosen }];
  if (control.look === "radios")
    return (
      <RadioGroup
        {...{ id, hint, options, error: problem }}
        name={`f.${name}`}
        legend={label}
        defaultValue={chosen}
        columns={2}
      />
    );
  return (
    <Field id={id} label={label} hint={hint} error={problem} size="sm">
      <Select
        name={`f.${name}`}
        size="sm"
        defaultValue={chosen}
        options={options}
        placeholder={options.some(({ value }) => value === "") ? undefined : "Choose one"}
      />
    </Field>
  );
}

export const isSentAsFile = ({ as }: Control): boolean => as === "picture" || as === "file";

export const idOf = (name: string): string => `f-${name.replaceAll(".", "-")}`;

type RowsProps = Omit<FieldInputsProps, "field"> & {
  id: string;
  field: FieldView;
  hint: ReactNode;
  control: Extract<Control, { as: "rows" }>;
};

/** Rows of inputs with empty ones below: filling one adds a row, emptying one removes it. */
function Rows({ id, field: { name, label }, boxes, problem, hint, control }: RowsProps) {
  const { columns, item, spare, most } = control;
  const filled = Math.ceil(boxes.length / columns.length);
  // A table with a fixed number of rows gets no spare ones.
  const rows = Math.max(1, most <= spare ? most : Math.min(most, usedRows(boxes, columns.length, filled) + spare));
  return (
    <div className={classNames("min-w-0", problem ? wrongRule : "")}>
      <fieldset aria-describedby={describedBy(id, hint, problem)} className="min-w-0">
        <legend className="p-0 text-sm font-semibold text-ink">{label}</legend>
        {hint ? <FieldHint id={id}>{hint}</FieldHint> : null}
        {problem ? <FieldError id={id}>{problem}</FieldError> : null}
        <div
          className={classNames("mt-2 grid gap-2", columns.length === 2 ? "gap-x-10 sm:grid-cols-2 sm:max-w-2xl" : "")}
        >
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
            <div key={row} className={classNames("grid gap-2", gridOf(columns), rowGap(columns))}>
              {columns.map((column, index) => (
                <Cell
                  key={column.label}
                  id={row === 0 && index === 0 ? id : `${id}-${row}-${index}`}
                  name={`f.${name}`}
                  column={column}
                  label={most === 1 ? column.label : `${item} ${row + 1}: ${column.label}`}
                  value={boxes[row * columns.length + index] ?? ""}
                  isHeaded={row === 0 || columns.length === 2}
                  wrong={problem !== undefined}
                />
              ))}
            </div>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** Counts rows up to the last one that isn't empty. */
function usedRows(inputs: readonly string[], width: number, filled: number): number {
  const last = inputs.findLastIndex((input) => input.trim() !== "");
  return last < 0 ? 0 : Math.min(filled, Math.floor(last / width) + 1);
}

const rowGap = (columns: readonly Column[]): string =>
  columns.length > 2 ? "max-sm:border-b max-sm:border-line max-sm:pb-3" : "";

const gridOf = (columns: readonly Column[]): string =>
  columns.length === 1
    ? "grid-cols-1"
    : columns.length === 2
      ? "grid-cols-2"
      : columns.length === 3
        ? "sm:grid-cols-[10rem_10rem_minmax(0,1fr)]"
        : "grid-cols-2 sm:grid-cols-[9.5rem_minmax(0,1fr)_7.5rem_7.5rem]";

type CellProps = {
  id: string;
  name: string;
  column: Column;
  label: string;
  value: string;
  /** On wide screens only the first row of a long table has column headings. */
  isHeaded: boolean;
  wrong: boolean;
};

function Cell({ id, name, column, label, value, isHeaded, wrong }: CellProps) {
  const props = {
    id,
    name,
    size: "sm" as const,
    maxLength: column.limit,
    defaultValue: value,
    autoComplete: "off",
    "aria-invalid": wrong || undefined,
  };
  return (
    <div className={classNames("min-w-0", column.wide ? "max-sm:col-span-full" : "")}>
      <label htmlFor={id} className="block text-xs text-stone">
        <span className="sr-only">{label}</span>
        <span aria-hidden className={isHeaded ? "" : "sm:hidden"}>
          {column.label}
        </span>
      </label>
      {column.tall ? (
        <Textarea {...props} rows={2} className="mt-0.5 min-h-0!" />
      ) : (
        <Input {...props} type={column.type ?? "text"} className="mt-0.5" />
      )}
    </div>
  );
}
