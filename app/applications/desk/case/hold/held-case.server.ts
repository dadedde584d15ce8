import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { holdsOf, isCase } from "./holds.server";

/** A submitted case with its holds; undefined where there is none. */
export async function findHeldCase(applicationId: string) {
  if (!z.uuid().safeParse(applicationId).success) return undefined;
  const [row] = await db
    .select({ number: visaApplications.applicationNumber })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, applicationId), isCase));
  return row && { number: row.number, holds: await holdsOf(applicationId) };
}
