import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isValidLine, normalizeLine } from "~/core/text-input";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { clientImports as imports } from "~/db/schema/clients";
import { type ClientImportBasis, clientImportBases } from "~/db/schema/values";
import { DamagedFile } from "~/documents/at-rest/encrypted-bytes.server";
import { StorageError } from "~/documents/storage-error.server";
import { importMessages, rememberedMapping } from "./begin-import.server";
import { mappedTwice } from "./check-lines.server";
import { isDateFormat } from "./date-formats";
import { encodings, isImportField, type Mapping, mappingOf, separators, storedMapping } from "./fields";
import { type ClientImport, discardImportFile } from "./import-file.server";
import { openImport } from "./prepare-import.server";
import { UnreadableCsv } from "./read-csv";

export type ImportProblems = Partial<Record<"encoding" | "mapping" | "dateFormat" | "basis" | "source", string>>;
export type ImportChecked = Done | Refused<ImportProblems | undefined>;

const sourceLimit = 200;
const noBasis = "Say on what legal basis you hold these data, and where they come from.";

const chosen = z.object({
  importId: z.uuid(),
  encoding: z.enum(Object.keys(encodings)),
  separator: z.enum(Object.keys(separators)),
  dateFormat: z.string().default(""),
  basis: z.string().default(""),
  source: z.string().default(""),
  remind: z.literal("yes").optional(),
  /** A field for each column, in their order; empty leaves it out. */
  columns: z.array(z.string()).max(200),
});
type Chosen = z.output<typeof chosen>;

const isBasis = (value: string): value is ClientImportBasis => clientImportBases.some((basis) => basis === value);

/**
 * Stores how a file is to be read: encoding, separator, mapping, format of dates, legal basis and source. Stores what
 * is right even if something else is missing, so that the page shows the file in the chosen way. Writes no client.
 */
export async function checkImport(context: StaffContext, input: unknown): Promise<ImportChecked> {
  const verb = { input: chosen, role: "super_admin", messages: importMessages } as const;
  let problems: ImportProblems = {};
  const done = await asStaff(context, verb, input, async ({ tx }, form): Promise<Done | Refused> => {
    const run = await lockChecked(tx, form.importId);
    if (!run) return refuse("conflict", importMessages.gone);
    const read = await readWith(tx, run, form);
    if (typeof read === "string") return refuse("conflict", read);
    problems = problemsOf(form, read);
    await tx
      .update(imports)
      .set({
        ...(problems.encoding ? {} : { encoding: form.encoding, separator: form.separator }),
        ...("heads" in read && !problems.mapping ? { mapping: storedMapping(read.heads, read.mapping) } : {}),
        ...("heads" in read ? { total: read.total } : {}),
        dateFormat: isDateFormat(form.dateFormat) ? form.dateFormat : null,
        basis: isBasis(form.basis) ? form.basis : null,
        source: problems.source ? "" : normalizeLine(form.source),
        isReminded: form.remind === "yes",
      })
      .where(eq(imports.id, run.id));
    return { ok: true };
  });
  if (!done.ok) return done;
  return Object.keys(problems).length > 0 ? refuse("invalid", "Please fix the highlighted fields.", problems) : done;
}

/** An import whose file is checked and that has not begun; locked until the transaction ends. */
export async function lockChecked(tx: Transaction, id: string): Promise<ClientImport | undefined> {
  const [run] = await tx.select().from(imports).where(eq(imports.id, id)).for("update");
  return run?.state === "checked" ? run : undefined;
}

type Read = { heads: readonly string[]; mapping: Mapping; total: number } | { problem: string };

/**
 * Another separator makes other columns than the form had: they are mapped by their headings. A message if the file
 * can't be read any longer, or not now.
 */
async function readWith(tx: Transaction, run: ClientImport, form: Chosen): Promise<Read | string> {
  const { encoding, separator, columns } = form;
  try {
    const { heads, lines } = await openImport({ ...run, encoding, separator });
    const mapping =
      columns.length === heads.length
        ? columns.map((field) => (isImportField(field) ? field : null))
        : mappingOf(heads, await rememberedMapping(tx, heads));
    return { heads, mapping, total: lines.length };
  } catch (error) {
    if (error instanceof UnreadableCsv) return { problem: error.message };
    if (error instanceof DamagedFile) return importMessages.unreadable;
    if (error instanceof StorageError) return importMessages.notRead;
    throw error;
  }
}

function problemsOf({ dateFormat, basis, source }: Chosen, read: Read): ImportProblems {
  const problems: ImportProblems = {};
  if ("problem" in read) problems.encoding = read.problem;
  else {
    const twice = mappedTwice(read.mapping);
    if (twice.length > 0) problems.mapping = twice.join(" ");
    else if (!read.mapping.includes("name")) problems.mapping = "Map a column to Name.";
  }
  if (!isDateFormat(dateFormat)) problems.dateFormat = "Choose how the dates of this file are written.";
  const from = normalizeLine(source);
  if (!isBasis(basis)) problems.basis = noBasis;
  if (from === "") problems.source = noBasis;
  else if (from.length > sourceLimit || !isValidLine(from))
    problems.source = `The source can have at most ${sourceLimit} characters.`;
  return problems;
}

/** Cancels an import before it has started: its file is deleted at once. */
export function cancelImport(context: StaffContext, input: unknown) {
  const verb = { input: z.object({ importId: z.uuid() }), role: "super_admin", messages: importMessages } as const;
  return asStaff(context, verb, input, async ({ tx }, { importId }): Promise<Done | Refused> => {
    const run = await lockChecked(tx, importId);
    if (!run) return refuse("conflict", importMessages.gone);
    await cancel(tx, run);
    return { ok: true };
  });
}

/** How long the file of an import is there if nobody starts the import. */
export const importFileDays = 7;

/** Cancels the imports of a condition, whose files are too old; returns how many. */
export async function cancelOldImports(tx: Transaction, condition: SQL): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${imports} where ${condition} order by id for update`,
  );
  for (const { id } of rows)
    for (const run of await tx.select().from(imports).where(eq(imports.id, id))) await cancel(tx, run);
  return rows.length;
}

/**
 * One that runs ends by itself without its file. Forgets the mapping: a heading that nobody imported may be anything.
 */
async function cancel(tx: Transaction, run: ClientImport): Promise<void> {
  if (run.state === "checked")
    await tx.update(imports).set({ state: "called_off", mapping: {} }).where(eq(imports.id, run.id));
  await discardImportFile(tx, run);
}
