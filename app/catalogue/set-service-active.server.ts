import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import type { StaffContext } from "~/accounts/staff.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, type Refused, refuse } from "./change-services.server";

const input = z.object({ serviceId: z.uuid(), active: z.enum(["yes", "no"]).transform((word) => word === "yes") });

/** Puts a service on the public site or takes it off; what refers to it stays as it is (A-SVC-25). */
export async function setServiceActive(context: StaffContext, given: unknown): Promise<{ ok: true } | Refused> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse("updating", 400, "the request names no service");
  const { serviceId, active } = parsed.data;
  return changeServices("updating", context, async (tx) => {
    const [changed] = await tx
      .update(visaServices)
      .set({ isActive: active, updatedAt: new Date() })
      .where(eq(visaServices.id, serviceId))
      .returning({ name: visaServices.serviceName });
    if (!changed) return refuse("updating", 404, "the service is not there any more");
    await recordActivity(tx, context.staff, {
      actionType: active ? "service_activated" : "service_deactivated",
      subjectType: "service",
      subjectId: serviceId,
      details: { name: changed.name },
      address: context.address,
    });
    return { ok: true };
  });
}
