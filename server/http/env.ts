import type { HttpBindings } from "@hono/node-server";
import type { RequestContext } from "~/core/request-context";

/** Hono's context: the request context, and Node's request and response. */
export type ShellEnv = { Variables: { visit: RequestContext }; Bindings: HttpBindings };
