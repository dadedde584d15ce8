import isNetworkError from "is-network-error";

/** As Chromium and Firefox, and Safari, say that a script did not come. */
const missingScript = /dynamically imported module|importing a module script failed/i;

/**
 * Whether the browser got no answer: to a request, or for the script of a page. On the server it is never the visitor's
 * line that is cut.
 */
export const isConnectionError = (error: unknown): boolean =>
  typeof document !== "undefined" &&
  (isNetworkError(error) || (error instanceof TypeError && missingScript.test(error.message)));
