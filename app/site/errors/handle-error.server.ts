import { type HandleErrorFunction, isRouteErrorResponse } from "react-router";
import { requestContext } from "~/core/request-context";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";

/** Logs a route's failure. Errors of the sender, such as an unknown path, aren't logged as ours (F-SAFE-14). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const visit = context.get(requestContext);
  const line = { requestId: visit.requestId, route: visit.pattern };
  // The client has disconnected: 499 as in nginx, since no standard status says that.
  if (request.signal.aborted) return log.info({ ...line, status: 499 }, "the sender hung up");
  if (isRouteErrorResponse(error) && error.status < 500)
    return log.info({ ...line, status: error.status }, "request refused");
  // The same failure is reported again, without its cause, when the error page renders: the first report counts.
  if (visit.failure !== "database") visit.failure = isDatabaseUnavailable(error) ? "database" : "other";
  log.error({ err: error, ...line }, "request failed");
};
