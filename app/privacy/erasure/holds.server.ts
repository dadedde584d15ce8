import { sql } from "drizzle-orm";
import { activeHold, isInquiryUnderHold } from "~/core/legal-holds.server";
import type { Queryable } from "~/db/client.server";

/** Whether a case is under legal hold: then neither schedule nor request can erase it. */
export const isCaseUnderLegalHold = async (from: Queryable, applicationId: string): Promise<boolean> =>
  (await activeHold(from, applicationId)) !== null;

/** Whether the case that an inquiry was converted to is under legal hold, which covers the inquiry. */
export async function isInquiryUnderLegalHold(from: Queryable, inquiryId: string): Promise<boolean> {
  const { rows } = await from.execute(sql`select 1 where ${isInquiryUnderHold(sql`${inquiryId}::uuid`)}`);
  return rows.length > 0;
}
