import type { HttpBindings } from "@hono/node-server";
import type { Visit } from "~/ground/visit";

/** What every part of the shell finds on a request: what is known of it, and Node's own objects. */
export type ShellEnv = { Variables: { visit: Visit }; Bindings: HttpBindings };
