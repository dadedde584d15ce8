import { asc, eq } from "drizzle-orm";
import { columnOptions } from "~/core/lists/heads";
import { db } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { columns, orders } from "./columns.server";

/** Options of the list's filters: services, countries, columns and orders. */
export async function filterChoices() {
  const rows = await db
    .select({ id: visaServices.id, name: visaServices.serviceName, code: countries.code, country: countries.name })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .orderBy(asc(visaServices.serviceName), asc(visaServices.id));
  const named = new Map(rows.flatMap(({ code, country }) => (code && country ? [[code, country] as const] : [])));
  return {
    services: rows.map(({ id, name }) => ({ value: id, label: name })),
    columns: columnOptions(columns),
    sorts: Object.entries(orders).map(([value, { label }]) => ({ value, label })),
    countries: [...named]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, "en")),
  };
}
