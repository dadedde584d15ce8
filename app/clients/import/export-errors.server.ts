import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { asText } from "~/accounts/exports/csv-stream.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { DamagedFile } from "~/documents/at-rest/encrypted-bytes.server";
import { StorageError } from "~/documents/storage-error.server";
import { importMessages } from "./begin-import.server";
import { lockChecked } from "./check-import.server";
import { checkImportLines, formatOf, openImport } from "./prepare-import.server";

type Exported = Done<{ csv: string }> | Refused;

/** The lines with errors as they are in the file, with the reasons in a last column. Requires a fresh session. */
export function exportImportErrors(context: StaffContext, input: unknown) {
  const verb = {
    input: z.object({ importId: z.uuid() }),
    role: "super_admin",
    fresh: true,
    messages: importMessages,
  } as const;
  return asStaff(context, verb, input, async ({ tx, record }, { importId }): Promise<Exported> => {
    const run = await lockChecked(tx, importId);
    const format = run && formatOf(run);
    if (!run?.storageKey || !format) return refuse("conflict", importMessages.gone);
    const file = await openImport(run).catch(unreadable);
    if ("ok" in file) return file;
    const { errors } = await checkImportLines(run, file, format);
    const reasons = Map.groupBy(errors, ({ line }) => line);
    const wrong = file.lines.filter(({ line }) => reasons.has(line));
    const rows = wrong.map(({ line, cells }) => {
      const found = (reasons.get(line) ?? []).map(({ column, message }) =>
        column ? `${column}: ${message}` : message,
      );
      const own = file.heads.map((_, index) => cells[index] ?? "");
      return [...own, ...cells.slice(file.heads.length), `Line ${line}: ${found.join(" ")}`].map(asText);
    });
    await record({
      actionType: "client_import_errors_exported",
      subjectType: "client_import",
      subjectId: importId,
      details: { lines: wrong.length },
    });
    const options = { quoted: true, quoted_empty: true, bom: true, record_delimiter: "windows" } as const;
    return { ok: true, csv: stringify([[...file.heads.map(asText), "Problem"], ...rows], options) };
  });
}

function unreadable(error: unknown): Refused {
  if (error instanceof StorageError) return refuse("busy", importMessages.notRead);
  if (error instanceof DamagedFile) return refuse("conflict", importMessages.unreadable);
  throw error;
}
