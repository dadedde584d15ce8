import { randomUUID } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { noPasskeyWords, notVerifiedWords, unknownPasskeyWords } from "~/accounts/passkeys/words";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { passkeys } from "~/db/schema/factors";
import { log } from "~/log.server";
import { readToken, sealedToken } from "~/mail/links/private-links.server";

/** How long a question may be answered (V-PKEY-4). */
const questionMinutes = 5;

/**
 * What a question is for: an answer to one counts for no other. `whose` is the account, empty where it is not known.
 */
export type QuestionFor = { purpose: "sign-in" | "confirm" | "add"; whose: string };

const sealOf = ({ purpose }: QuestionFor) => `passkey ${purpose}`;

/** A question that says itself what it is for and until when, so that asking stores nothing. */
export function newQuestion(of: QuestionFor): Uint8Array<ArrayBuffer> {
  const token = sealedToken(sealOf(of), randomUUID(), of.whose, Date.now() + questionMinutes * 60_000);
  return new Uint8Array(Buffer.from(token, "base64url"));
}

/** Whether a question of ours is still open for this. */
export function isOpenQuestion(question: string, of: QuestionFor): boolean {
  const token = readToken(question);
  return token !== null && !token.expired && token.verify(sealOf(of), of.whose);
}

/** Takes a question as answered; false when it was before, also at the same moment. */
export async function closeQuestion(question: string, tx: Parameters<typeof consumeLimit>[2]): Promise<boolean> {
  const key = `passkey answer ${readToken(question)?.id ?? ""}`;
  return (await consumeLimit(key, { max: 1, seconds: 2 * questionMinutes * 60 }, tx)).allowed;
}

/**
 * What the browser is asked to answer with a passkey; with an account, with one of its own. A device that does not
 * confirm who uses it is refused here, with words that say what to do, and asked to do so only then (`insists`).
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
    /** The `userID` that the passkey was made with, in base64url; some devices give none when they are named. */
    userHandle: text.nullish(),
  }),
});

/** A browser's answer as a form field or body holds it: JSON, as `toJSON` of the platform writes it. */
export function readJson(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return null;
  }
}

/** The question that an answer names, before anything of it is trusted. */
export function questionIn(clientDataJSON: string): string {
  const client = z
    .object({ challenge: z.string() })
    .safeParse(readJson(Buffer.from(clientDataJSON, "base64url").toString()));
  return client.success ? client.data.challenge : "";
}

export type PasskeyAssertionResult = Done<{ userId: string; passkeyId: string }> | Refused;

/**
 * Whose passkey answered a question of ours. The answer counts once, within 5 minutes, for this site's address and with
 * user verification (V-PKEY-3, -4); all else is refused.
 */
export async function verifyPasskeyResponse(
  given: unknown,
  of: QuestionFor,
  origin: string,
): Promise<PasskeyAssertionResult> {
  const parsed = answerForm.safeParse(readJson(given));
  if (!parsed.success) return refuse("invalid", noPasskeyWords);
  const { userHandle, ...response } = parsed.data.response;
  const answer: AuthenticationResponseJSON = { ...parsed.data, response, clientExtensionResults: {} };
  const question = questionIn(answer.response.clientDataJSON);
  if (!isOpenQuestion(question, of)) return refuse("invalid", noPasskeyWords);
  const [own] = await db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (!own || (of.whose && own.userId !== of.whose)) return refuse("signed-out", unknownPasskeyWords);
  // WebAuthn 7.2, step 6: who was not named before has to be named by the device, and as the owner of this passkey.
  const isNamed = typeof userHandle === "string" && userHandle !== "";
  if (isNamed ? !isHandleOf(own.userId, userHandle) : !of.whose) return refuse("signed-out", unknownPasskeyWords);
  const result = await verified(answer, question, own, origin);
  if (!result) return refuse("signed-out", noPasskeyWords);
  if (!result.userVerified) return refuse("signed-out", notVerifiedWords);
  return inTransaction(async (tx) => {
    if (!(await closeQuestion(question, tx))) return refuse("signed-out", noPasskeyWords);
    const [used] = await tx
      .update(passkeys)
      .set({ counter: result.newCounter, lastUsedAt: sql`now()` })
      .where(eq(passkeys.id, own.id))
      .returning({ userId: passkeys.userId, passkeyId: passkeys.id });
    return used ? { ok: true, ...used } : refuse("signed-out", unknownPasskeyWords);
  });
}

const isHandleOf = (userId: string, userHandle: string): boolean =>
  Buffer.from(userHandle, "base64url").equals(Buffer.from(userId));

/** Whose passkey an answer names, which proves nothing: for the record of a refusal. */
export async function ownerNamedBy(given: unknown): Promise<string | null> {
  const parsed = answerForm.safeParse(readJson(given));
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
      // Looked at by ourselves, because it has words of its own.
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
