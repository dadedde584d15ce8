import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { restrictedCases } from "~/db/schema/privacy/rights";

/** Data of a restricted case's page: number, service, status and day; by id only. */
export async function findRestrictedCase(id: string) {
  const known = z.uuid().safeParse(id.toLowerCase()).data;
  const [row] = known ? await db.select().from(restrictedCases).where(eq(restrictedCases.id, known)) : [];
  if (!row) return undefined;
  const { applicationNumber: number, serviceName, status, restrictedUntil: until } = row;
  return { view: "restricted" as const, number, serviceName, status, until };
}
