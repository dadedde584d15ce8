import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { RuleName } from "./rules";
import type { Person, Purpose, Sensitivity } from "./terms";

/** Applies to each column of the table that does not override it. */
type Shared = { of: readonly Person[]; why: Purpose; keeps: readonly RuleName[] };

type Column = string | ({ is: string; sensitive?: Sensitivity } & Partial<Shared>);

/** `table` includes the schema unless it is `public`. */
export type Entry = Shared & { table: string; column: string; is: string; sensitive: Sensitivity | null };

/** A table of ours: a column that is missing here, or that the schema lacks, does not compile. */
export function table<Table extends PgTable>(
  of: Table,
  shared: Shared,
  columns: { [Name in keyof Table["_"]["columns"]]: Column },
): Entry[] {
  const { name } = getTableConfig(of);
  const own = getTableColumns(of);
  return Object.entries<Column>(columns).map(([key, spec]) => {
    const column = own[key];
    return entry(name, column && !column.keyAsName ? column.name : toSnakeCase(key), shared, spec);
  });
}

export function foreignTable(name: string, shared: Shared, columns: Record<string, Column>): Entry[] {
  return Object.entries(columns).map(([column, spec]) => entry(name, column, shared, spec));
}

function entry(table: string, column: string, shared: Shared, spec: Column): Entry {
  const own = typeof spec === "string" ? { is: spec } : spec;
  return { table, column, sensitive: null, ...shared, ...own };
}
