import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { auth, authHeaders, isWrongPassword, wrongPasswordMessage } from "~/accounts/auth.server";
import {
  addressKey,
  forgetLimits,
  limitByAddress,
  limitByIdentity,
  lookSlowly,
  takeSlowly,
} from "~/accounts/limits.server";
import { findStaff } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { log } from "~/log.server";

const perAddress = { max: 30, seconds: 3600 };
const perEmail = { max: 10, seconds: 3600 };

export type SignInContext = { request: Request; address: string };
export type SignInResult =
  | { ok: true; headers: Headers }
  | { ok: false; status: 400 | 401 | 429; message: string; retryAfterSeconds?: number };

const credentials = z.object({ email: z.string().trim().min(1).max(320), password: z.string().min(1).max(1000) });

/** What an address that tried too often is told before its form is read (V-ATK-4); nothing while it may try. */
export async function refuseSignIn(address: string) {
  const looked = await lookSlowly(limitByAddress("sign-in", address), "all", perAddress);
  return looked.allowed ? undefined : tooMany(looked.retryAfterSeconds);
}

/** Signs in by email and password; the one answer to everything wrong with them does not say what it was. */
export async function signIn({ request, address }: SignInContext, input: unknown): Promise<SignInResult> {
  const parsed = credentials.safeParse(input);
  if (!parsed.success) return { ok: false, status: 400, message: "Please enter your email and your password" };
  const { email, password } = parsed.data;

  const from = addressKey(address);
  const byAddress = await takeSlowly(limitByAddress("sign-in", address), "all", perAddress);
  if (!byAddress.allowed) return tooMany(byAddress.retryAfterSeconds);
  const emailKey = limitByIdentity("sign-in", email);
  const byEmail = await takeSlowly(emailKey, from, perEmail);
  if (!byEmail.allowed) return tooMany(byEmail.retryAfterSeconds);

  let headers: Headers;
  let userId: string;
  try {
    const answer = await auth.api.signInEmail({
      body: { email, password },
      headers: authHeaders(request, address),
      returnHeaders: true,
    });
    headers = answer.headers;
    userId = answer.response.user.id;
  } catch (error) {
    if (isWrongPassword(error)) return { ok: false, status: 401, message: wrongPasswordMessage };
    throw error;
  }

  await forgetLimits([emailKey, `${emailKey} wait ${from}`]);
  await rememberSignIn(userId, address);
  return { ok: true, headers };
}

/** Loads the admin record and sets its `last_login_at`. Somebody without one is signed in, and sees a 403. */
async function rememberSignIn(userId: string, address: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const staff = await findStaff(userId, tx);
      if (!staff) return;
      await tx.update(adminUsers).set({ lastLoginAt: sql`now()` }).where(eq(adminUsers.id, staff.adminId));
      await recordActivity(tx, staff, {
        actionType: "signed_in",
        subjectType: "admin",
        subjectId: staff.adminId,
        address,
      });
    });
  } catch (err) {
    log.error({ err }, "the admin record of a sign-in could not be loaded");
  }
}

function tooMany(seconds: number): SignInResult {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? "second" : "seconds"}` : `${Math.ceil(seconds / 60)} minutes`;
  const message = `Too many attempts. Please wait ${wait} and try again.`;
  return { ok: false, status: 429, message, retryAfterSeconds: seconds };
}
