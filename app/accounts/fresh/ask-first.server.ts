import { data, type MiddlewareFunction } from "react-router";
import { visitContext } from "~/ground/visit";

// For the router's script: a document is answered by the shell, which holds the form (`router-answers.ts`).

/** Whatever a route of the desk made of the refusal: its page asks in a dialog, and sends the form again. */
export const askOnPage: MiddlewareFunction<Response> = async ({ context }, next) => {
  const answer = await next();
  if (context.get(visitContext).toConfirm) throw data({ reason: "fresh" }, 403);
  return answer;
};
