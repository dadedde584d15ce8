import { data, isRouteErrorResponse } from "react-router";

/**
 * Says why a form got no response: the visitor is offline, or the server or a proxy failed. A request without a
 * response fails with a TypeError (Fetch standard), and so does a script that can't be loaded; the router wraps that of
 * an incomplete response.
 */
export const unreachableMessage = (error: unknown): string =>
  error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError)
    ? "You seem to be offline. Please try again."
    : "We couldn’t send this. Please try again in a minute.";

export type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> };

/**
 * For a `clientAction`: if the server can't be reached, the page stays with all its input and gets `unreached`'s
 * result.
 */
export async function orUnreachable<Answer, Unreached>(
  { request, serverAction }: Sent<Answer>,
  unreached: (message: string, fields: FormData) => Unreached,
) {
  const fields = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // A redirect, or a refusal with its own message.
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    // An error status: otherwise the router revalidates, which fails too and replaces the page.
    return data(unreached(unreachableMessage(error), fields), 503);
  }
}
