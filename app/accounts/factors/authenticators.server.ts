import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { stepOfCode } from "~/accounts/factors/totp.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { authenticators } from "~/db/schema/factors";
import { unwrap, wrap } from "~/encryption/keyring.server";
import { placeOfSecret } from "~/encryption/wrap-anew.server";

type Stored = Pick<typeof authenticators.$inferSelect, "id" | "secret" | "secretBy">;
const secretOf = ({ id, secret, secretBy }: Stored) => unwrap({ wrapped: secret, by: secretBy }, placeOfSecret(id));

/** So long an app may be set up with the secret that was made for it. */
const begunMinutes = 15;

/** The app that is being set up, with its secret; null when none is. */
export async function readBegun(from: Queryable, userId: string): Promise<{ id: string; secret: Buffer } | null> {
  const [own] = await from
    .select()
    .from(authenticators)
    .where(
      and(
        eq(authenticators.userId, userId),
        isNull(authenticators.confirmedAt),
        gt(authenticators.createdAt, sql`now() - make_interval(mins => ${begunMinutes})`),
      ),
    );
  return own ? { id: own.id, secret: secretOf(own) } : null;
}

/** Stores a new secret that does not count yet, in place of one that was not confirmed. */
export async function storeBegun(tx: Transaction, userId: string, id: string, secret: Buffer): Promise<void> {
  const { wrapped, by } = wrap(secret, placeOfSecret(id));
  await tx.delete(authenticators).where(and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt)));
  await tx.insert(authenticators).values({ id, userId, secret: wrapped, secretBy: by });
}

/**
 * Whether a typed code of the account's app counts now; it then counts no more, nor does an earlier one (V-MFA-4). The
 * row stays locked until the transaction ends, so that of several at once one counts. `begun`: of the app being set up.
 */
export async function spendCode(tx: Transaction, userId: string, typed: string, begun = false): Promise<boolean> {
  const state = begun ? isNull(authenticators.confirmedAt) : isNotNull(authenticators.confirmedAt);
  const [own] = await tx
    .select()
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), state))
    .for("update");
  const step = own && stepOfCode(secretOf(own), typed);
  if (!own || !step || step <= own.lastStep) return false;
  await tx.update(authenticators).set({ lastStep: step }).where(eq(authenticators.id, own.id));
  return true;
}
