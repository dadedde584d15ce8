import type { ReactNode } from "react";
import type { Head } from "~/core/lists/heads";
import { nassauListDate, nassauTime } from "~/core/time";
import { classNames } from "~/ui/class-names";
import { type Choice, ChooseAll, ChooseCell } from "~/ui/lists/choose";
import { Table, Td, type TdProps, Th, Tr } from "~/ui/lists/table";

/** How a column of a list is drawn. */
export type Column<Row> = {
  /** Classes of its heading alone. */
  width?: string;
  /** Classes of heading and cells; narrow screens leave out what they can. */
  className?: string;
  /** Its place in a row on phones; without one it isn't shown there. */
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
  /** How rows are chosen: what a row is called beside its box, and what a chosen one sends of how it was. */
  choose?: { choice: Choice; nameOf: (row: Row) => string; seen: (row: Row) => Record<string, string> } | undefined;
  /** The last column, with the link that opens the row. */
  actions: { width: string; cell: (row: Row) => ReactNode };
};

/** The records of a list, one dense line each. */
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

/** A moment in a row: its day, and the whole of it under the pointer. */
export const ListTime = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={nassauTime(at)} className="text-xs tabular-nums">
    {nassauListDate(at)}
  </time>
);
