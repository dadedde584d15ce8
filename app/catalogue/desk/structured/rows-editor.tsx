import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { feeOf, usd } from "~/core/prices/money";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { type Column, type Row, rowsOf, shapes } from "./rows";
import type { StructuredName } from "./structured";

type KeyedRow = { key: number; row: Row };

/** The rows of a structured field. Rows are state while open, because JSON can't represent every half-filled row. */
export function RowsEditor(props: {
  name: StructuredName;
  label: string;
  json: string;
  onChange: (json: string) => void;
}) {
  const { name, label, json, onChange } = props;
  const shape = shapes[name];
  const next = useRef(0);
  const written = useRef(json);
  const withKeys = (rows: readonly Row[]): KeyedRow[] => rows.map((row) => ({ key: next.current++, row }));
  const [keyedRows, setKeyedRows] = useState<KeyedRow[]>(() => withKeys(rowsOf(name, json) ?? []));
  // The value was changed outside: by resolving a conflict, or in the JSON view.
  if (json !== written.current) {
    written.current = json;
    setKeyedRows(withKeys(rowsOf(name, json) ?? []));
  }
  function write(rows: KeyedRow[]) {
    setKeyedRows(rows);
    written.current = JSON.stringify(shape.toJson(rows.map(({ row }) => row)), null, 2);
    onChange(written.current);
  }
  const move = (from: number, to: number) => {
    const row = keyedRows[from];
    if (row) write(keyedRows.toSpliced(from, 1).toSpliced(to, 0, row));
  };
  return (
    <div className="grid gap-2.5">
      {keyedRows.length === 0 ? <p className="text-stone">None yet.</p> : null}
      {keyedRows.map(({ key, row }, index) => (
        <RowFields
          key={key}
          id={`${name}-${key}`}
          name={name}
          label={label}
          row={row}
          index={index}
          last={keyedRows.length - 1}
          onChange={(next) => write(keyedRows.map((row) => (row.key === key ? { key, row: next } : row)))}
          onMove={(to) => move(index, to)}
          onRemove={() => write(keyedRows.toSpliced(index, 1))}
        />
      ))}
      <Button
        variant="outline"
        size="sm"
        before={<Plus aria-hidden />}
        onClick={() => write([...keyedRows, { key: next.current++, row: {} }])}
        className="justify-self-start"
      >
        Add {shape.noun}
      </Button>
    </div>
  );
}

type RowFieldsProps = {
  id: string;
  name: StructuredName;
  label: string;
  row: Row;
  index: number;
  last: number;
  onChange: (row: Row) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function RowFields({ id, name, label, row, index, last, onChange, onMove, onRemove }: RowFieldsProps) {
  const { noun, columns } = shapes[name];
  return (
    <fieldset className="min-w-0 rounded-lg border border-line bg-mist/50 p-3">
      <legend className="sr-only">
        {label} {index + 1}
      </legend>
      <div className="flex items-start gap-x-3 gap-y-1 max-sm:flex-wrap">
        <span aria-hidden className="mt-2 w-5 shrink-0 text-right font-mono text-xs text-gold-ink">
          {index + 1}
        </span>
        <div className="grid min-w-0 flex-1 gap-3 max-sm:basis-52 sm:grid-cols-6">
          {columns.map((column) => (
            <Cell
              key={column.key}
              id={`${id}-${column.key}`}
              column={column}
              alone={columns.length === 1}
              value={row[column.key] ?? ""}
              onChange={(value) => onChange({ ...row, [column.key]: value })}
            />
          ))}
          {name === "visaSubtypes" ? (
            <p className="text-stone sm:col-span-6">
              Total{" "}
              <strong className="font-semibold text-ink tabular-nums">
                {usd((feeOf(row.govFee ?? "") + feeOf(row.serviceFee ?? "")).toFixed(2))}
              </strong>
            </p>
          ) : null}
        </div>
        <div className="-mr-1 flex shrink-0 max-sm:w-full max-sm:justify-end">
          <Tool label={`Move ${noun} ${index + 1} up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
            <ArrowUp aria-hidden />
          </Tool>
          <Tool label={`Move ${noun} ${index + 1} down`} disabled={index === last} onClick={() => onMove(index + 1)}>
            <ArrowDown aria-hidden />
          </Tool>
          <Tool label={`Remove ${noun} ${index + 1}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Tool>
        </div>
      </div>
    </fieldset>
  );
}

type CellProps = { id: string; column: Column; alone: boolean; value: string; onChange: (value: string) => void };

function Cell({ id, column: { label, kind }, alone, value, onChange }: CellProps) {
  const wide = alone || kind === "text" ? "sm:col-span-6" : kind === "fee" ? "sm:col-span-3" : "sm:col-span-6";
  return (
    <Field id={id} label={label} labelHidden={alone} size="sm" className={wide}>
      {kind === "text" ? (
        <Textarea
          size="sm"
          rows={2}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="min-h-10! py-2!"
        />
      ) : (
        <Input
          size="sm"
          value={value}
          inputMode={kind === "fee" ? "decimal" : undefined}
          before={kind === "fee" ? "$" : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Tool(props: { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      data-hint={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
      className={classNames(
        "grid size-8 place-items-center rounded-md text-stone hover:bg-foam hover:text-ink disabled:opacity-30 [&_svg]:size-4",
      )}
    >
      {props.children}
    </button>
  );
}
