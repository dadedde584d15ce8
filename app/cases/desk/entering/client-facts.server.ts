import { eq } from "drizzle-orm";
import { z } from "zod";
import { nameParts } from "~/applications/start/carried-facts";
import { db, type Queryable } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { clients } from "~/db/schema/clients";
import type { Answers } from "~/form-engine/definition";

/**
 * What a draft begun for an imported client takes over, with the slug of its service; null if there is no such
 * client.
 */
export async function readClientFacts(id: unknown, from: Queryable = db) {
  const known = z.uuid().safeParse(id);
  if (!known.success) return null;
  const [row] = await from
    .select({
      ...{ id: clients.id, name: clients.name, email: clients.email, phone: clients.phone },
      ...{ nationality: clients.nationality, service: visaServices.slug },
    })
    .from(clients)
    .leftJoin(visaServices, eq(visaServices.id, clients.serviceId))
    .where(eq(clients.id, known.data));
  return row ?? null;
}

type ClientFacts = NonNullable<Awaited<ReturnType<typeof readClientFacts>>>;

/** As answers by the names of their questions. */
export function answersOf({ name, phone, nationality }: ClientFacts): Answers {
  const { first, last } = nameParts(name);
  const facts = { firstName: first, lastName: last, primaryPhone: phone, nationalityCountry: nationality };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== ""));
}
