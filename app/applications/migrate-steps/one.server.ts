import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { sqlState } from "~/db/failure.server";
import { visaApplications } from "~/db/schema/applications";
import { migrateBatch } from "./batch.server";
import { unknownApplication } from "./verify.server";

const verb = {
  input: z.object({ applicationId: z.uuid() }),
  failed: "an application could not be migrated",
  rethrowsUnavailable: true,
  messages: { invalid: unknownApplication, failed: (error: unknown) => refuse("failed", refusedBy(error)) },
};

/** Migrates one application's step rows and records it, in one transaction. Either role may. */
export function migrateOne(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, record }, { applicationId }) => {
    const [found] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("no key update");
    if (!found) return unknownApplication();
    const { id, applicationNumber: number } = found;
    const messages = (await migrateBatch(tx, [found])).get(id) ?? [];
    await record({
      actionType: "application_migrated",
      subjectType: "application",
      subjectId: id,
      details: { number, failures: messages.length },
    });
    return { ok: true, id, number, messages };
  });
}

export type Migrated = Extract<Awaited<ReturnType<typeof migrateOne>>, { ok: true }>;

/** Message to staff about an unexpected failure: enough to find it in the log, and no answers. */
const refusedBy = (error: unknown): string => {
  const code = sqlState(error);
  return code ? `the database refused it (${code}); the log says more` : "something unexpected; the log says more";
};
