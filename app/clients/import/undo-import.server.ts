import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { removeClients } from "~/clients/remove-clients.server";
import { recordActivity } from "~/core/activity.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import { clients, clientImports as imports } from "~/db/schema/clients";
import { keyDates } from "~/db/schema/key-dates";
import { defineJob, type JobRun } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { lockPeople } from "~/people/assign.server";
import { importMessages, isImportRunning } from "./begin-import.server";
import type { ClientImport } from "./import-file.server";

const undoHours = 72;
const tooLate = "It is too late to undo this import. Remove single clients instead.";
/** Clients per transaction, which locks people until it ends. */
const chunk = 200;

const undoJob = defineJob({
  name: "clients.undo-import",
  /** `all`: also clients that staff have changed since. */
  data: z.object({ importId: z.uuid(), all: z.boolean() }),
  // After a crash or a lost database connection it continues with the clients that are left.
  retry: { retries: 100, firstWait: 1, maxWait: 60 },
  timeout: 6 * 3600,
});

/** Whether an import may be undone now, and until when. */
export function undoableUntil({ state, finishedAt }: Pick<ClientImport, "state" | "finishedAt">): Date | null {
  if (state !== "done" || !finishedAt) return null;
  const until = new Date(finishedAt.getTime() + undoHours * 3_600_000);
  return until.getTime() > Date.now() ? until : null;
}

/** What undoing removes, exactly; `changed`: clients that staff have changed since, with their names. */
export async function countUndo(importId: string) {
  const isChanged = isNotNull(clients.changedAt);
  const ofImport = eq(clients.importId, importId);
  const dates = (condition: ReturnType<typeof and>) =>
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(keyDates)
      .innerJoin(clients, eq(clients.id, keyDates.clientId))
      .where(condition);
  const [unchanged, [own], [others], changed] = await Promise.all([
    db.$count(clients, and(ofImport, isNull(clients.changedAt))),
    dates(and(ofImport, isNull(clients.changedAt))),
    dates(and(ofImport, isChanged)),
    db
      .select({ id: clients.id, name: clients.name })
      .from(clients)
      .where(and(ofImport, isChanged))
      .orderBy(asc(clients.line)),
  ]);
  return { clients: unchanged, keyDates: own?.count ?? 0, changed, changedKeyDates: others?.count ?? 0 };
}

/** Removes all clients of an import with their key dates, in the background. Requires a fresh session. */
export function undoImport(context: StaffContext, input: unknown) {
  const verb = {
    input: z.object({ importId: z.uuid(), all: z.literal("yes").optional() }),
    role: "super_admin",
    lock: locks.clientImports,
    fresh: true,
    messages: importMessages,
  } as const;
  return asStaff(context, verb, input, async ({ tx, record }, { importId, all }): Promise<Done | Refused> => {
    const [run] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    if (!run) return refuse("not-found", "This import no longer exists.");
    // A form that was sent twice.
    if (run.state === "undoing" || run.state === "undone") return { ok: true };
    if (!undoableUntil(run)) return refuse("conflict", tooLate);
    if (await isImportRunning(tx)) return refuse("conflict", importMessages.running);
    await tx.update(imports).set({ state: "undoing" }).where(eq(imports.id, importId));
    await enqueue(tx, undoJob, { importId, all: all === "yes" });
    await record({ actionType: "client_import_undo_started", subjectType: "client_import", subjectId: importId });
    return { ok: true };
  });
}

/** Registers the job that undoes an import; call before the queue starts. */
export function registerUndoImport(): void {
  registerJob(undoJob, work, async ({ importId }) => {
    await db
      .update(imports)
      .set({ state: "done" })
      .where(and(eq(imports.id, importId), eq(imports.state, "undoing")));
  });
}

async function work({ importId, all }: { importId: string; all: boolean }, { signal }: JobRun): Promise<void> {
  while (await removeNext(importId, all)) {
    signal.throwIfAborted();
    // Lets the event loop answer other requests between two chunks.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Removes and counts a chunk in one transaction; false if nothing is left. */
const removeNext = (importId: string, all: boolean): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [run] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    if (run?.state !== "undoing") return false;
    await lockPeople(tx);
    // Locked: a client that staff are changing right now counts as changed once that is stored.
    const next = await tx
      .select({ id: clients.id })
      .from(clients)
      .where(and(eq(clients.importId, importId), all ? undefined : isNull(clients.changedAt)))
      .orderBy(asc(clients.line))
      .limit(chunk)
      .for("update");
    const removed = await removeClients(
      tx,
      next.map(({ id }) => id),
    );
    const total = run.removed + removed.length;
    await tx
      .update(imports)
      .set({ removed: total, ...(next.length === 0 ? { state: "undone" as const } : {}) })
      .where(eq(imports.id, importId));
    if (next.length > 0) return true;
    const left = await tx.$count(clients, eq(clients.importId, importId));
    await recordActivity(tx, null, {
      actionType: "client_import_undone",
      subjectType: "client_import",
      subjectId: importId,
      details: { removed: total, left },
    });
    return false;
  });
