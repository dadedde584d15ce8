import { eq } from "drizzle-orm";
import { ownerNamedBy, passkeyQuestion, verifyPasskeyResponse } from "~/accounts/passkeys/answers.server";
import { unknownPasskeyMessage } from "~/accounts/passkeys/words";
import { openSession, type SignedIn } from "~/accounts/sign-in/open-session.server";
import { recordAttempt } from "~/accounts/sign-in/record-attempt.server";
import type { SignInContext } from "~/accounts/sign-in/sign-in-context";
import { type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { user } from "~/db/schema/accounts";

/** The passkey determines the account. */
const anybodys = { purpose: "sign-in", whose: "" } as const;

/** For a passkey of any account. */
export const questionToSignIn = (origin: string, insists: boolean) => passkeyQuestion(anybodys, origin, insists);

/** A removed passkey and one of a deactivated admin get the same response. */
export async function signInByPasskey(
  context: SignInContext & { origin: string },
  assertion: unknown,
): Promise<SignedIn | Refused> {
  const { address, browser, origin } = context;
  const result = await verifyPasskeyResponse(assertion, anybodys, origin);
  const userId = result.ok ? result.userId : await ownerNamedBy(assertion);
  const [owner] = userId
    ? await db.select({ userId: user.id, email: user.email }).from(user).where(eq(user.id, userId))
    : [];
  const opened = result.ok && owner ? await openSession(context, owner, "passkey") : null;
  if (opened?.ok || opened?.reason === "failed") return opened;
  await recordAttempt({ reason: "passkey", email: owner?.email ?? "", address, browser });
  return result.ok ? refuse("signed-out", unknownPasskeyMessage) : result;
}
