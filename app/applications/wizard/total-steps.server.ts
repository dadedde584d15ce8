import { and, eq, ne } from "drizzle-orm";
import { percentAt } from "~/core/percent-at";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { stepsOfService } from "../steps/service-steps.server";

type Application = Pick<
  typeof visaApplications.$inferSelect,
  "id" | "visaServiceId" | "currentStep" | "totalSteps" | "completionPercentage"
>;

/** Updates a draft's stored number of steps when it is opened, as its service may have changed, and its percentage. */
export async function correctTotalSteps(application: Application): Promise<void> {
  const { id, visaServiceId, currentStep, totalSteps, completionPercentage } = application;
  const total = (await stepsOfService(visaServiceId)).length;
  if (total === totalSteps) return;
  const place = Math.min(currentStep, total);
  await db
    .update(visaApplications)
    .set({
      currentStep: place,
      totalSteps: total,
      // Nothing is done before the first save (W-START-11).
      completionPercentage: completionPercentage === 0 ? 0 : percentAt(place, total),
    })
    .where(
      and(
        ...[eq(visaApplications.id, id), eq(visaApplications.status, "draft"), ne(visaApplications.totalSteps, total)],
        // A save in the meantime has stored all three.
        eq(visaApplications.currentStep, currentStep),
      ),
    );
}
