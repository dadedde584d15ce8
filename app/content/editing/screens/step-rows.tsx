import { type ReactNode, useCallback } from "react";
import { classNames } from "~/ui/class-names";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { useScripted } from "~/ui/use-scripted";
import type { Control, StepRow } from "../fields/fields";
import type { FieldView } from "../read-editor.server";
import { MoveButtons, RowsField } from "./movable-rows";
import { useRecoverableRows } from "./recoverable-rows";

type StepRowsProps = {
  id: string;
  field: FieldView;
  boxes: readonly string[];
  problem: string | undefined;
  hint: ReactNode;
  control: Extract<Control, { as: "steps" }>;
};

type Row = StepRow & { place: string; shown: string };

/** Three inputs for each step: its code, its position, and whether it is shown. */
function rowsOf(inputs: readonly string[], steps: readonly StepRow[]): Row[] {
  return Array.from({ length: Math.floor(inputs.length / 3) }, (_, index) => {
    const [code = "", place = "", shown = ""] = inputs.slice(index * 3, index * 3 + 3);
    const step = steps.find((step) => step.code === code);
    return { ...(step ?? { code, title: code, fixed: null }), place, shown };
  });
}

const inputsOf = ({ code, place, shown }: Row): string[] => [code, place, shown];

/** The steps in order. Positions are typed, or changed by the buttons of each row. */
export function StepRows({ id, field: { name, label }, boxes, problem, hint, control }: StepRowsProps) {
  const readRows = useCallback((inputs: readonly string[]) => rowsOf(inputs, control.steps), [control.steps]);
  const { fieldset, rows, setRows } = useRecoverableRows(`f.${name}`, boxes, readRows, inputsOf);
  const scripted = useScripted();
  const change = (code: string, change: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.code === code ? { ...row, ...change } : row)));
  const movable = rows.filter(({ fixed }) => fixed !== "last").length;
  function move(position: number, by: number) {
    const next = [...rows];
    const [moved] = next.splice(position, 1);
    if (moved) next.splice(position + by, 0, moved);
    setRows(next.map((row, index) => ({ ...row, place: String(index + 1) })));
  }
  return (
    <RowsField fieldset={fieldset} id={id} label={label} hint={hint} problem={problem}>
      <ol className="mt-3 divide-y divide-line border-y border-line">
        {rows.map((row, index) => (
          <li
            key={row.code}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-2 sm:grid-cols-[4.5rem_minmax(0,1fr)_9rem_5.5rem]"
          >
            <input type="hidden" name={`f.${name}`} value={row.code} />
            <PositionInput name={`f.${name}`} row={row} onChange={(place) => change(row.code, { place })} />
            <span
              className={classNames(
                "min-w-0 [overflow-wrap:anywhere]",
                row.shown === "hidden" ? "text-stone" : "font-semibold",
              )}
            >
              {row.title}
            </span>
            <Shown name={`f.${name}`} row={row} onChange={(shown) => change(row.code, { shown })} />
            <span className="flex gap-1 max-sm:col-start-2">
              {scripted && row.fixed !== "last" ? (
                <MoveButtons
                  of={row.title}
                  isFirst={index === 0}
                  isLast={index >= movable - 1}
                  onMove={(by) => move(index, by)}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </RowsField>
  );
}

function PositionInput({ name, row, onChange }: { name: string; row: Row; onChange: (place: string) => void }) {
  if (row.fixed === "last")
    return (
      <span className="text-sm text-stone">
        Last
        <input type="hidden" name={name} value={row.place} />
      </span>
    );
  return (
    <Input
      name={name}
      size="sm"
      inputMode="numeric"
      aria-label={`Place of ${row.title}`}
      value={row.place}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}

function Shown({ name, row, onChange }: { name: string; row: Row; onChange: (shown: string) => void }) {
  if (row.fixed)
    return (
      <span className="text-sm text-stone">
        Always shown
        <input type="hidden" name={name} value="shown" />
      </span>
    );
  return (
    <Select
      name={name}
      size="sm"
      aria-label={`${row.title} is`}
      value={row.shown}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={[
        { value: "shown", label: "Shown" },
        { value: "hidden", label: "Hidden" },
      ]}
    />
  );
}
