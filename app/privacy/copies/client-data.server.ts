import { eq } from "drizzle-orm";
import { basisLabels } from "~/clients/client";
import { reminderMailIds } from "~/clients/reminder-mails.server";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { clientImports, clients } from "~/db/schema/clients";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { ownKeyDates } from "~/key-dates/own-key-dates.server";
import { mailsBy } from "./mails-about.server";

/**
 * Exports a client taken over from elsewhere: what is known, where it comes from and on what legal basis we have it,
 * its key dates, and the reminders that were mailed. No name of an admin.
 */
export async function clientData(id: string) {
  const [row] = await db
    .select({ client: clients, service: visaServices.serviceName, from: clientImports })
    .from(clients)
    .innerJoin(clientImports, eq(clientImports.id, clients.importId))
    .leftJoin(visaServices, eq(visaServices.id, clients.serviceId))
    .where(eq(clients.id, id));
  if (!row) return null;
  const { client, service, from } = row;
  return {
    client: {
      id: client.id,
      name: client.name,
      email: client.email,
      phone: client.phone,
      nationality: client.nationality,
      service,
      reference: client.reference,
      remindedByEmail: client.isReminded,
      importedAt: client.createdAt,
      changedAt: client.changedAt,
      legalBasis: from.basis && basisLabels[from.basis],
      source: from.source,
    },
    keyDates: await ownKeyDates(db, await keyDatesOf(db, { clientId: id })),
    mails: await mailsBy(reminderMailIds(id)),
  };
}
