import { asc } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { type CheckedLines, checkLines } from "./check-lines.server";
import { type DateFormat, isDateFormat } from "./date-formats";
import { type Encoding, encodings, mappingOf, type Separator, separators } from "./fields";
import { type ClientImport, readImportFile } from "./import-file.server";
import { type CsvFile, readCsv } from "./read-csv";

const isEncoding = (value: string): value is Encoding => Object.hasOwn(encodings, value);
const isSeparator = (value: string): value is Separator => Object.hasOwn(separators, value);

/** Reads the file by what the import says of it. Throws as `readImportFile`, and an UnreadableCsv. */
export async function openImport(run: ClientImport): Promise<CsvFile> {
  const bytes = await readImportFile(run);
  return readCsv(bytes, {
    ...(isEncoding(run.encoding) ? { encoding: run.encoding } : {}),
    ...(isSeparator(run.separator) ? { separator: run.separator } : {}),
  });
}

/** Null until the format of the dates is chosen. */
export const formatOf = ({ dateFormat }: ClientImport): DateFormat | null =>
  isDateFormat(dateFormat) ? dateFormat : null;

/** Checks all lines of an import by its mapping and format. */
export async function checkImportLines(run: ClientImport, file: CsvFile, format: DateFormat): Promise<CheckedLines> {
  const services = await db
    .select({ id: visaServices.id, name: visaServices.serviceName, slug: visaServices.slug })
    .from(visaServices)
    .orderBy(asc(visaServices.createdAt));
  return checkLines(file, mappingOf(file.heads, run.mapping), format, services);
}
