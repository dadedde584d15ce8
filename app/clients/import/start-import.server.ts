import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { clientImports as imports } from "~/db/schema/clients";
import { enqueue } from "~/jobs/queue.server";
import { importMessages, isImportRunning } from "./begin-import.server";
import type { ClientImport } from "./import-file.server";
import { importJob } from "./run.server";

/** What an admin confirms: how the file is read, and whether its clients are reminded by email. */
export const settingsSeen = ({ encoding, separator, mapping, dateFormat, basis, source, isReminded }: ClientImport) =>
  createHash("sha256")
    .update(JSON.stringify([encoding, separator, mapping, dateFormat, basis, source, isReminded]))
    .digest("hex");

const changed = "This import was changed meanwhile. Look at it again: nothing was imported.";

/** Starts an import in the background: state, job and activity in one transaction. One at a time. */
export function startImport(context: StaffContext, input: unknown) {
  const verb = {
    input: z.object({ importId: z.uuid(), seen: z.string().optional() }),
    role: "super_admin",
    lock: locks.clientImports,
    messages: importMessages,
  } as const;
  return asStaff(context, verb, input, async ({ tx, record }, { importId, seen }): Promise<Done | Refused> => {
    const [run] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    // A form that was sent twice.
    if (run?.state === "running") return { ok: true };
    if (await isImportRunning(tx)) return refuse("conflict", importMessages.running);
    if (run?.state !== "checked") return refuse("conflict", importMessages.gone);
    if (!run.basis || run.source === "" || !run.dateFormat) return refuse("invalid", "Check the file first.");
    if (seen !== undefined && seen !== settingsSeen(run)) return refuse("conflict", changed);
    await tx.update(imports).set({ state: "running", startedAt: sql`now()` }).where(eq(imports.id, importId));
    await enqueue(tx, importJob, { importId });
    await record({
      actionType: "client_import_started",
      subjectType: "client_import",
      subjectId: importId,
      details: { total: run.total, basis: run.basis, reminded: run.isReminded },
    });
    return { ok: true };
  });
}
