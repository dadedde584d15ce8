import { eq } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, refuseTo } from "./change-services.server";

const input = z.object({ serviceId: z.uuid(), active: z.enum(["yes", "no"]).transform((word) => word === "yes") });

/** Shows or hides a service on the public site; what refers to it is unchanged. */
export function setServiceActive(context: StaffContext, rawInput: unknown) {
  return changeServices(
    { doing: "updating", input },
    context,
    rawInput,
    async ({ tx, record }, { serviceId, active }) => {
      const [changed] = await tx
        .update(visaServices)
        .set({ isActive: active, updatedAt: new Date() })
        .where(eq(visaServices.id, serviceId))
        .returning({ name: visaServices.serviceName });
      if (!changed) return refuseTo("updating", "not-found", "the service no longer exists");
      await record({
        actionType: active ? "service_activated" : "service_deactivated",
        subjectType: "service",
        subjectId: serviceId,
        details: { name: changed.name },
      });
      return { ok: true };
    },
  );
}
