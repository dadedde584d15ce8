import { and, eq } from "drizzle-orm";
import { readApplicationNumber } from "~/applications/access/number";
import { db } from "~/db/client.server";
import { erasures } from "~/db/schema/privacy/rights";

/** An application that was erased, by the number that was searched for: its days are all that is left (V-ERASE-8). */
export async function erasedBy(typed: string) {
  const number = readApplicationNumber(typed.trim());
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
