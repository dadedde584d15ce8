import { and, eq } from "drizzle-orm";
import { readApplicationNumber } from "~/applications/access/number";
import { db } from "~/db/client.server";
import { erasures } from "~/db/schema/privacy/rights";

/** Finds an erased application by its number: only its dates are left. */
export async function erasedBy(rawNumber: string) {
  const number = readApplicationNumber(rawNumber.trim());
  if (!number) return null;
  const [row] = await db
    .select()
    .from(erasures)
    .where(and(eq(erasures.number, number), eq(erasures.kind, "application")))
    .limit(1);
  if (!row) return null;
  const { startedOn, submittedOn, decidedOn, erasedAt } = row;
  return { number, startedOn, submittedOn, decidedOn, erasedAt: erasedAt.toISOString() };
}
