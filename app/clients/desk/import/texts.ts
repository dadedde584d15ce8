import { importFields, isImportField } from "~/clients/import/fields";
import { counted, formatCount } from "~/core/counted";

const texts: Readonly<Record<string, string>> = {
  already_here: "Already here",
  cells: "More cells than the first line",
  no_contact: "Neither an email nor a phone",
  no_date: "No date",
};

/** Why a line was not imported, by its stored code. */
export const fieldOfCode = (code: string): string =>
  texts[code] ?? (isImportField(code) ? `An error in ${importFields[code]}` : "It could not be read");

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
  if (state === "checked" || state === "called_off") return `${counted(total, "line")} in the file`;
  const parts = [`${formatCount(created + joined)} of ${formatCount(total)} imported`];
  if (skipped > 0) parts.push(`${formatCount(skipped)} skipped`);
  if (failed > 0) parts.push(`${formatCount(failed)} with errors`);
  if (removed > 0) parts.push(`${counted(removed, "client")} removed again`);
  return parts.join(", ");
}
