import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { restrictedCases } from "~/db/schema/privacy/rights";
import { holdsOf, isCase } from "./holds.server";

/** A submitted case, restricted or not, with its holds; undefined if there is none. */
export async function findCaseWithHolds(applicationId: string) {
  if (!z.uuid().safeParse(applicationId).success) return undefined;
  const [row] = await db
    .select({ number: visaApplications.applicationNumber })
    .from(visaApplications)
    .where(and(eq(visaApplications.id, applicationId), isCase));
  if (row) return { number: row.number, isRestricted: false, holds: await holdsOf(applicationId) };
  const [restricted] = await db
    .select({ number: restrictedCases.applicationNumber })
    .from(restrictedCases)
    .where(eq(restrictedCases.id, applicationId));
  return restricted && { number: restricted.number, isRestricted: true, holds: await holdsOf(applicationId) };
}
