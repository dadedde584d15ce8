import isNetworkError from "is-network-error";

/** Messages of Chromium and Firefox, and of Safari, for a script that failed to load. */
const missingScript = /dynamically imported module|importing a module script failed/i;

/**
 * Whether the browser got no response, to a request or for a page's script. Always false on the server, where the
 * visitor's connection can't be the cause.
 */
export const isConnectionError = (error: unknown): boolean =>
  typeof document !== "undefined" &&
  (isNetworkError(error) || (error instanceof TypeError && missingScript.test(error.message)));
