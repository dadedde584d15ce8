import type { LoaderFunctionArgs } from "react-router";
import { serveDocument } from "./serve.server";

/** `/documents/:id`: the bytes, without a page around them. */
export function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  return serveDocument(request, params.id ?? "");
}
