import type { HttpBindings } from "@hono/node-server";
import type { Visit } from "~/ground/visit";

/** Hono's context in the shell: the visit, and Node's own request and response. */
export type ShellEnv = { Variables: { visit: Visit }; Bindings: HttpBindings };
