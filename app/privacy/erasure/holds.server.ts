import { sql } from "drizzle-orm";
import { activeHold, isInquiryUnderHold } from "~/core/legal-holds.server";
import type { Queryable } from "~/db/client.server";

/** While a hold stands nothing of the case is erased, neither by the schedule nor on request (V-RET-13). */
export const isCaseUnderLegalHold = async (from: Queryable, applicationId: string): Promise<boolean> =>
  (await activeHold(from, applicationId)) !== null;

/** The inquiry that a held case was made from is of that case. */
export async function isInquiryUnderLegalHold(from: Queryable, inquiryId: string): Promise<boolean> {
  const { rows } = await from.execute(sql`select 1 where ${isInquiryUnderHold(sql`${inquiryId}::uuid`)}`);
  return rows.length > 0;
}
