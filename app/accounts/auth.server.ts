import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { betterAuth } from "better-auth/minimal";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { factorsOf, hasFactor } from "~/accounts/factors/confirm.server";
import { hashPassword, isPassword, maxPasswordLength, minPasswordLength } from "~/accounts/passwords/passwords.server";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { account, adminUsers, session, user, verification } from "~/db/schema/accounts";
import { log } from "~/log.server";

/** A session lasts an hour, is refreshed in its last 90 seconds, and ends after 12 hours (D11). */
const sessionSeconds = 3600;
const refreshMarginSeconds = 90;
export const maxSessionMs = 12 * 3600 * 1000;

const sessionCookieName = config.secure ? "__Host-lucaya_staff" : "lucaya_staff";

/** The only header that better-auth reads an IP from. We set it; visitors' own headers are not passed on. */
const addressHeader = "x-lucaya-address";

/** The only path to a session of an account with a second factor: ours, after that was given. */
const startPath = "/lucaya/start-session";
/** Internal: the password was right, but the account has a second factor. */
const factorNeeded = "SECOND_FACTOR_NEEDED";
/** Internal: the visitor gets the message of a wrong password. */
const deactivated = "DEACTIVATED";
export const wrongPasswordMessage = "Invalid email or password";

/**
 * Sign-in, sessions and passwords are better-auth's. Its HTTP handler is not mounted: our actions call the few methods
 * of `auth.api` that the product needs, so nothing else of it is reachable.
 */
export const auth = betterAuth({
  appName: "Lucaya",
  secret: config.secret,
  baseURL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
  trustedOrigins: (request) => [config.PUBLIC_URL ?? (request ? new URL(request.url).origin : "")],
  database: drizzleAdapter(db, {
    provider: "pg",
    schema: { user, session, account, verification },
    transaction: true,
  }),
  emailAndPassword: {
    enabled: true,
    disableSignUp: true,
    minPasswordLength,
    maxPasswordLength,
    password: { hash: hashPassword, verify: ({ hash, password }) => isPassword(hash, password) },
    revokeSessionsOnPasswordReset: true,
  },
  session: {
    expiresIn: sessionSeconds,
    // better-auth refreshes sessions older than this: an hour less the margin.
    updateAge: sessionSeconds - refreshMarginSeconds,
    cookieCache: { enabled: false },
  },
  // better-auth's limiter works only in its HTTP handler, which is not mounted; ours is in `sign-in.server.ts`.
  rateLimit: { enabled: false },
  databaseHooks: {
    session: {
      create: {
        // A deactivated admin's sign-in gets the message of a wrong password, and no session is created.
        before: async ({ userId }, context) => {
          const [admin] = await db
            .select({ isActive: adminUsers.isActive })
            .from(adminUsers)
            .where(eq(adminUsers.userId, userId));
          if (admin?.isActive === false)
            throw new APIError("UNAUTHORIZED", { code: deactivated, message: wrongPasswordMessage });
          // Only here, so that no path of better-auth can forget it.
          if (context?.path !== startPath && hasFactor(await factorsOf(userId)))
            throw new APIError("UNAUTHORIZED", { code: factorNeeded });
        },
      },
      update: {
        before: async (changed, context) => {
          const started = context?.context.session?.session.createdAt;
          if (!started || !changed.expiresAt) return;
          const end = new Date(started).getTime() + maxSessionMs;
          return { data: { expiresAt: new Date(Math.min(changed.expiresAt.getTime(), end)) } };
        },
      },
    },
  },
  advanced: {
    // The prefix is in the name: better-auth's own would be `__Secure-`.
    useSecureCookies: false,
    cookies: { session_token: { name: sessionCookieName, attributes: { secure: config.secure } } },
    ipAddress: { ipAddressHeaders: [addressHeader] },
    database: { validateSchema: false },
  },
  plugins: [
    {
      id: "lucaya",
      endpoints: {
        /** The caller has verified the user. */
        startSession: createAuthEndpoint(
          startPath,
          { method: "POST", body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
          async (call) => {
            const { internalAdapter } = call.context;
            const owner = await internalAdapter.findUserById(call.body.userId);
            if (!owner) throw new APIError("UNAUTHORIZED", { code: deactivated, message: wrongPasswordMessage });
            const made = await internalAdapter.createSession(owner.id, false);
            await setSessionCookie(call, { session: made, user: owner });
            return call.json({ token: made.token });
          },
        ),
      },
    },
  ],
  telemetry: { enabled: false },
  logger: {
    level: "error",
    log: (level, message, ...details: unknown[]) => {
      const err = details.find((detail) => detail instanceof Error);
      log[level]({ err, room: "accounts" }, message);
    },
  },
});

/**
 * The headers for better-auth: the session, as our cookie or as a bearer token (the cookie's signed value; then the
 * cookie is ignored), the browser and the IP from the request context.
 */
export function authHeaders(request: Request, ip?: string): Headers {
  const headers = new Headers();
  const bearer = bearerToken(request);
  const cookie = bearer === null ? request.headers.get("cookie") : `${sessionCookieName}=${encodeURIComponent(bearer)}`;
  if (cookie) headers.set("cookie", cookie);
  const agent = request.headers.get("user-agent");
  // Stored with the session.
  if (agent) headers.set("user-agent", agent.slice(0, 500));
  if (ip) headers.set(addressHeader, ip);
  return headers;
}

export function bearerToken(request: Request): string | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined) return null;
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof APIError && error.statusCode < 500;
}

/** The password was right; the second factor is missing. */
export function isFactorNeeded(error: unknown): boolean {
  return error instanceof APIError && error.body?.code === factorNeeded;
}

/** The password was right; the admin is deactivated. */
export function isOfDeactivated(error: unknown): boolean {
  return error instanceof APIError && error.body?.code === deactivated;
}
