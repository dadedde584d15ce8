import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { holdsOf } from "./holds.server";

/** A submitted case with its holds; undefined where there is none. */
export async function findHeldCase(applicationId: string) {
  if (!z.uuid().safeParse(applicationId).success) return undefined;
  const [row] = await db
    .select({ number: visaApplications.applicationNumber })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, applicationId), isNotNull(visaApplications.submittedAt)));
  return row && { number: row.number, holds: await holdsOf(applicationId) };
}
