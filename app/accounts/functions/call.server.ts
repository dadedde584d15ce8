import { bearerToken } from "~/accounts/auth.server";
import {
  factorOverdueMessage,
  isOverdue,
  readSession,
  type Staff,
  staffOf,
  temporaryPasswordMessage,
} from "~/accounts/staff.server";
import { isPlainJson } from "~/core/input-schemas.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { type Done, type Refused, refuse, statusOf } from "~/core/verbs/refused";
import type { AdminRole } from "~/db/schema/values";
import { readText } from "~/request-bodies/read-form.server";

/** JSON with `error`; `more` adds properties, such as `success`. */
export function functionError(refused: Refused<unknown>, more: Record<string, unknown> = {}): Response {
  return Response.json({ ...more, error: refused.message }, { status: statusOf(refused) });
}

export function wrongMethod(allowed: string): Response {
  return Response.json({ error: `Send a ${allowed}` }, { status: 405, headers: { Allow: allowed } });
}

/** By cookie or bearer token. No session is 401, a missing right is 403. */
export async function functionCaller(
  request: Request,
  role: AdminRole = "regular_admin",
): Promise<Done<{ staff: Staff }> | Refused> {
  const signedIn = await readSession(request);
  if (!signedIn) {
    const hasToken = bearerToken(request) !== null;
    return refuse("signed-out", hasToken ? "Invalid authentication token" : "No authentication token");
  }
  const staff = await staffOf(signedIn);
  if (!staff) return refuse("forbidden", "Only active admins can do this");
  if (isOverdue(staff)) return refuse("forbidden", factorOverdueMessage);
  if (staff.passwordIsTemporary) return refuse("forbidden", temporaryPasswordMessage);
  if (role === "super_admin" && staff.role !== role) return refuse("forbidden", "Only super admins can manage admins");
  return { ok: true, staff };
}

/** Removes unstorable characters from texts; null for anything but an object, and if a name has such characters. */
export async function readObject(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = JSON.parse(await readText(request), (_, part) =>
      typeof part === "string" ? stripInvalidCharacters(part) : part,
    );
    return typeof body === "object" && body !== null && !Array.isArray(body) && isPlainJson(body) ? { ...body } : null;
  } catch {
    return null;
  }
}
