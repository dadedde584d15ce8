import type { LoaderFunctionArgs } from "react-router";
import { requestContext } from "~/core/request-context";
import { serveDocument } from "./serve.server";

/** `/documents/:id`: the bytes, without a page around them. */
export function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  return serveDocument(request, params.id ?? "", context.get(requestContext));
}
