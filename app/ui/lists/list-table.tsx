import type { ReactNode } from "react";
import type { Head } from "~/core/lists/heads";
import { nassauListDate, nassauTime } from "~/core/time";
import { classNames } from "~/ui/class-names";
import { type Choice, ChooseAll, ChooseCell } from "~/ui/lists/choose";
import { Table, Td, type TdProps, Th, Tr } from "~/ui/lists/table";

export type Column<Row> = {
  /** Classes of the heading only. */
  width?: string;
  /** Classes of heading and cells; narrow screens leave out what they can. */
  className?: string;
  /** Its position in a row on phones; hidden there without one. */
  at?: TdProps["at"];
  title?: (row: Row) => string | undefined;
  cell: (row: Row) => ReactNode;
};

export type ListTableProps<Row, Id extends string> = {
  label: string;
  heads: readonly Head<Id>[];
  columns: Record<Id, Column<Row>>;
  rows: readonly Row[];
  rowId?: (row: Row) => string;
  /** Row selection: a row's name for its checkbox, and the state that a selected row submits. */
  choose?: { choice: Choice; nameOf: (row: Row) => string; seen: (row: Row) => Record<string, string> } | undefined;
  actions: { width: string; cell: (row: Row) => ReactNode };
};

export function ListTable<Row extends { id: string }, Id extends string>(props: ListTableProps<Row, Id>) {
  const { label, heads, columns, rows, rowId, choose, actions } = props;
  const choice = choose?.choice;
  return (
    <Table label={label} narrow="rows">
      <thead>
        <Tr>
          {choice ? <ChooseAll choice={choice} label="Select all on this page" /> : null}
          {heads.map(({ id, label, sort, sortTo }) => (
            <Th key={id} className={classNames(columns[id].width, columns[id].className)} sort={sort} sortTo={sortTo}>
              {label}
            </Th>
          ))}
          <Th className={actions.width}>Actions</Th>
        </Tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id} id={rowId?.(row)} selected={choice?.chosen.has(row.id)}>
            {choose ? (
              <ChooseCell id={row.id} label={choose.nameOf(row)} choice={choose.choice}>
                {Object.entries(choose.seen(row)).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} form={choose.choice.form} />
                ))}
              </ChooseCell>
            ) : null}
            {heads.map(({ id }) => {
              const { at, className, title, cell } = columns[id];
              return (
                <Td key={id} at={at} className={className} title={title?.(row)}>
                  {cell(row)}
                </Td>
              );
            })}
            <Td at="link">{actions.cell(row)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A row's date, with the full time as tooltip. */
export const ListTime = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={nassauTime(at)} className="text-xs tabular-nums">
    {nassauListDate(at)}
  </time>
);
