import { randomUUID } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { noPasskeyMessage, notVerifiedMessage, unknownPasskeyMessage } from "~/accounts/passkeys/words";
import { parseJson } from "~/core/parse-json";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { passkeys } from "~/db/schema/factors";
import { log } from "~/log.server";
import { readToken, sealedToken } from "~/mail/links/private-links.server";

/** How long a challenge may be answered (V-PKEY-4). */
const questionMinutes = 5;

/** An assertion for one purpose counts for no other. `whose`: the account, empty if unknown. */
export type QuestionFor = { purpose: "sign-in" | "confirm" | "add"; whose: string };

const sealOf = ({ purpose }: QuestionFor) => `passkey ${purpose}`;

/** A challenge with its purpose and expiry sealed in it, so that nothing is stored. */
export function newQuestion(of: QuestionFor): Uint8Array<ArrayBuffer> {
  const token = sealedToken(sealOf(of), randomUUID(), of.whose, Date.now() + questionMinutes * 60_000);
  return new Uint8Array(Buffer.from(token, "base64url"));
}

/** Whether it is ours, for this purpose, and has not expired. */
export function isOpenQuestion(question: string, of: QuestionFor): boolean {
  const token = readToken(question);
  return token !== null && !token.expired && token.verify(sealOf(of), of.whose);
}

/** Uses up a challenge; false if it was used before, also concurrently. */
export async function closeQuestion(question: string, tx: Parameters<typeof consumeLimit>[2]): Promise<boolean> {
  const key = `passkey answer ${readToken(question)?.id ?? ""}`;
  return (await consumeLimit(key, { max: 1, seconds: 2 * questionMinutes * 60 }, tx)).allowed;
}

/**
 * Builds WebAuthn's request options; with an account, for its own passkeys. User verification is only required on a
 * retry (`insists`): we refuse a device without it ourselves, with a message that says what to do.
 */
export async function passkeyQuestion(of: QuestionFor, origin: string, insists = false) {
  const own = of.whose ? await db.select().from(passkeys).where(eq(passkeys.userId, of.whose)) : [];
  return generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    challenge: newQuestion(of),
    allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    userVerification: insists ? "required" : "preferred",
    timeout: questionMinutes * 60_000,
  });
}

const text = z.string().max(20_000);
const answerForm = z.object({
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    /** The passkey's `userID` in base64url; some devices omit it when credentials are listed. */
    userHandle: text.nullish(),
  }),
});

/** JSON, as the platform's `toJSON` writes it. */
export const readJson = (input: unknown): unknown => (typeof input === "string" ? parseJson(input) : input);

/** The challenge that an assertion names, before anything in it is trusted. */
export function questionIn(clientDataJSON: string): string {
  const client = z
    .object({ challenge: z.string() })
    .safeParse(readJson(Buffer.from(clientDataJSON, "base64url").toString()));
  return client.success ? client.data.challenge : "";
}

export type PasskeyAssertionResult = Done<{ userId: string; passkeyId: string }> | Refused;

/** Valid once, within 5 minutes, for this origin and with user verification; anything else is refused. */
export async function verifyPasskeyResponse(
  assertion: unknown,
  of: QuestionFor,
  origin: string,
): Promise<PasskeyAssertionResult> {
  const parsed = answerForm.safeParse(readJson(assertion));
  if (!parsed.success) return refuse("invalid", noPasskeyMessage);
  const { userHandle, ...response } = parsed.data.response;
  const answer: AuthenticationResponseJSON = { ...parsed.data, response, clientExtensionResults: {} };
  const question = questionIn(answer.response.clientDataJSON);
  if (!isOpenQuestion(question, of)) return refuse("invalid", noPasskeyMessage);
  const [own] = await db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (!own || (of.whose && own.userId !== of.whose)) return refuse("signed-out", unknownPasskeyMessage);
  // WebAuthn 7.2, step 6: without a named account the device must name the user, who must own this passkey.
  const isNamed = typeof userHandle === "string" && userHandle !== "";
  if (isNamed ? !isHandleOf(own.userId, userHandle) : !of.whose) return refuse("signed-out", unknownPasskeyMessage);
  const result = await verified(answer, question, own, origin);
  if (!result) return refuse("signed-out", noPasskeyMessage);
  if (!result.userVerified) return refuse("signed-out", notVerifiedMessage);
  return inTransaction(async (tx) => {
    if (!(await closeQuestion(question, tx))) return refuse("signed-out", noPasskeyMessage);
    const [used] = await tx
      .update(passkeys)
      .set({ counter: result.newCounter, lastUsedAt: sql`now()` })
      .where(eq(passkeys.id, own.id))
      .returning({ userId: passkeys.userId, passkeyId: passkeys.id });
    return used ? { ok: true, ...used } : refuse("signed-out", unknownPasskeyMessage);
  });
}

const isHandleOf = (userId: string, userHandle: string): boolean =>
  Buffer.from(userHandle, "base64url").equals(Buffer.from(userId));

/** Proves nothing: only for logging a refusal. */
export async function ownerNamedBy(assertion: unknown): Promise<string | null> {
  const parsed = answerForm.safeParse(readJson(assertion));
  if (!parsed.success) return null;
  const [own] = await db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, parsed.data.id));
  return own?.userId ?? null;
}

async function verified(
  response: AuthenticationResponseJSON,
  question: string,
  { credentialId, publicKey, counter }: typeof passkeys.$inferSelect,
  origin: string,
) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: question,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
      // We check it ourselves, with a message of its own.
      requireUserVerification: false,
    });
    return verified ? authenticationInfo : null;
  } catch (err) {
    log.warn(
      { room: "accounts", why: err instanceof Error ? err.name : "unknown" },
      "a passkey's answer did not count",
    );
    return null;
  }
}
