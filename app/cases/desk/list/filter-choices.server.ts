import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";

/** Services and their countries, by name, to narrow the list by. */
export async function filterChoices() {
  const rows = await db
    .select({ id: visaServices.id, name: visaServices.serviceName, code: countries.code, country: countries.name })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .orderBy(asc(visaServices.serviceName), asc(visaServices.id));
  const named = new Map(rows.flatMap(({ code, country }) => (code && country ? [[code, country] as const] : [])));
  return {
    services: rows.map(({ id, name }) => ({ value: id, label: name })),
    countries: [...named]
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => one.label.localeCompare(other.label, "en")),
  };
}
