import { hash, randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { normalizeFigures } from "~/core/text-input";
import type { Queryable, Transaction } from "~/db/client.server";
import { recoveryCodes } from "~/db/schema/factors";

const codes = 10;

/** Without characters that look alike. Sixteen are 79 bits, so that a plain hash can't be brute-forced. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const codeLength = 16;

/** Includes the user, so that equal codes of two people have different hashes. */
const hashOf = (userId: string, code: string) => hash("sha256", JSON.stringify(["recovery code", userId, code]));

const newCode = () => Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
const grouped = (code: string) => code.replace(/.{4}(?=.)/g, "$&-");

/** Replaces all codes by ten new ones, which can't be read again. */
export async function makeCodes(tx: Transaction, userId: string): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(made.map((code) => ({ userId, hash: hashOf(userId, code) })));
  return made.map(grouped);
}

/** Uses up a code; returns how many are left, or null if it is invalid. Of concurrent submits one succeeds. */
export async function spendRecoveryCode(tx: Transaction, userId: string, rawCode: string): Promise<number | null> {
  const code = normalizeFigures(rawCode)
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");
  if (code.length !== codeLength) return null;
  const own = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(userId, code)));
  const used = await tx.delete(recoveryCodes).where(own).returning({ hash: recoveryCodes.hash });
  return used.length === 0 ? null : codesLeft(tx, userId);
}

export const codesLeft = (from: Queryable, userId: string): Promise<number> =>
  from.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
