import { queueView } from "~/catalogue/public/view-events.server";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/view-event";

/** Receives a view event of the service page. Responds 204 whether it was counted or not. */
export async function action({ request, context }: Route.ActionArgs) {
  const { address, origin } = context.get(requestContext);
  await requireFormLimit(request, address, "view");
  const fields = Object.fromEntries(await readForm(request));
  const noted = queueView(fields, {
    origin,
    userAgent: request.headers.get("user-agent") ?? "",
    clientHints: request.headers.get("sec-ch-ua") ?? "",
  });
  if (noted === "unreadable") return new Response(null, { status: 400 });
  return new Response(null, { status: 204 });
}

/** Views are reported by POST only. */
export function loader() {
  return new Response(null, { status: 404 });
}
