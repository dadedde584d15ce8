import { sendLinkAgain } from "~/applications/access/email-state.server";
import { findForHolder } from "~/applications/access/find.server";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/send-again";
import type { EmailFormResult } from "./email-form-result";
import { permissionEnded } from "./permission-ended";

/** `POST /apply/{id}/email/again`: a page's script requests the link again. JSON. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const found = await findForHolder(request, params.id);
  if (!found) return permissionEnded();
  const by = { address: context.get(requestContext).address, holder: found.holder };
  const sent = await sendLinkAgain(by, found.application.id);
  if (sent.ok) return answer({ outcome: "sent" });
  if (sent.reason === "limited") return answer({ message: sent.message }, hourlyLimitResponse);
  if (sent.reason === "conflict") return answer({ outcome: "settled" });
  return permissionEnded();
}

const answer = (result: EmailFormResult, init?: ResponseInit) => Response.json(result, init);
