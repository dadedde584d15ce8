import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import type { StaffContext } from "~/accounts/staff.server";
import { visaServices } from "~/db/schema/catalogue";
import { changeServices, type Refused, refuse } from "./change-services.server";
import { inListOrder } from "./staff-services.server";

const input = z.object({ serviceId: z.uuid(), before: z.union([z.uuid(), z.literal("")]) });

/**
 * Puts a service before another one, or at the end, and numbers the whole list anew from 0. Two who move at once both
 * have their way: each says where one service goes, not what the whole list was.
 */
export async function moveService(context: StaffContext, given: unknown): Promise<{ ok: true } | Refused> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return refuse("updating", 400, "the request names no place in the list");
  const { serviceId, before } = parsed.data;
  return changeServices("updating", context, async (tx) => {
    await tx.execute(sql`lock table ${visaServices} in share row exclusive mode`);
    const rows = await tx
      .select({ id: visaServices.id })
      .from(visaServices)
      .orderBy(...inListOrder);
    const ids = rows.map(({ id }) => id);
    const from = ids.indexOf(serviceId);
    if (from < 0) return refuse("updating", 404, "the service is not there any more");
    const others = ids.filter((id) => id !== serviceId);
    const to = before === "" || before === serviceId ? others.length : others.indexOf(before);
    if (to < 0) return refuse("updating", 404, "the service that it should stand before is not there any more");
    const order = others.toSpliced(to, 0, serviceId);
    if (before === serviceId || order.every((id, index) => id === ids[index])) return { ok: true };
    await tx.execute(sql`
      update ${visaServices} set display_order = place.n - 1
      from unnest(${sql.param(order)}::uuid[]) with ordinality as place (id, n)
      where ${visaServices.id} = place.id and display_order <> place.n - 1
    `);
    await recordActivity(tx, context.staff, {
      actionType: "service_moved",
      subjectType: "service",
      subjectId: serviceId,
      details: { from: from + 1, to: to + 1 },
      address: context.address,
    });
    return { ok: true };
  });
}
