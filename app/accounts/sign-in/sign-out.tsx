import { redirect } from "react-router";
import { auth, authHeaders } from "~/accounts/auth.server";
import type { Route } from "./+types/sign-out";

/** Only by POST, so that links and prefetches sign nobody out. */
export async function action({ request }: Route.ActionArgs) {
  const { headers } = await auth.api.signOut({ headers: authHeaders(request), returnHeaders: true });
  return redirect("/admin/login", { headers });
}

export function loader() {
  return new Response("Sign out with a POST", { status: 405, headers: { Allow: "POST" } });
}
