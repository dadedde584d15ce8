import isNetworkError from "is-network-error";

/** Whether the browser got no answer. On the server it is never the visitor's line that is cut. */
export const isLineCut = (error: unknown): boolean => typeof document !== "undefined" && isNetworkError(error);
