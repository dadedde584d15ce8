import { asc, eq } from "drizzle-orm";
import { db, type Queryable } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";

export type ActiveService = { slug: string; name: string };

export function activeServiceNames(from: Queryable = db): Promise<ActiveService[]> {
  return from
    .select({ slug: visaServices.slug, name: visaServices.serviceName })
    .from(visaServices)
    .where(eq(visaServices.isActive, true))
    .orderBy(asc(visaServices.serviceName));
}
