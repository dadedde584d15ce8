import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { isDatabaseAway, sqlState } from "~/db/failure.server";
import { visaApplications } from "~/db/schema/applications";
import { log } from "~/log.server";
import { migrateBatch } from "./migrate-batch.server";
import { notFound } from "./verify-migration.server";

export type MigrateResult =
  | { ok: true; id: string; number: string; messages: string[] }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "failed"; message: string };

/**
 * Migrates one application: step rows and activity in one transaction (W-MIG-12, -14), for either role (decision 25).
 */
export async function migrateOne({ staff, address }: StaffContext, given: unknown): Promise<MigrateResult> {
  const id = z.uuid().safeParse(given);
  try {
    return await db.transaction(async (tx): Promise<MigrateResult> => {
      if (!(await mayAct(tx, staff))) return { ok: false, reason: "forbidden" };
      const [found] = id.success
        ? await tx.select().from(visaApplications).where(eq(visaApplications.id, id.data)).for("no key update")
        : [];
      if (!found) return { ok: false, reason: "failed", message: notFound };
      const messages = (await migrateBatch(tx, [found])).get(found.id) ?? [];
      await recordActivity(tx, staff, {
        actionType: "application_migrated",
        subjectType: "application",
        subjectId: found.id,
        details: { number: found.applicationNumber, failures: messages.length },
        address,
      });
      return { ok: true, id: found.id, number: found.applicationNumber, messages };
    });
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    log.error({ err, applicationId: id.data }, "an application could not be migrated");
    return { ok: false, reason: "failed", message: refusedBy(err) };
  }
}

/** What staff are told of an unexpected failure: enough to find it in the log, nothing of the answers. */
const refusedBy = (error: unknown): string => {
  const code = sqlState(error);
  return code ? `the database refused it (${code}); the log says more` : "something unexpected; the log says more";
};
