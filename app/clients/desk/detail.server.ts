import { asc, eq, or } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { clientImports, clients } from "~/db/schema/clients";
import { deskKeyDates } from "~/key-dates/key-dates-of.server";

/** A client with its key dates and with what its import says of it; null if there is none. */
export async function readClient(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db
    .select({
      client: clients,
      service: visaServices.serviceName,
      basis: clientImports.basis,
      source: clientImports.source,
      importedBy: clientImports.madeBy,
      fileName: clientImports.fileName,
    })
    .from(clients)
    .innerJoin(clientImports, eq(clientImports.id, clients.importId))
    .leftJoin(visaServices, eq(visaServices.id, clients.serviceId))
    .where(eq(clients.id, id));
  if (!row) return null;
  const { client, ...more } = row;
  const { searchText: _, ...shown } = client;
  const [dates, services] = await Promise.all([
    deskKeyDates({ clientId: id }),
    // The client's own too, which may be inactive by now.
    db
      .select({
        id: visaServices.id,
        slug: visaServices.slug,
        name: visaServices.serviceName,
        isActive: visaServices.isActive,
      })
      .from(visaServices)
      .where(
        client.serviceId
          ? or(eq(visaServices.isActive, true), eq(visaServices.id, client.serviceId))
          : eq(visaServices.isActive, true),
      )
      .orderBy(asc(visaServices.serviceName)),
  ]);
  const nameOf = await nameAll(db, [row.importedBy]);
  return {
    client: shown,
    ...more,
    importedByName: nameOf(row.importedBy) ?? row.importedBy,
    // The settled ones last.
    keyDates: dates.toSorted((a, b) => Number(a.settledAs !== null) - Number(b.settledAs !== null)),
    services,
  };
}
