import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestContext } from "./request-context";

/** The context of the current request, for what a verb reports to the HTTP layer; undefined outside of a request. */
export const requestContextStorage = new AsyncLocalStorage<RequestContext>();
