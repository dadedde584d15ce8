import { eq } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { recoveryCodes } from "~/db/schema/factors";
import { factorsOf, hasFactor } from "./confirm.server";

export type FactorNoticeProps = {
  /** The last day for the set-up; null if there is nothing to say. */
  due: string | null;
  /** Null without a factor. */
  codesLeft: number | null;
};

export async function readFactorNotice({ userId, factorDue }: Staff): Promise<FactorNoticeProps> {
  const has = hasFactor(await factorsOf(userId));
  const codesLeft = has ? await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)) : null;
  return { due: factorDue ?? null, codesLeft };
}
