import { data, isRouteErrorResponse } from "react-router";

/** Said where an answer has no words of its own for it. */
export const unreachedWords = "It could not be sent: there is no connection at the moment. Please try again.";

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> };

/**
 * For a `clientAction`: while the server can't be reached the page stays as it is, with everything that was typed on
 * it, and is told what `unreached` makes of the form's fields.
 */
export async function orUnreached<Answer, Unreached>(
  { request, serverAction }: Sent<Answer>,
  unreached: (fields: FormData) => Unreached,
) {
  const fields = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // A redirect leads on, and a refusal has words of its own.
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    // A status of failure: otherwise the router reads the page anew, which fails too and takes its place.
    return data(unreached(fields), 503);
  }
}
