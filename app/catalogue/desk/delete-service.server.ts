import { eq } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { cancelAllSchedules } from "~/content/editing/publish.server";
import { lockContent, markUnpublished } from "~/content/editing/versions.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, refuseTo } from "./change-services.server";
import { serviceKind } from "./service-kind.server";
import { applicationsOf } from "./services.server";
import { textNaming } from "./unknown-facts.server";

const input = z.object({ serviceId: z.uuid() });

/** Deletes a service with its tiers, views, required documents and steps. Refused while applications refer to it. */
export function deleteService(context: StaffContext, rawInput: unknown) {
  return changeServices({ doing: "deleting", input }, context, rawInput, async (work, { serviceId }) => {
    const { tx, record } = work;
    const item = { kind: serviceKind(), key: serviceId };
    await lockContent(tx, item);
    const [service] = await tx
      .select({ name: visaServices.serviceName, slug: visaServices.slug })
      .from(visaServices)
      .where(eq(visaServices.id, serviceId))
      .for("update");
    if (!service) return refuseTo("deleting", "not-found", "the service no longer exists");
    // The lock prevents new applications from referring to it until the transaction ends.
    const applications = await applicationsOf(serviceId, tx);
    if (applications > 0)
      return refuseTo(
        "deleting",
        "conflict",
        `${applications === 1 ? "1 application refers" : `${applications.toLocaleString("en-US")} applications refer`} to it`,
      );
    const naming = await textNaming(tx, serviceId, service.slug);
    if (naming)
      return refuseTo("deleting", "conflict", `“${naming}” uses facts from this service: change that text first`);
    await tx.delete(visaServices).where(eq(visaServices.id, serviceId));
    await cancelAllSchedules(work, item);
    await markUnpublished(tx, item);
    await record({
      actionType: "service_deleted",
      subjectType: "service",
      subjectId: serviceId,
      subjectName: service.name,
      details: service,
    });
    return { ok: true };
  });
}
