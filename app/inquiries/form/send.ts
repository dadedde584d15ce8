import { requestContext } from "~/core/request-context";
import { formStatusOf, refuse, statusOf } from "~/core/verbs/refused";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import type { Route } from "./+types/send";
import { handleInquiry } from "./request.server";

/** `POST /contact/send`: receives an inquiry from the form's script. Responds with JSON. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { address, requestId } = context.get(requestContext);
  try {
    const result = await handleInquiry(request, address);
    return Response.json(result, { status: formStatusOf(result) });
  } catch (err) {
    // React Router throws non-errors as responses, such as for a refused body.
    if (!(err instanceof Error)) throw err;
    log.error({ err, requestId }, "an inquiry could not be stored");
    const failed = refuse(isDatabaseUnavailable(err) ? "busy" : "failed");
    return Response.json(failed, { status: statusOf(failed) });
  }
}
