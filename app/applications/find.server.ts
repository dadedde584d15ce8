import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";
import { readApplicationNumber } from "./application-number";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type FoundApplication = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

/** An application by what stands in the address: 8-4-4-4-12 hex is its id, anything else its number (W-RESUME-1). */
export async function findApplication(idOrNumber: string) {
  const byId = uuid.test(idOrNumber);
  const number = byId ? undefined : readApplicationNumber(idOrNumber);
  if (!byId && !number) return undefined;
  const [found] = await db
    .select({
      application: visaApplications,
      serviceName: visaServices.serviceName,
      visaType: visaServices.visaType,
      flag: countries.code,
    })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(number ? eq(visaApplications.applicationNumber, number) : eq(visaApplications.id, idOrNumber.toLowerCase()));
  return found && { ...found, byId };
}
