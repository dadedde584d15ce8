import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { addClients } from "~/clients/add-clients.server";
import { recordActivity } from "~/core/activity.server";
import { db, type Transaction } from "~/db/client.server";
import { isDatabaseUnavailable, sqlState } from "~/db/failure.server";
import { clientImportLines, clientImports as imports } from "~/db/schema/clients";
import type { ImportedLineOutcome } from "~/db/schema/values";
import { StorageError } from "~/documents/storage-error.server";
import { defineJob, type JobRun } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { assignWaiting } from "~/people/waiting.server";
import { compareInFile, type InFile, outcomesOf } from "./already-here.server";
import { type ClientImport, discardImportFile } from "./import-file.server";
import { checkImportLines, formatOf, openImport } from "./prepare-import.server";

/** Lines per transaction, which locks people until it ends. */
const chunk = 200;

export const importJob = defineJob({
  name: "clients.import",
  data: z.object({ importId: z.uuid() }),
  // After a crash or a lost database connection the import continues after the last line that was read.
  retry: { retries: 100, firstWait: 1, maxWait: 60 },
  timeout: 6 * 3600,
});

/** Registers the job of an import; call before the queue starts. */
export function registerImport(): void {
  registerJob(importJob, ({ importId }, run) => work(importId, run), breakOff);
}

async function work(importId: string, { signal }: Pick<JobRun, "signal">): Promise<void> {
  try {
    const [run] = await db.select().from(imports).where(eq(imports.id, importId));
    if (run?.state !== "running") return;
    // Persons of records that were stored a moment ago are known too.
    while (!signal.aborted && (await assignWaiting()));
    const lines = await linesOf(run);
    while (await importNext(importId, lines)) {
      signal.throwIfAborted();
      // Lets the event loop answer other requests between two chunks.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    const isPassing = isDatabaseUnavailable(error) || error instanceof StorageError;
    if (signal.aborted || isPassing || passingStates.test(sqlState(error) ?? "")) throw error;
    // An error of a statement would name its values, which are cells of the file.
    log.error({ importId, state: sqlState(error) ?? (error as Error).name }, "an import of clients broke off");
    await breakOff({ importId });
  }
}

/** Conflicts with others. Also a service that was deleted after its lines were read: read again, they have an error. */
const passingStates = /^40|^55P03|^23503/;

type Line = { line: number } & ({ inFile: InFile } | { code: string });

/** All lines of the file in their order, as the run treats them. */
async function linesOf(run: ClientImport): Promise<Line[]> {
  const file = await openImport(run);
  const format = formatOf(run);
  if (!format) throw new Error("An import runs without a format of its dates");
  const { clients, errors } = await checkImportLines(run, file, format);
  const inFile = new Map((await compareInFile(clients)).map((compared) => [compared.client.line, compared]));
  const codes = new Map(errors.toReversed().map(({ line, code }) => [line, code]));
  return file.lines.map(({ line }) => {
    const compared = inFile.get(line);
    return compared ? { line, inFile: compared } : { line, code: codes.get(line) ?? "unread" };
  });
}

/**
 * Imports a chunk and moves the place reached, in one transaction; false if nothing is left. The lock on the import's
 * row excludes a second worker, which then finds these lines behind the cursor.
 */
const importNext = (importId: string, lines: readonly Line[]): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [run] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    if (run?.state !== "running") return false;
    const next = lines.filter(({ line }) => line > run.cursor).slice(0, chunk);
    const last = next.at(-1);
    if (!last) {
      await finish(tx, run);
      return false;
    }
    const rows = await importLines(tx, run, next);
    await tx.insert(clientImportLines).values(rows);
    await tx
      .update(imports)
      .set({ cursor: last.line, ...counted(run, rows) })
      .where(eq(imports.id, importId));
    return true;
  });

type LineRow = typeof clientImportLines.$inferInsert;

async function importLines(tx: Transaction, run: ClientImport, lines: readonly Line[]): Promise<LineRow[]> {
  const valid = lines.flatMap((line) => ("inFile" in line ? line.inFile : []));
  const outcomes = await outcomesOf(tx, valid);
  const fresh = valid.filter((_, index) => outcomes[index] !== "skipped").map(({ client }) => client);
  const importOf = { importId: run.id, isReminded: run.isReminded, by: run.madeBy };
  const added = new Map((await addClients(tx, fresh, importOf)).map((client) => [client.line, client]));
  return lines.map((entry) => {
    const { line } = entry;
    const row = { importId: run.id, line };
    if ("code" in entry) return { ...row, outcome: "failed", reason: entry.code };
    const client = added.get(line);
    if (!client) return { ...row, outcome: "skipped", reason: "already_here" };
    return { ...row, outcome: client.isJoined ? "joined" : "created", clientId: client.clientId };
  });
}

function counted(run: ClientImport, rows: readonly LineRow[]) {
  const count = (outcome: ImportedLineOutcome) => rows.filter((row) => row.outcome === outcome).length;
  return {
    created: run.created + count("created"),
    joined: run.joined + count("joined"),
    skipped: run.skipped + count("skipped"),
    failed: run.failed + count("failed"),
  };
}

async function finish(tx: Transaction, run: ClientImport): Promise<void> {
  const { created, joined, skipped, failed } = run;
  await tx.update(imports).set({ state: "done", finishedAt: sql`now()` }).where(eq(imports.id, run.id));
  await discardImportFile(tx, run);
  await recordActivity(tx, null, {
    actionType: "client_import_finished",
    subjectType: "client_import",
    subjectId: run.id,
    details: { created, joined, skipped, failed },
  });
}

/** Ends an import; what was imported stays, and can be undone. Also called when the queue has given up. */
async function breakOff({ importId }: { importId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const [run] = await tx
      .select()
      .from(imports)
      .where(and(eq(imports.id, importId), eq(imports.state, "running")))
      .for("update");
    if (run) await finish(tx, run);
  });
}
