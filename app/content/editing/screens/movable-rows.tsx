import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { describedBy, FieldError, FieldHint, wrongRule } from "~/ui/forms/field";
import { useScripted } from "~/ui/use-scripted";
import type { FieldView } from "../read-editor.server";
import { useRecoverableRows } from "./recoverable-rows";

type Row = { place: string };
type Inputs = { id: string; name: string; value: string; onChange: (event: Changed) => void };
type Changed = { currentTarget: { value: string } };

/** One row for its inputs: `bound` wires one of them, and `buttons` move and remove the row where JavaScript runs. */
export type ShownRow<Of> = {
  id: string;
  name: string;
  /** Such as `Task 3`. */
  title: string;
  row: Of;
  bound: (part: keyof Of & string) => Inputs;
  buttons: ReactNode;
};

type MovableRowsProps<Of extends Row> = {
  id: string;
  field: FieldView;
  boxes: readonly string[];
  problem: string | undefined;
  hint: ReactNode;
  /** Such as `task`. */
  noun: string;
  most: number;
  blank: Of;
  /** These three must be the same functions at every render. */
  readRows: (inputs: readonly string[]) => Of[];
  writeRow: (row: Of) => string[];
  isBlank: (row: Of) => boolean;
  children: (shown: ShownRow<Of>) => ReactNode;
};

/** Empty rows below, because without a script none can be added. */
const spare = 2;

const placed = <Of extends Row>(rows: readonly Of[]): Of[] =>
  rows.map((row, index) => ({ ...row, place: String(index + 1) }));

/**
 * Rows in order. Places are typed, or changed by the buttons of each row; the inputs are sent in the order of
 * `writeRow`.
 */
export function MovableRows<Of extends Row>(props: MovableRowsProps<Of>) {
  const { id, field, boxes, problem, hint, noun, most, blank, isBlank, writeRow, children } = props;
  const read = useRef((inputs: readonly string[]): Of[] => {
    const rows = props.readRows(inputs).filter((row) => !isBlank(row));
    const room = Math.max(0, Math.min(spare, most - rows.length));
    return [...rows, ...Array.from({ length: room }, () => blank)];
  });
  const name = `f.${field.name}`;
  const { fieldset, rows, setRows } = useRecoverableRows(name, boxes, read.current, writeRow);
  const scripted = useScripted();
  const added = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the row is there.
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    fieldset.current?.querySelector<HTMLElement>("li:last-child [data-first]")?.focus();
  }, [rows.length]);
  const change = (index: number, by: Partial<Of>) =>
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
    <RowsField fieldset={fieldset} id={id} label={field.label} hint={hint} problem={problem}>
      <ol className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new row has no other key, and its inputs are controlled.
          <li key={index} className="py-4">
            {children({
              ...{ id: `${id}-${index}`, name, title: `${noun[0]?.toUpperCase()}${noun.slice(1)} ${index + 1}`, row },
              bound: (part) => ({
                ...{ id: `${id}-${index}-${part}`, name, value: String(row[part]) },
                onChange: ({ currentTarget: { value } }) => change(index, { [part]: value } as Partial<Of>),
              }),
              buttons: scripted ? (
                <RowButtons
                  of={`${noun} ${index + 1}`}
                  isFirst={index === 0}
                  isLast={index === rows.length - 1}
                  onMove={(by) => move(index, by)}
                  onRemove={() => setRows(placed(rows.filter((_, at) => at !== index)))}
                />
              ) : null,
            })}
          </li>
        ))}
      </ol>
      {scripted && rows.length < most ? (
        <p className="mt-4">
          <Button type="button" variant="outline" size="sm" onClick={add} before={<Plus aria-hidden />}>
            Add a {noun}
          </Button>
        </p>
      ) : null}
    </RowsField>
  );
}

type RowsFieldProps = {
  fieldset: Ref<HTMLFieldSetElement>;
  id: string;
  label: string;
  hint: ReactNode;
  problem: string | undefined;
  children: ReactNode;
};

export const RowsField = ({ fieldset, id, label, hint, problem, children }: RowsFieldProps) => (
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
      {children}
    </fieldset>
  </div>
);

export function Labeled({ id, of, label, children }: { id: string; of: string; label: string; children: ReactNode }) {
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

type RowButtonsProps = {
  of: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
};

const RowButtons = ({ of, isFirst, isLast, onMove, onRemove }: RowButtonsProps) => (
  <span className="flex gap-1">
    <MoveButtons of={of} isFirst={isFirst} isLast={isLast} onMove={onMove} />
    <RowButton label={`Remove ${of}`} hint="Remove" onPress={onRemove}>
      <X aria-hidden className="size-4" />
    </RowButton>
  </span>
);

export const MoveButtons = ({ of, isFirst, isLast, onMove }: Omit<RowButtonsProps, "onRemove">) => (
  <>
    <RowButton label={`Move ${of} up`} hint="Move up" disabled={isFirst} onPress={() => onMove(-1)}>
      <ArrowUp aria-hidden className="size-4" />
    </RowButton>
    <RowButton label={`Move ${of} down`} hint="Move down" disabled={isLast} onPress={() => onMove(1)}>
      <ArrowDown aria-hidden className="size-4" />
    </RowButton>
  </>
);

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
