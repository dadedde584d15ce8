import { sql } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { inOrder } from "~/content/editing/kinds/rows.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, refuseTo } from "./change-services.server";
import { inListOrder } from "./services.server";

const input = z.object({ serviceId: z.uuid(), before: z.union([z.uuid(), z.literal("")]) });

/**
 * Moves a service before another one, or to the end, and renumbers the list from 0. The input names one service and its
 * position, not the whole list, so that two simultaneous moves both take effect.
 */
export function moveService(context: StaffContext, rawInput: unknown) {
  const verb = { doing: "updating", input, invalid: "the request names no place in the list" } as const;
  return changeServices(verb, context, rawInput, async ({ tx, record }, { serviceId, before }) => {
    await tx.execute(sql`lock table ${visaServices} in share row exclusive mode`);
    const rows = await tx
      .select({ id: visaServices.id })
      .from(visaServices)
      .orderBy(...inListOrder);
    const ids = rows.map(({ id }) => id);
    const from = ids.indexOf(serviceId);
    if (from < 0) return refuseTo("updating", "not-found", "the service no longer exists");
    const otherIds = ids.filter((id) => id !== serviceId);
    const to = before === "" || before === serviceId ? otherIds.length : otherIds.indexOf(before);
    if (to < 0) return refuseTo("updating", "not-found", "the service it should come before no longer exists");
    const order = otherIds.toSpliced(to, 0, serviceId);
    if (before === serviceId || order.every((id, index) => id === ids[index])) return { ok: true };
    await inOrder(tx, visaServices, order);
    await record({
      actionType: "service_moved",
      subjectType: "service",
      subjectId: serviceId,
      details: { from: from + 1, to: to + 1 },
    });
    return { ok: true };
  });
}
