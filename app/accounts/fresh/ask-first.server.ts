import { data, type MiddlewareFunction, redirectDocument } from "react-router";
import { visitContext } from "~/ground/visit";
import { confirmPath } from "./held-form";

// For the router's script: a document is answered by the shell, which holds the form (`router-answers.ts`).

/** Whatever a route of the desk made of the refusal: its page asks in a dialog, and sends the form again. */
export const askOnPage: MiddlewareFunction<Response> = async ({ context }, next) => {
  const answer = await next();
  if (context.get(visitContext).toConfirm) throw data({ reason: "fresh" }, 403);
  return answer;
};

/** On a page outside of the desk's frame, which has no dialog: it leads to the page that asks, and back. */
export const askElsewhere: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const answer = await next();
  const { pathname } = new URL(request.url);
  if (context.get(visitContext).toConfirm && pathname.endsWith(".data"))
    throw redirectDocument(`${confirmPath}?to=${encodeURIComponent(pathname.replace(/\.data$/, ""))}`);
  return answer;
};
