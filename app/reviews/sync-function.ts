import { redirect } from "react-router";
import { bearerToken } from "~/accounts/auth.server";
import { wrongMethod } from "~/accounts/functions/call.server";
import { readStaff } from "~/accounts/staff.server";
import { config } from "~/config.server";
import { requestContext } from "~/core/request-context";
import { refuse } from "~/core/verbs/refused";
import { log } from "~/log.server";
import { type SyncResult, syncReviews } from "~/reviews/sync.server";
import type { Route } from "./+types/sync-function";

/**
 * `POST /functions/v1/sync-google-reviews` without a body: from one of our pages with the public client token as
 * bearer, or from staff. A form without JavaScript is redirected to its page.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(requestContext);
  const { address } = visit;
  const bearer = bearerToken(request);
  const staff = bearer === config.publicClientToken ? null : await readStaff(request);
  if (bearer !== null && bearer !== config.publicClientToken && !staff)
    return Response.json({ error: "Not a token of ours" }, { status: 401 });

  const result = await attempt(staff ? { staff, address } : "public");
  visit.changed = result.ok && result.ran;
  if (bearer === null && request.headers.get("accept")?.includes("text/html")) return redirect("/#reviews");
  if (result.ok) return Response.json({ success: true, ran: result.ran, lastSyncAt: result.lastSyncAt });
  // The message names our settings, so only staff see it.
  return Response.json({ error: staff ? result.message : "Failed to sync reviews" }, { status: 502 });
}

async function attempt(by: Parameters<typeof syncReviews>[0]): Promise<SyncResult> {
  try {
    return await syncReviews(by);
  } catch (err) {
    log.error({ err }, "the reviews could not be synced");
    return refuse("failed", "The reviews could not be stored. Please try again.");
  }
}

export const loader = () => wrongMethod("POST");
