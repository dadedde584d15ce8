import { bearerToken } from "~/accounts/auth.server";
import { readSession, type Staff, staffOf } from "~/accounts/staff.server";
import { readText } from "~/bodies/read-form.server";
import type { AdminRole } from "~/db/schema/values";
import { isPlainJson } from "~/typed-input.server";

/** A failing function answers JSON with `error` (A-FN-7, A-FN-9, A-FN-12); a mail that was not sent adds `success`. */
export function functionError(status: number, error: string, more: Record<string, unknown> = {}): Response {
  return Response.json({ ...more, error }, { status });
}

export function wrongMethod(allowed: string): Response {
  return Response.json({ error: `Send a ${allowed}` }, { status: 405, headers: { Allow: allowed } });
}

export type Caller = { ok: true; staff: Staff } | { ok: false; status: 401 | 403; error: string };

/** Whose session a call carries, as cookie or as bearer token: nobody's is 401, one without the right is 403. */
export async function functionCaller(request: Request, role: AdminRole = "regular_admin"): Promise<Caller> {
  const signedIn = await readSession(request);
  if (!signedIn) {
    const given = bearerToken(request) !== null;
    return { ok: false, status: 401, error: given ? "Invalid authentication token" : "No authentication token" };
  }
  const staff = await staffOf(signedIn);
  if (!staff) return { ok: false, status: 403, error: "Only active admins can do this" };
  if (role === "super_admin" && staff.role !== role)
    return { ok: false, status: 403, error: "Only super admins can manage admins" };
  return { ok: true, staff };
}

/** The JSON object of a body; null for everything else, and for one whose texts can't be stored (V-ATK-11). */
export async function readObject(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = JSON.parse(await readText(request));
    return typeof body === "object" && body !== null && !Array.isArray(body) && isPlainJson(body) ? { ...body } : null;
  } catch {
    return null;
  }
}
