import { config } from "~/config.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/description";
import description from "./description.openapi.json";

/** `/functions/v1/openapi.json`: the tests check the functions' responses against it. */
export function loader({ context }: Route.LoaderArgs) {
  const url = `${config.PUBLIC_URL ?? context.get(requestContext).origin}/functions/v1`;
  return Response.json({ ...description, servers: [{ url }] }, { headers: { "Cache-Control": "no-cache" } });
}

export function action() {
  return Response.json({ error: "Send a GET" }, { status: 405, headers: { Allow: "GET" } });
}
