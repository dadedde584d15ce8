import { data, type MiddlewareFunction } from "react-router";
import { requestContext } from "~/core/request-context";

// For the router's script; for a document the HTTP layer responds with the form (`router-handler.ts`).

/** Whatever a desk route made of the refusal: its page opens the dialog, and sends the form again. */
export const openReauthenticationDialog: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (context.get(requestContext).toConfirm) throw data({ reason: "fresh" }, 403);
  return response;
};
