import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { dataCopies } from "~/db/schema/privacy/rights";

/** The latest copy of an application, in progress or available; null if there is none. */
export async function latestCopy(applicationId: string) {
  const [copy] = await db
    .select()
    .from(dataCopies)
    .where(eq(dataCopies.applicationId, applicationId))
    .orderBy(desc(dataCopies.createdAt))
    .limit(1);
  if (copy?.state === "making") return { id: copy.id, state: "making" as const };
  if (copy?.state !== "ready" || !copy.offeredUntil || copy.offeredUntil <= new Date()) return null;
  return { id: copy.id, state: "ready" as const, until: copy.offeredUntil.toISOString(), bytes: copy.byteSize ?? 0 };
}

/** A copy of this application by its id; undefined if it never existed. */
export async function findCopy(applicationId: string, copyId: string) {
  if (!z.uuid().safeParse(copyId).success) return undefined;
  const [copy] = await db
    .select()
    .from(dataCopies)
    .where(and(eq(dataCopies.id, copyId), eq(dataCopies.applicationId, applicationId)));
  return copy;
}
