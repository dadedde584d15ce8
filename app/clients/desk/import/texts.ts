import { importFields, isImportField } from "~/clients/import/fields";

const texts: Readonly<Record<string, string>> = {
  already_here: "Already here",
  cells: "More cells than the first line",
  no_contact: "Neither an email nor a phone",
  no_date: "No date",
};

/** Why a line was not imported, by its stored code. */
export const fieldOfCode = (code: string): string =>
  texts[code] ?? (isImportField(code) ? `An error in ${importFields[code]}` : "It could not be read");

export const count = (value: number): string => value.toLocaleString("en-US");
export const clientsIn = (value: number): string => (value === 1 ? "1 client" : `${count(value)} clients`);
export const linesIn = (value: number): string => (value === 1 ? "1 line" : `${count(value)} lines`);
export const datesIn = (value: number): string => (value === 1 ? "1 key date" : `${count(value)} key dates`);

const path = "/admin/people/import";
export const importPath = (id?: string): string => (id === undefined ? path : `${path}/${id}`);

type Counts = {
  state: string;
  total: number;
  created: number;
  joined: number;
  skipped: number;
  failed: number;
  removed: number;
};

/** The numbers of an import in one line. */
export function describeCounts({ state, total, created, joined, skipped, failed, removed }: Counts): string {
  if (state === "checked" || state === "called_off") return `${linesIn(total)} in the file`;
  const parts = [`${count(created + joined)} of ${count(total)} imported`];
  if (skipped > 0) parts.push(`${count(skipped)} skipped`);
  if (failed > 0) parts.push(`${count(failed)} with errors`);
  if (removed > 0) parts.push(`${clientsIn(removed)} removed again`);
  return parts.join(", ");
}
