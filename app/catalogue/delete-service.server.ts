import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import type { StaffContext } from "~/accounts/staff.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, type Refused, refuse } from "./change-services.server";
import { applicationsOf } from "./staff-services.server";

const input = z.object({ serviceId: z.uuid() });

/**
 * Deletes a service with what hangs on it: tiers, views, its own required documents and steps. While applications refer
 * to it, it stays (A-SVC-24, -29).
 */
export async function deleteService(context: StaffContext, given: unknown): Promise<{ ok: true } | Refused> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse("deleting", 400, "the request names no service");
  const { serviceId } = parsed.data;
  return changeServices("deleting", context, async (tx) => {
    const [service] = await tx
      .select({ name: visaServices.serviceName, slug: visaServices.slug })
      .from(visaServices)
      .where(eq(visaServices.id, serviceId))
      .for("update");
    if (!service) return refuse("deleting", 404, "the service is not there any more");
    // The lock keeps new applications from referring to it until this is over.
    const applications = await applicationsOf(serviceId, tx);
    if (applications > 0)
      return refuse(
        "deleting",
        409,
        `${applications === 1 ? "1 application refers" : `${applications.toLocaleString("en-US")} applications refer`} to it`,
      );
    await tx.delete(visaServices).where(eq(visaServices.id, serviceId));
    await recordActivity(tx, context.staff, {
      actionType: "service_deleted",
      subjectType: "service",
      subjectId: serviceId,
      details: service,
      address: context.address,
    });
    return { ok: true };
  });
}
