import type { Entry } from "./entry";

type Named = Pick<Entry, "table" | "column">;

const nameOf = ({ table, column }: Named) => `${table}.${column}`;

export const tableName = (schema: string, table: string) => (schema === "public" ? table : `${schema}.${table}`);

/** Names every column without an entry, and every entry that has no column or is listed twice. */
export function differences(register: readonly Named[], columns: readonly Named[]): string[] {
  const registered = register.map(nameOf);
  const existing = new Set(columns.map(nameOf));
  const known = new Set(registered);
  return [
    ...[...existing]
      .filter((name) => !known.has(name))
      .map((name) => `${name} is not in the register (app/db/data-inventory)`),
    ...[...known].filter((name) => !existing.has(name)).map((name) => `${name} is in the register, and is no column`),
    ...registered
      .filter((name, index) => registered.indexOf(name) !== index)
      .map((name) => `${name} is in the register twice`),
  ];
}
