import { asc, eq, or } from "drizzle-orm";
import { z } from "zod";
import { namesByEmail } from "~/accounts/admins/names.server";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { clientImports, clients } from "~/db/schema/clients";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { reminderStates } from "~/key-dates/reminders/reminder-states.server";

export type ClientDetail = NonNullable<Awaited<ReturnType<typeof readClient>>>;

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
    keyDatesOf(db, { clientId: id }),
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
  const states = await reminderStates(
    db,
    dates.map((date) => date.id),
  );
  const names = await namesByEmail(db, [row.importedBy, ...dates.flatMap(({ settledBy }) => settledBy ?? [])]);
  const nameOf = (email: string) => names.get(email.toLowerCase()) ?? email;
  return {
    client: shown,
    ...more,
    importedByName: nameOf(row.importedBy),
    // The settled ones last.
    dates: dates
      .toSorted((a, b) => Number(a.settledAs !== null) - Number(b.settledAs !== null))
      .map((date) => ({ ...date, settledByName: nameOf(date.settledBy ?? ""), reminders: states.get(date.id) })),
    services,
  };
}
