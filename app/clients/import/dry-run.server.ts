import { db } from "~/db/client.server";
import { compareInFile, type Outcome, outcomesOf } from "./already-here.server";
import type { LineError } from "./check-lines.server";
import type { ClientImport } from "./import-file.server";
import { checkImportLines, formatOf } from "./prepare-import.server";
import type { CsvFile } from "./read-csv";

export type DryRun = Record<Outcome, number> & { errors: LineError[]; wrongLines: number };

const chunk = 500;

/** What an import would do now. Writes nothing. Null until the format of the dates is chosen. */
export async function dryRun(run: ClientImport, file: CsvFile): Promise<DryRun | null> {
  const format = formatOf(run);
  if (!format) return null;
  const { clients, errors } = await checkImportLines(run, file, format);
  const lines = await compareInFile(clients);
  const counts = { created: 0, joined: 0, skipped: 0 };
  for (let index = 0; index < lines.length; index += chunk) {
    for (const outcome of await outcomesOf(db, lines.slice(index, index + chunk))) counts[outcome] += 1;
    // Lets the event loop answer other requests between two chunks.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...counts, errors, wrongLines: new Set(errors.map(({ line }) => line)).size };
}
