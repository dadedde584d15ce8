import { data, isRouteErrorResponse, matchRoutes } from "react-router";
import { loginPath } from "~/core/paths";
import type { Router } from "~/ui/use-router";
import { formOfAttempt, notSaved, publishNotices } from "./form-tracker";
import type { RecoverableForm } from "./recoverable-form";
import { deleteStaleCopies } from "./recovery-copies";

type Result = { type: "data" | "error"; result: unknown };
export type Results = Record<string, Result>;

type Answered = { status: number; data: unknown };
const isAnswered = (value: unknown): value is { data: unknown; init: ResponseInit | null } =>
  typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit";

/** The status of a result; a redirect is a success. Null if the request's outcome is unknown. */
function answerOf({ type, result }: Result): Answered | null {
  // The router also wraps what was thrown.
  const inner = isAnswered(result) ? result.data : result;
  if (isRouteErrorResponse(inner) || inner instanceof Response) return { status: inner.status, data: null };
  if (type === "error") return null;
  return { status: (isAnswered(result) && result.init?.status) || 200, data: inner };
}

const isSignInRedirect = (sent: Result | undefined): boolean =>
  sent?.result instanceof Response && Boolean(sent.result.headers.get("Location")?.startsWith(loginPath));

/** Whether a retry may succeed: the server was unavailable, failed, or was too busy. */
const hasFailed = (answer: Answered | null) =>
  answer === null || answer.status >= 500 || answer.status === 408 || answer.status === 429;

function mustConfirm(sent: Result | undefined): boolean {
  const inner = isAnswered(sent?.result) ? sent.result.data : sent?.result;
  return isRouteErrorResponse(inner) && inner.status === 403 && inner.data?.reason === "fresh";
}

export type SendAgain = { confirm: () => Promise<boolean>; send: (recoverable: RecoverableForm) => void };

/** The form's own message, or the response's if it begins the same way. */
function wordsOf(form: HTMLFormElement | undefined, answered: unknown): string {
  const own = form?.dataset.failed;
  if (own === undefined) return notSaved;
  const message =
    typeof answered === "object" && answered !== null && "message" in answered ? String(answered.message) : "";
  return own !== "" && message.startsWith(own.split(":")[0] ?? own) ? message : own;
}

/** Aborting a response that is still being read is no error. */
function isBrokenOff(event: PromiseRejectionEvent): void {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
}

/** Ends the navigation that a form started: the page stays and loads nothing. */
function stay(router: Router): void {
  const { location } = router.state;
  window.addEventListener("unhandledrejection", isBrokenOff);
  router.navigate(location, {
    state: location.state,
    replace: true,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
  });
}

/** For a `clientMiddleware`: if the send of a form fails, the page stays with all its input, and the form says so. */
export async function submitOrKeepPage(
  request: Request,
  send: () => Promise<Results>,
  router: Router,
  again?: SendAgain,
): Promise<Results> {
  const fields = await request.clone().formData();
  // Replaced by a newer send, which reports its own result.
  if (request.signal.aborted) return send();
  const attempt = fields.get("attempt");
  const recoverable = formOfAttempt(attempt);
  const button = recoverable?.submitter;
  const sendId = recoverable?.begin(String(attempt), fields, publishNotices) ?? 0;
  publishNotices();
  const results = await send();
  if (request.signal.aborted) {
    recoverable?.breakOff(sendId);
    return results;
  }
  const [route, result] = Object.entries(results).find(([, entry]) => entry.result !== undefined) ?? [];
  const answer = result ? answerOf(result) : { status: 200, data: undefined };
  if (isSignInRedirect(result)) {
    if (recoverable && "signsOut" in recoverable.form.dataset) deleteStaleCopies(null);
    // The session had ended: nothing was done, and the text waits until that admin signs in again.
    else recoverable?.answer(401, false);
    publishNotices();
    return results;
  }
  const waits = recoverable && again && mustConfirm(result) ? again : undefined;
  // Something else failed, such as Google, and the page reports it itself.
  const isShown = answer?.data && recoverable && !recoverable.hasText && recoverable.form.dataset.failed === undefined;
  if (!waits && (!hasFailed(answer) || isShown)) {
    recoverable?.answer(answer?.status ?? 200, button?.dataset.saves === "no");
    publishNotices();
    return results;
  }
  recoverable?.fail(waits ? "" : wordsOf(recoverable.form, answer?.data));
  publishNotices();
  if (recoverable && waits) waits.confirm().then((confirmed) => confirmed && waits.send(recoverable));
  if (recoverable && router.state.navigation.formData?.get("attempt") === attempt) {
    stay(router);
  }
  return route === undefined ? results : { ...results, [route]: { type: "data", result: data(null, { status: 503 }) } };
}

/** A page that can't be revalidated stays as it was. For another page, the shared layouts stay, such as the desk's. */
export function keepCurrentPage(request: Request, results: Results, { state, routes }: Router): Results {
  const { pathname, search } = new URL(request.url);
  const isSame = pathname === state.location.pathname && search === state.location.search;
  const around = matchRoutes([...routes], pathname)?.slice(0, -1) ?? [];
  const stays = (id: string) =>
    isSame ||
    around.some(
      (match) =>
        match.route.id === id &&
        state.matches.some(({ route, pathname }) => route.id === id && pathname === match.pathname),
    );
  const shown = Object.entries(results).map(([route, result]): [string, Result] =>
    route in state.loaderData && stays(route) && hasFailed(answerOf(result))
      ? [route, { type: "data", result: state.loaderData[route] }]
      : [route, result],
  );
  return Object.fromEntries(shown);
}
