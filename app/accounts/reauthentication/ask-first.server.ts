import { data, type MiddlewareFunction } from "react-router";
import { requestContext } from "~/core/request-context";

// For the router's script: a document is answered by the shell, which holds the form (`router-handler.ts`).

/** Whatever a route of the desk made of the refusal: its page asks in a dialog, and sends the form again. */
export const openReauthenticationDialog: MiddlewareFunction<Response> = async ({ context }, next) => {
  const answer = await next();
  if (context.get(requestContext).toConfirm) throw data({ reason: "fresh" }, 403);
  return answer;
};
