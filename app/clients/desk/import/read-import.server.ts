import { and, asc, eq, ne, sql } from "drizzle-orm";
import { nameAll } from "~/accounts/admins/names.server";
import { basisLabels } from "~/clients/client";
import { importMessages, listImports } from "~/clients/import/begin-import.server";
import { dateInWords, firstDate } from "~/clients/import/check-lines.server";
import { type DateFormat, dateFormats } from "~/clients/import/date-formats";
import { dryRun } from "~/clients/import/dry-run.server";
import { mappingOf } from "~/clients/import/fields";
import type { ClientImport } from "~/clients/import/import-file.server";
import { openImport } from "~/clients/import/prepare-import.server";
import { type CsvFile, UnreadableCsv } from "~/clients/import/read-csv";
import { settingsSeen } from "~/clients/import/start-import.server";
import { countUndo, undoableUntil } from "~/clients/import/undo-import.server";
import { nassauTime } from "~/core/time";
import { db } from "~/db/client.server";
import { clients, clientImports as imports, clientImportLines as lines } from "~/db/schema/clients";
import { DamagedFile } from "~/documents/at-rest/encrypted-bytes.server";
import { StorageError } from "~/documents/storage-error.server";
import { fieldOfCode } from "./texts";

/** The list of imports, without what only their own pages need. */
export async function readImports() {
  const rows = await listImports();
  const nameOf = await nameAll(
    db,
    rows.map(({ madeBy }) => madeBy),
  );
  return rows.map(({ id, fileName, state, total, created, joined, skipped, failed, removed, madeBy, createdAt }) => ({
    ...{ id, fileName, state, total, created, joined, skipped, failed, removed, madeBy, createdAt },
    madeByName: nameOf(madeBy) ?? "",
  }));
}
export type ListedImport = Awaited<ReturnType<typeof readImports>>[number];

export async function findImport(id: string): Promise<ClientImport | undefined> {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return undefined;
  const [run] = await db.select().from(imports).where(eq(imports.id, id));
  return run;
}

/** What the page polls while an import runs or is undone. */
export async function readImportProgress(id: string) {
  const run = await findImport(id);
  if (!run) return null;
  const { state, total, created, joined, skipped, failed, removed } = run;
  return { state, total, created, joined, skipped, failed, removed };
}

/** An import with everything that its state shows. */
export async function readImportPage(run: ClientImport) {
  const nameOf = await nameAll(db, [run.madeBy]);
  const { id, fileName, state, total, created, joined, skipped, failed, removed, source, isReminded, madeBy } = run;
  const until = undoableUntil(run);
  return {
    ...{ id, fileName, state, total, created, joined, skipped, failed, removed, source, isReminded, madeBy },
    madeByName: nameOf(madeBy) ?? "",
    seen: settingsSeen(run),
    chosenAt: nassauTime(run.createdAt),
    startedAt: run.startedAt && nassauTime(run.startedAt),
    finishedAt: run.finishedAt && nassauTime(run.finishedAt),
    basis: run.basis && basisLabels[run.basis],
    undoableUntil: until && nassauTime(until),
    left: state === "undone" ? await db.$count(clients, eq(clients.importId, id)) : 0,
    notImported: state === "checked" ? { count: 0, lines: [] } : await readNotImported(id),
    file: state === "checked" ? await readCheckedFile(run) : null,
  };
}
export type ImportPage = Awaited<ReturnType<typeof readImportPage>>;

const shownLines = 200;

async function readNotImported(importId: string) {
  const condition = and(eq(lines.importId, importId), sql`${lines.outcome} in ('skipped', 'failed')`);
  const [count, rows] = await Promise.all([
    db.$count(lines, condition),
    db
      .select({ line: lines.line, reason: lines.reason })
      .from(lines)
      .where(and(condition, ne(lines.reason, "")))
      .orderBy(asc(lines.line))
      .limit(shownLines),
  ]);
  return { count, lines: rows.map(({ line, reason }) => ({ line, text: fieldOfCode(reason ?? "") })) };
}

const examples = 2;
const exampleLength = 40;

/** The file of an import that has not begun, as it is read now; a message if it can't be read. */
async function readCheckedFile(run: ClientImport) {
  try {
    const file = await openImport(run);
    const mapping = mappingOf(file.heads, run.mapping);
    const first = firstDate(file, mapping);
    const isComplete = run.basis !== null && run.source !== "" && mapping.includes("name");
    const found = isComplete ? await dryRun(run, file) : null;
    return {
      ...{ encoding: file.encoding, separator: file.separator, dateFormat: run.dateFormat, basis: run.basis },
      lines: file.lines.length,
      columns: file.heads.map((head, index) => ({ head, field: mapping[index], examples: examplesOf(file, index) })),
      first,
      readings: Object.keys(dateFormats).map((format) => ({
        format: format as DateFormat,
        words: first && dateInWords(first.text, format as DateFormat),
      })),
      found: found && { ...found, errors: found.errors.slice(0, shownLines), errorCount: found.errors.length },
    };
  } catch (error) {
    if (error instanceof UnreadableCsv) return { problem: error.message };
    if (error instanceof DamagedFile) return { problem: importMessages.unreadable };
    if (error instanceof StorageError) return { problem: importMessages.notRead };
    throw error;
  }
}

function examplesOf({ lines: all }: CsvFile, index: number): string[] {
  const found: string[] = [];
  for (const { cells } of all) {
    const cell = (cells[index] ?? "").trim();
    if (cell !== "") found.push([...cell].slice(0, exampleLength).join(""));
    if (found.length === examples) break;
  }
  return found;
}

/** The numbers of the question before an import is undone. */
export const readUndo = countUndo;
