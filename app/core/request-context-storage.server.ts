import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestContext } from "./request-context";

/** The visit whose request is being answered, for what a verb has to say to the shell; undefined outside of one. */
export const requestContextStorage = new AsyncLocalStorage<RequestContext>();
