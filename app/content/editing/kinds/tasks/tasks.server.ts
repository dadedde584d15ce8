import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { counted } from "~/core/counted";
import type { Queryable, Transaction } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { taskTemplates as t } from "~/db/schema/tasks";
import { type Content, defineKind, type Problems } from "../../kind";
import { taskField, tasksIn } from "./task-field.server";

/** A cache of names, because a version doesn't store the name of the service that it belongs to. */
const names = new Map<string, string>();

/** Null if the service was deleted. */
async function read(from: Queryable, key: string): Promise<Content | null> {
  if (!z.uuid().safeParse(key).success) return null;
  const [service] = await from
    .select({ name: visaServices.serviceName })
    .from(visaServices)
    .where(eq(visaServices.id, key));
  if (!service) return null;
  names.set(key, `Tasks of ${service.name}`);
  const rows = await from
    .select({ key: t.key, title: t.title, note: t.note, event: t.event, days: t.days })
    .from(t)
    .where(eq(t.serviceId, key))
    .orderBy(asc(t.position));
  return { tasks: rows.length > 0 ? rows : null };
}

/** A version may be published long after it was saved. */
const needs = async (_content: Content, from: Queryable, key: string): Promise<Problems> =>
  (await read(from, key)) === null ? { tasks: "This service was deleted." } : {};

async function publish(tx: Transaction, serviceId: string, content: Content): Promise<void> {
  await tx.delete(t).where(eq(t.serviceId, serviceId));
  const rows = tasksIn(content.tasks).map((task, position) => ({ ...task, serviceId, position }));
  if (rows.length > 0) await tx.insert(t).values(rows);
}

/** The services by destination, with the number of their published tasks. */
async function list(from: Queryable) {
  const [services, rows] = await Promise.all([
    from
      .select({ key: visaServices.id, name: visaServices.serviceName, group: countries.name })
      .from(visaServices)
      .leftJoin(countries, eq(countries.id, visaServices.countryId))
      .orderBy(asc(countries.displayOrder), asc(countries.name), asc(visaServices.serviceName)),
    from.select({ serviceId: t.serviceId }).from(t),
  ]);
  const tasks = Map.groupBy(rows, ({ serviceId }) => serviceId);
  return services.map(({ key, name, group }) => {
    const count = tasks.get(key)?.length ?? 0;
    return {
      key,
      name,
      group: group ?? "",
      isPublic: true,
      isEmpty: count === 0,
      note: count === 0 ? "No tasks" : counted(count, "task"),
    };
  });
}

export const tasksKind = defineKind({
  may: "super_admin",
  forStaff: true,
  ...{ kind: "tasks", title: "Tasks of each service", fields: [taskField], read, needs, publish },
  about: "What the office has to do for each application of a service. Only staff see tasks.",
  notes: {
    Tasks:
      "Each application gets a copy when it’s submitted. A change holds for new applications. Open cases keep the tasks that they have.",
  },
  many: {
    ...{ noun: "list of tasks", first: "No service yet.", canAdd: false, list },
    name: (_content, key) => names.get(key) ?? "Tasks",
    has: async (from, key) => (await read(from, key)) !== null,
  },
  pages: [],
});
