import { and, eq, ne } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { stepsOfService } from "../steps/service-steps.server";

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId" | "totalSteps">;

/** Updates a draft's stored number of steps when it is opened, as its service may have changed. */
export async function correctTotalSteps({ id, visaServiceId, totalSteps }: Application): Promise<void> {
  const total = (await stepsOfService(visaServiceId)).length;
  if (total === totalSteps) return;
  await db
    .update(visaApplications)
    .set({ totalSteps: total })
    .where(
      and(eq(visaApplications.id, id), eq(visaApplications.status, "draft"), ne(visaApplications.totalSteps, total)),
    );
}
