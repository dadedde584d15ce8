import type { HttpBindings } from "@hono/node-server";
import type { RequestContext } from "~/core/request-context";

/** Hono's context in the shell: the visit, and Node's own request and response. */
export type ShellEnv = { Variables: { visit: RequestContext }; Bindings: HttpBindings };
