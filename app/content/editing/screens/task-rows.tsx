import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { maxTaskNote, maxTaskTitle, maxTemplateTasks } from "~/core/tasks/task-events";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { describedBy, FieldError, FieldHint, wrongRule } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { useScripted } from "~/ui/use-scripted";
import type { Control } from "../fields/fields";
import { inputsOf, isBlank, type TaskInputs, taskInputsOf } from "../kinds/tasks/task-rows";
import type { FieldView } from "../read-editor.server";
import { useRecoverableRows } from "./recoverable-rows";

type TaskRowsProps = {
  id: string;
  field: FieldView;
  boxes: readonly string[];
  problem: string | undefined;
  hint: ReactNode;
  control: Extract<Control, { as: "tasks" }>;
};

const blank: TaskInputs = { key: "", place: "", title: "", note: "", days: "", event: "" };
/** Empty rows below, because without a script none can be added. */
const spare = 2;

function readRows(inputs: readonly string[]): TaskInputs[] {
  const rows = taskInputsOf(inputs).filter((row) => !isBlank(row));
  const room = Math.max(0, Math.min(spare, maxTemplateTasks - rows.length));
  return [...rows, ...Array.from({ length: room }, () => blank)];
}
const placed = (rows: readonly TaskInputs[]) => rows.map((row, index) => ({ ...row, place: String(index + 1) }));

/** The tasks of a service in order. Places are typed, or changed by the buttons of each task. */
export function TaskRows({ id, field: { name, label }, boxes, problem, hint, control }: TaskRowsProps) {
  const { fieldset, rows, setRows } = useRecoverableRows(`f.${name}`, boxes, readRows, inputsOf);
  const scripted = useScripted();
  const added = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the row is there.
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    fieldset.current?.querySelector<HTMLElement>("li:last-child [data-title]")?.focus();
  }, [rows.length]);
  const change = (index: number, by: Partial<TaskInputs>) =>
    setRows((before) => before.map((row, at) => (at === index ? { ...row, ...by } : row)));
  function move(index: number, by: number) {
    const next = [...rows];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    setRows(placed(next));
  }
  function add() {
    added.current = true;
    setRows([...rows, { ...blank, place: String(rows.length + 1) }]);
  }
  return (
    <div className={classNames("min-w-0", problem ? wrongRule : "")}>
      <fieldset
        ref={fieldset}
        id={id}
        tabIndex={-1}
        aria-describedby={describedBy(id, hint, problem)}
        className="min-w-0"
      >
        <legend className="sr-only">{label}</legend>
        {hint ? <FieldHint id={id}>{hint}</FieldHint> : null}
        {problem ? <FieldError id={id}>{problem}</FieldError> : null}
        <ol className="mt-3 divide-y divide-line border-y border-line empty:hidden">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new task has no other key, and its inputs are controlled.
            <li key={index} className="py-4">
              <TaskRow
                {...{ id: `${id}-${index}`, name: `f.${name}`, row, number: index + 1, control }}
                onChange={(by) => change(index, by)}
                onMove={scripted ? (by) => move(index, by) : undefined}
                onRemove={scripted ? () => setRows(placed(rows.filter((_, at) => at !== index))) : undefined}
                isFirst={index === 0}
                isLast={index === rows.length - 1}
              />
            </li>
          ))}
        </ol>
        {scripted && rows.length < maxTemplateTasks ? (
          <p className="mt-4">
            <Button type="button" variant="outline" size="sm" onClick={add} before={<Plus aria-hidden />}>
              Add a task
            </Button>
          </p>
        ) : null}
      </fieldset>
    </div>
  );
}

type TaskRowProps = {
  id: string;
  name: string;
  row: TaskInputs;
  number: number;
  control: TaskRowsProps["control"];
  onChange: (by: Partial<TaskInputs>) => void;
  /** Undefined without a script. */
  onMove: ((by: number) => void) | undefined;
  onRemove: (() => void) | undefined;
  isFirst: boolean;
  isLast: boolean;
};

/** The inputs are sent in the order of `inputsOf`. */
function TaskRow({ id, name, row, number, control, onChange, onMove, onRemove, isFirst, isLast }: TaskRowProps) {
  const task = `Task ${number}`;
  const bound = (part: keyof TaskInputs) => ({
    id: `${id}-${part}`,
    name,
    value: row[part],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [part]: currentTarget.value }),
  });
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 gap-y-2">
      <input type="hidden" name={name} value={row.key} />
      <Labeled id={`${id}-place`} of={task} label="Place">
        <Input {...bound("place")} size="sm" inputMode="numeric" autoComplete="off" />
      </Labeled>
      <Labeled id={`${id}-title`} of={task} label="What has to be done">
        <Input {...bound("title")} size="sm" maxLength={maxTaskTitle} dir="auto" autoComplete="off" data-title="" />
      </Labeled>
      <div className="col-span-full grid gap-2 sm:col-start-2">
        <Labeled id={`${id}-note`} of={task} label="Note">
          <Textarea
            {...bound("note")}
            size="sm"
            rows={1}
            maxLength={maxTaskNote}
            dir="auto"
            className="min-h-0! py-2!"
          />
        </Labeled>
        <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
          <div className="grid min-w-0 grow grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 sm:max-w-md">
            <Labeled id={`${id}-days`} of={task} label="Days">
              <Input {...bound("days")} size="sm" inputMode="numeric" autoComplete="off" />
            </Labeled>
            <Labeled id={`${id}-event`} of={task} label="Due">
              <Select {...bound("event")} size="sm" placeholder="No due date" options={control.events} />
            </Labeled>
          </div>
          {onMove && onRemove ? (
            <span className="flex gap-1">
              <RowButton
                label={`Move ${task.toLowerCase()} up`}
                hint="Move up"
                disabled={isFirst}
                onPress={() => onMove(-1)}
              >
                <ArrowUp aria-hidden className="size-4" />
              </RowButton>
              <RowButton
                label={`Move ${task.toLowerCase()} down`}
                hint="Move down"
                disabled={isLast}
                onPress={() => onMove(1)}
              >
                <ArrowDown aria-hidden className="size-4" />
              </RowButton>
              <RowButton label={`Remove ${task.toLowerCase()}`} hint="Remove" onPress={onRemove}>
                <X aria-hidden className="size-4" />
              </RowButton>
            </span>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Labeled({ id, of, label, children }: { id: string; of: string; label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-xs text-stone">
        <span className="sr-only">{of}: </span>
        {label}
      </label>
      {children}
    </div>
  );
}

type RowButtonProps = {
  label: string;
  hint: string;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
};

const RowButton = ({ label, hint, disabled = false, onPress, children }: RowButtonProps) => (
  <Button
    type="button"
    variant="outline"
    size="sm"
    disabled={disabled}
    onClick={onPress}
    aria-label={label}
    data-hint={hint}
    className="px-2"
  >
    {children}
  </Button>
);
