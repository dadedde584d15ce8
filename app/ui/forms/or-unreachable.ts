import { data, isRouteErrorResponse } from "react-router";

/**
 * Says why a form got no answer: the visitor's line is cut, or the server or a proxy before it failed. A request that
 * gets no answer fails with a TypeError (Fetch standard), and so does a script that does not come; the router wraps
 * that of an answer which comes in part.
 */
export const unreachableMessage = (error: unknown): string =>
  error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError)
    ? "You seem to be offline. Please try again."
    : "We couldn’t send this. Please try again in a minute.";

/** What a route’s `clientAction` is given, as far as it matters here. */
export type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> };

/**
 * For a `clientAction`: while the server can't be reached the page stays as it is, with everything that was typed on
 * it, and is told what `unreached` makes of the words for it and the form's fields.
 */
export async function orUnreachable<Answer, Unreached>(
  { request, serverAction }: Sent<Answer>,
  unreached: (message: string, fields: FormData) => Unreached,
) {
  const fields = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // A redirect leads on, and a refusal has words of its own.
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    // A status of failure: otherwise the router reads the page anew, which fails too and takes its place.
    return data(unreached(unreachableMessage(error), fields), 503);
  }
}
