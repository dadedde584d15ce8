import { asc, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { versionsByKey } from "~/content/editing/list.server";
import { formatAmount } from "~/core/prices/price";
import { db, type Queryable } from "~/db/client.server";
import { countsOf } from "~/db/counts.server";
import { visaApplications } from "~/db/schema/applications";
import { countries, serviceCategories, visaPricingTiers, visaServices } from "~/db/schema/catalogue";
import { countryFormConfigurations } from "~/db/schema/form-steps";
import { documentRequirements } from "~/db/schema/requirements";
import { shortened } from "~/db/shortened.server";

/** The order of the staff's list; equal positions are sorted by name. */
export const inListOrder = [asc(visaServices.displayOrder), asc(visaServices.serviceName), asc(visaServices.id)];

export type StaffService = Awaited<ReturnType<typeof readStaffServices>>["services"][number];

/**
 * All services, active or not, each with its number of applications and its drafts and schedules; then services that
 * are only a draft.
 */
export async function readStaffServices() {
  const [versions, rows, applications] = await Promise.all([
    versionsByKey("services"),
    db
      .select({
        id: visaServices.id,
        slug: visaServices.slug,
        name: shortened(visaServices.serviceName),
        total: visaServices.totalPrice,
        lowest: sql<string | null>`(
          select min(${visaPricingTiers.totalPrice}) from ${visaPricingTiers}
          where ${visaPricingTiers.serviceId} = ${visaServices.id})`,
        isActive: visaServices.isActive,
        isFeatured: visaServices.isFeatured,
        category: serviceCategories.name,
        country: { name: countries.name, code: countries.code },
      })
      .from(visaServices)
      .leftJoin(countries, eq(countries.id, visaServices.countryId))
      .leftJoin(serviceCategories, eq(serviceCategories.id, visaServices.categoryId))
      .orderBy(...inListOrder),
    countsOf("applications by service"),
  ]);
  const existing = new Set(rows.map(({ id }) => id));
  return {
    services: rows.map(({ total, lowest, ...row }) => ({
      ...{ ...row, applications: applications.get(row.id) ?? 0 },
      // As the public pages say it.
      price: formatAmount({ total: lowest ?? total ?? "0", isFrom: lowest !== null }),
      waiting: waitingOf(versions.get(row.id)),
    })),
    drafts: [...versions.values()]
      .filter(({ key, was_public: wasPublic }) => !wasPublic && !existing.has(key))
      .map((row) => ({ id: row.key, name: String(row.data.serviceName ?? ""), waiting: waitingOf(row) })),
  };
}

type Versions = Awaited<ReturnType<typeof versionsByKey>>;
const waitingOf = (row: ReturnType<Versions["get"]>): "Draft" | "Scheduled" | null =>
  row?.scheduled ? "Scheduled" : row?.is_draft ? "Draft" : null;

/** The number of applications of a service; final for a transaction that has locked the service's row. */
export async function applicationsOf(serviceId: string, from: Queryable = db): Promise<number> {
  return from.$count(visaApplications, eq(visaApplications.visaServiceId, serviceId));
}

const questions = ["delete", "activate", "deactivate"] as const;
export type ServiceQuestion = NonNullable<Awaited<ReturnType<typeof readQuestion>>>;

/** The subject of the list's confirmation, `?ask=delete&service={id}`; null if there is none. */
export async function readQuestion(search: URLSearchParams) {
  const query = z
    .object({ ask: z.enum(questions), service: z.uuid() })
    .safeParse({ ask: search.get("ask"), service: search.get("service") });
  if (!query.success) return null;
  const { ask, service: id } = query.data;
  const [service] = await db
    .select({ id: visaServices.id, name: visaServices.serviceName, isActive: visaServices.isActive })
    .from(visaServices)
    .where(eq(visaServices.id, id));
  if (!service || (ask === "activate" && service.isActive) || (ask === "deactivate" && !service.isActive)) return null;
  const rowsOf = async (
    table: typeof visaPricingTiers | typeof documentRequirements | typeof countryFormConfigurations,
  ) => {
    const column = "serviceId" in table ? table.serviceId : table.visaServiceId;
    const [row] = await db.select({ n: count() }).from(table).where(eq(column, id));
    return row?.n ?? 0;
  };
  const [applications, views, tiers, documents, steps] = await Promise.all([
    applicationsOf(id),
    countsOf("views").then((views) => views.get(id) ?? 0),
    rowsOf(visaPricingTiers),
    rowsOf(documentRequirements),
    rowsOf(countryFormConfigurations),
  ]);
  return { ask, ...service, applications, views, tiers, documents, steps };
}
