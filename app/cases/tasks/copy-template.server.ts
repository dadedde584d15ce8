import { asc, eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { caseTasks, taskTemplates } from "~/db/schema/tasks";

type Submitted = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId">;

/** Copies the published tasks of the service into a case that is being submitted. Each comes once. */
export async function copyTemplate(tx: Transaction, { id: applicationId, visaServiceId }: Submitted): Promise<void> {
  if (visaServiceId === null) return;
  const rows = await tx
    .select()
    .from(taskTemplates)
    .where(eq(taskTemplates.serviceId, visaServiceId))
    .orderBy(asc(taskTemplates.position));
  const copies = rows.map(({ key: templateKey, position, title, note, event, days }) => ({
    ...{ applicationId, templateKey, position, title, note, event, days },
  }));
  if (copies.length > 0) await tx.insert(caseTasks).values(copies).onConflictDoNothing();
}
