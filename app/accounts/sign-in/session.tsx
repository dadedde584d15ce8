import { auth, authHeaders } from "~/accounts/auth.server";
import { isOverdue, readSession, staffOf } from "~/accounts/staff.server";
import type { Route } from "./+types/session";

export type SessionState = { email: string; role: string; expiresAt: number };

/** Who is signed in, and until when; 401 for nobody, 403 without an active admin row. */
export function loader({ request }: Route.LoaderArgs) {
  return stateOf(request, new Headers());
}

/** Also extends a session that ends within 90 seconds by an hour. */
export async function action({ request }: Route.ActionArgs) {
  const known = await stateOf(request, new Headers());
  if (!known.ok) return known;
  const { headers } = await auth.api.getSession({ headers: authHeaders(request), returnHeaders: true });
  return stateOf(request, headers);
}

async function stateOf(request: Request, headers: Headers) {
  const signedIn = await readSession(request);
  if (!signedIn) return refuse(401);
  const staff = await staffOf(signedIn);
  if (!staff || isOverdue(staff)) return refuse(403);
  const state: SessionState = { email: staff.email, role: staff.role, expiresAt: signedIn.expiresAt.getTime() };
  return Response.json(state, { headers });
}

function refuse(status: 401 | 403) {
  return Response.json({ error: status === 401 ? "No authentication token" : "Not an active admin" }, { status });
}
