import { eq } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

export async function madeFrom(from: Queryable, inquiryId: string): Promise<{ id: string } | undefined> {
  const [made] = await from
    .select({ id: visaApplications.id })
    .from(visaApplications)
    .where(eq(visaApplications.inquiryId, inquiryId));
  return made;
}
