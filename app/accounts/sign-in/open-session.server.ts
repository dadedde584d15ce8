import { auth, authHeaders, isWrongPassword, wrongPasswordMessage } from "~/accounts/auth.server";
import { knownBrowser, knownBrowserCookie, passwordHashOf } from "~/accounts/sign-in/known-browser.server";
import { endEarlierSession, rememberSignIn, type SignInWay } from "~/accounts/sign-in/remember-sign-in.server";
import type { SignInContext } from "~/accounts/sign-in/sign-in-context";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";

/** `isOverdue`: redirect to the set-up of a second factor. */
export type SignedIn = Done<{ headers: Headers; isOverdue: boolean }>;

/** The caller has verified the factor; refused for a deactivated account. */
export async function openSession(
  context: SignInContext,
  { userId, email }: { userId: string; email: string },
  way: SignInWay,
): Promise<SignedIn | Refused> {
  const { request, address } = context;
  let headers: Headers;
  let token: string;
  try {
    const call = { body: { userId }, headers: authHeaders(request, address), returnHeaders: true } as const;
    const started = await auth.api.startSession(call);
    headers = started.headers;
    token = started.response.token;
  } catch (error) {
    if (!isWrongPassword(error)) throw error;
    return refuse("signed-out", wrongPasswordMessage);
  }
  const remembered = await rememberSignIn({ userId, token }, context, way);
  if (!remembered.ok) return remembered;
  await endEarlierSession(request);
  const passwordHash = await passwordHashOf(email);
  const known = knownBrowser(request, email, passwordHash, true) ?? undefined;
  headers.append("Set-Cookie", knownBrowserCookie(email, passwordHash, known, true));
  return { ok: true, headers, isOverdue: remembered.isOverdue };
}
