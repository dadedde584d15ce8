import { eq } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { recoveryCodes } from "~/db/schema/factors";
import { factorsOf, hasFactor } from "./confirm.server";

/** What every page of the desk says of one's own second factor. */
export type FactorNoticeProps = {
  /** The day until which one has to be set up; null when there is nothing to say. */
  due: string | null;
  /** How many recovery codes are left; null without a factor. */
  codesLeft: number | null;
};

export async function readFactorNotice({ userId, factorDue }: Staff): Promise<FactorNoticeProps> {
  const has = hasFactor(await factorsOf(userId));
  const codesLeft = has ? await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)) : null;
  return { due: factorDue ?? null, codesLeft };
}
