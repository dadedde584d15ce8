import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import {
  afterChange,
  afterRemoval,
  type FactorResult,
  ownVerb,
  ownVerbMessages,
  unconfirmed,
} from "~/accounts/factors/changed.server";
import { factorsOf, hasFactor } from "~/accounts/factors/confirm.server";
import { closeQuestion, isOpenQuestion, newQuestion, questionIn, readJson } from "~/accounts/passkeys/answers.server";
import { noNewPasskeyMessage, notVerifiedMessage, passkeyNameMessage } from "~/accounts/passkeys/words";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { lineInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { passkeys } from "~/db/schema/factors";
import { log } from "~/log.server";

const maxPasskeys = 10;
/** EdDSA, ES256 and RS256, which devices have. Without a list the library asks Node for more, which logs a warning. */
const algorithms = [-8, -7, -257];

/** Oldest first. */
export const ownPasskeys = (userId: string) =>
  db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
export type OwnPasskey = Awaited<ReturnType<typeof ownPasskeys>>[number];

/** Bound to the session: another session of the same person can't answer. */
const adding = ({ userId, sessionId = "" }: Staff) => ({ purpose: "add", whose: `${userId} ${sessionId}` }) as const;

/** Excludes devices that have a passkey of this account already. */
export async function questionToAdd(staff: Staff, origin: string, insists: boolean) {
  const own = await db.select().from(passkeys).where(eq(passkeys.userId, staff.userId));
  return generateRegistrationOptions({
    rpName: "Lucaya",
    rpID: new URL(origin).hostname,
    userName: staff.email,
    userDisplayName: staff.email,
    userID: new Uint8Array(Buffer.from(staff.userId)),
    challenge: newQuestion(adding(staff)),
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: insists ? "required" : "preferred" },
  });
}

const name = lineInput(60).pipe(z.string().min(1));
const text = z.string().max(50_000);
const answerForm = z.object({
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

export async function addPasskey(
  context: StaffContext & { origin: string },
  input: { name: unknown; passkey: unknown },
): Promise<FactorResult> {
  const { staff, origin } = context;
  const inputSchema = z.object({ name });
  const verb = { ...ownVerb, input: inputSchema, messages: { ...ownVerbMessages, invalid: passkeyNameMessage } };
  const answer = answerForm.safeParse(readJson(input.passkey));
  const question = answer.success ? questionIn(answer.data.response.clientDataJSON) : "";
  const made = answer.success ? await verified(answer.data, question, staff, origin) : null;
  return asStaff(context, verb, { name: input.name }, async (work, { name }): Promise<FactorResult> => {
    const { tx } = work;
    if (!made || !answer.success || !(await closeQuestion(question, tx))) return refuse("invalid", noNewPasskeyMessage);
    if (!made.userVerified) return refuse("invalid", notVerifiedMessage);
    const before = await factorsOf(staff.userId, tx);
    if (before.passkeys >= maxPasskeys)
      return refuse("conflict", `An account can have up to ${maxPasskeys} passkeys. Remove one first.`);
    const { id, publicKey, counter } = made.credential;
    const [added] = await tx
      .insert(passkeys)
      .values({
        ...{ userId: staff.userId, name, credentialId: id, counter },
        publicKey: Buffer.from(publicKey).toString("base64url"),
        transports: answer.data.response.transports ?? [],
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (!added) return refuse("conflict", "This passkey has already been added.");
    const codes = await afterChange(work, "passkey added", !hasFactor(before));
    return { ok: true, message: "The passkey is added.", codes };
  });
}

async function verified(answer: z.output<typeof answerForm>, question: string, staff: Staff, origin: string) {
  if (!isOpenQuestion(question, adding(staff))) return null;
  const { clientDataJSON, attestationObject } = answer.response;
  const response: RegistrationResponseJSON = {
    ...{ id: answer.id, rawId: answer.rawId, type: answer.type, clientExtensionResults: {} },
    response: { clientDataJSON, attestationObject },
  };
  try {
    const result = await verifyRegistrationResponse({
      response,
      expectedChallenge: question,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    return result.verified ? result.registrationInfo : null;
  } catch (err) {
    log.warn({ room: "accounts", why: err instanceof Error ? err.name : "unknown" }, "a new passkey did not count");
    return null;
  }
}

const ownKey = ({ userId }: Staff, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));
const notThere = "Passkey not found.";
const renameForm = z.object({ passkeyId: z.uuid(), name });

export function renamePasskey(context: StaffContext, input: unknown): Promise<FactorResult> {
  const verb = { ...unconfirmed, input: renameForm, messages: { ...ownVerbMessages, invalid: passkeyNameMessage } };
  return asStaff(context, verb, input, async ({ tx, staff, record }, { passkeyId, name }): Promise<FactorResult> => {
    const set = await tx.update(passkeys).set({ name }).where(ownKey(staff, passkeyId)).returning({ id: passkeys.id });
    if (set.length === 0) return refuse("not-found", notThere);
    await record({ actionType: "passkey_renamed", subjectType: "admin", subjectId: staff.adminId });
    return { ok: true, message: "Passkey renamed.", codes: null };
  });
}

const removeForm = z.object({ passkeyId: z.uuid() });

export function removePasskey(context: StaffContext, input: unknown): Promise<FactorResult> {
  const verb = { ...ownVerb, input: removeForm, messages: { ...ownVerbMessages, invalid: notThere } };
  return asStaff(context, verb, input, async (work, { passkeyId }): Promise<FactorResult> => {
    const removed = await work.tx.delete(passkeys).where(ownKey(work.staff, passkeyId)).returning({ id: passkeys.id });
    return removed.length === 0 ? refuse("not-found", notThere) : afterRemoval(work, "passkey removed");
  });
}
