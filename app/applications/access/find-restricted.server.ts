import { eq } from "drizzle-orm";
import { z } from "zod";
import { settingFacts } from "~/content/settings/settings.server";
import { db } from "~/db/client.server";
import { restrictedCases } from "~/db/schema/privacy/rights";

/** Data of a restricted case's page: number, service, status and day, and our phone number; by id only. */
export async function findRestrictedCase(id: string) {
  const known = z.uuid().safeParse(id.toLowerCase()).data;
  const [row] = known ? await db.select().from(restrictedCases).where(eq(restrictedCases.id, known)) : [];
  if (!row) return undefined;
  const { applicationNumber: number, serviceName, status, restrictedUntil: until } = row;
  const { contact } = await settingFacts(db);
  return { view: "restricted" as const, number, serviceName, status, until, phone: contact.phone };
}
