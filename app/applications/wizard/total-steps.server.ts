import { and, eq, ne } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { stepsOfService } from "../steps/service-steps.server";

type Application = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId" | "totalSteps">;

/** Brings a draft's stored count of steps up to what its service has now, when it is opened (W-WIZ-25). */
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
