import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import { createRequestHandler, matchPath, RouterContextProvider, type ServerBuild } from "react-router";
import { factorsOf } from "~/accounts/factors/confirm.server";
import {
  confirmationFields,
  confirmPath,
  isConfirmationField,
  safeReturnPath,
} from "~/accounts/reauthentication/pending-form";
import { config } from "~/config.server";
import { preparePreview } from "~/content/editing/preview.server";
import { redirectOf } from "~/content/redirects/redirects.server";
import { isDocument, isLongForm, isPrivate, loginPath, publicPages } from "~/core/paths";
import { consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { ipLimits } from "~/core/rate-limits/limits.server";
import { type ReauthenticationRequest, requestContext } from "~/core/request-context";
import { nextNassauMidnight } from "~/core/time";
import { openBody, readForm, readTextFields } from "~/request-bodies/read-form.server";
import { isStaticPage } from "~/ui/static-page";
import { makeCachedPage } from "../page-cache/cached-page";
import { cachedUrlOf } from "../page-cache/cached-url";
import type { PageCache, Rendered } from "../page-cache/page-cache";
import { responseOf, setCacheStatus } from "../page-cache/respond-from-cache";
import type { ShellEnv } from "./env";
import { refuseBody } from "./guards";
import { cacheKey } from "./origin";
import { countRefused, refusedBefore } from "./refused-forms";
import { confirmFirst, databaseUnavailable, notSaved, signInFirst, unopened } from "./standalone-page";

/** Public pages are rendered once and cached in `pages`. `networkOf` returns the key that limits count an IP by. */
export function routerHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  pages: PageCache | undefined,
  networkOf: (ip: string) => string,
): Handler<ShellEnv> {
  const handle = createRequestHandler(build, config.NODE_ENV);
  if (typeof build !== "function")
    for (const { route } of publicPages)
      if (!build.routes[route]) throw new Error(`No route ${route} to keep pages of`);
  const isDataOfReadPage = typeof build === "function" ? () => false : dataOfReadPages(build);

  const ask = (c: Context<ShellEnv>, request: Request) => {
    const context = new RouterContextProvider();
    context.set(requestContext, c.get("visit"));
    return handle(request, context);
  };

  /** Without the visitor's headers, so that the page is the same for everybody. */
  const render = async (c: Context<ShellEnv>, path: string): Promise<Rendered> => {
    const visit = c.get("visit");
    const endsAt = nextNassauMidnight(Date.now());
    const response = await ask(c, new Request(`${visit.origin}${path}`));
    const whole =
      response.status === 200 &&
      !visit.failure &&
      !visit.unread &&
      visit.cacheable &&
      !response.headers.has("set-cookie");
    if (!whole) return { answer: response, databaseAway: visit.failure === "database" || visit.unread === "database" };
    return { page: await makeCachedPage(cacheKey(visit.origin, path), response, visit, endsAt) };
  };

  /** The action reads the body, or it is refused; its files are deleted afterwards. */
  const act = async (c: Context<ShellEnv>, request: Request): Promise<Response> => {
    const { address } = c.get("visit");
    const barred = await refusedBefore(request, address);
    const body = openBody(request, c.env.incoming, networkOf(address), barred);
    try {
      // The error page reads the form too, and nothing else would end it if that is refused.
      const answered = ask(c, request).then(async (response) => {
        await countRefused(request, address, response.status);
        return explain(c, response);
      });
      const outcome = await Promise.race([answered, body.refused]);
      if (outcome instanceof Response) return outcome;
      await countRefused(request, address, outcome.status);
      return await refuseBody(c, outcome);
    } finally {
      await body.close();
    }
  };

  const answer = async (c: Context<ShellEnv>): Promise<Response> => {
    const visit = c.get("visit");
    visit.pattern = "(none)";
    const { method } = c.req;
    const { pathname, search } = new URL(c.req.url);
    if (isDataOfReadPage(pathname)) return c.text("Not Found", 404);
    if (method === "GET" && search.includes("preview=") && (await preparePreview(visit, c.req.raw)))
      return notCached(await explain(c, await ask(c, c.req.raw)));
    const path = pages && (method === "GET" || method === "HEAD") ? cachedUrlOf(pathname + search) : null;
    if (!pages || !path) {
      const reads = method === "GET" || method === "HEAD";
      const own = await (reads ? explain(c, await ask(c, c.req.raw)) : act(c, toPage(c.req.raw)));
      if (visit.changed) pages?.changed();
      return own;
    }
    const { rendered, outcome } = await pages.render(cacheKey(visit.origin, path), () => render(c, path));
    const result = "page" in rendered ? responseOf(rendered.page, c.req.raw) : await explain(c, rendered.answer);
    if ("page" in rendered) visit.pattern = rendered.page.pattern;
    setCacheStatus(result.headers, outcome);
    return result;
  };

  return async (c) => elsewhere(c, await answer(c));
}

/** If no page matches, a redirect may. */
async function elsewhere(c: Context<ShellEnv>, response: Response): Promise<Response> {
  const { method } = c.req;
  if (response.status !== 404 || (method !== "GET" && method !== "HEAD")) return response;
  const { pathname, search } = new URL(c.req.url);
  const to = isPrivate(pathname) ? null : await redirectOf(pathname, search);
  if (to === null) return response;
  await response.body?.cancel();
  c.get("visit").pattern = "(moved)";
  // The owner may change it, so browsers must revalidate.
  return new Response(null, { status: 301, headers: { Location: to, "Cache-Control": "no-cache" } });
}

/** A request to `/` reaches the root above the site's layout, unless the URL names the index. Drops the body. */
function toPage(request: Request): Request {
  const { pathname, origin } = new URL(request.url);
  // The fetch standard does not allow this method.
  if (pathname !== "/" || request.method === "TRACE") return request;
  return new Request(`${origin}/?index`, { method: request.method, headers: request.headers });
}

/** Whether the router's script would request a static page's data at this path. */
function dataOfReadPages({ routes }: ServerBuild): (path: string) => boolean {
  const read = Object.values(routes).filter((route) => route && isStaticPage(route.module.handle));
  const patterns = read.map((route) => `/${route?.path ?? ""}`).filter((pattern) => pattern !== "/*");
  return (path) =>
    path.endsWith(".data") &&
    patterns.some((pattern) => matchPath(pattern, path.replace(/\/(_|_root)?\.data$|\.data$/, "") || "/") !== null);
}

/** A draft previewed by an admin is never cached. */
function notCached(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Cache-Control", "no-store");
  headers.set("X-Robots-Tag", "noindex");
  return new Response(response.body, { status: response.status, headers });
}

/** A write to a read-only route, which otherwise gets the router's generic text or none. */
function notAllowed(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("Allow", "GET, HEAD");
  if (headers.get("content-type")?.includes("html")) return new Response(response.body, { status: 405, headers });
  headers.set("Content-Type", "text/plain; charset=utf-8");
  headers.delete("Content-Length");
  return new Response("This page doesn’t accept submissions", { status: 405, headers });
}

/** Forms per IP and minute that an error page may contain. */
const formsToWait = { max: 60, seconds: 60 };

/** Only the reauthentication page repeats a password. */
const withoutPasswords = (form: [name: string, value: string][]) =>
  form.filter(([name]) => !/^(password|confirmation|present)$/.test(name) && !isConfirmationField(name));

/** Responds with the reauthentication page, which then submits the form. */
async function respondWithConfirmation(
  c: Context<ShellEnv>,
  { userId, problem }: ReauthenticationRequest,
  here: string,
): Promise<Response> {
  const isPost = c.req.method === "POST";
  const sent = isPost ? await readForm(c.req.raw) : new FormData();
  const { pathname, searchParams } = new URL(here, "http://own.invalid");
  const isAgain = pathname === confirmPath;
  const to = safeReturnPath(isAgain ? (sent.get(confirmationFields.to) ?? searchParams.get("to")) : here);
  const goesOnBy = (isAgain ? sent.get(confirmationFields.method) : c.req.method) === "POST" ? "POST" : "GET";
  const fields = isPost ? (await readTextFields(c.req.raw)).filter(([name]) => !isConfirmationField(name)) : [];
  // A form sent without JavaScript has no idempotency key yet: this page adds one, so that it is done once.
  if (goesOnBy === "POST" && !fields.some(([name]) => name === "attempt")) fields.push(["attempt", randomUUID()]);
  const lostFiles = [...sent.values()].some((value) => value instanceof File && value.size > 0);
  return confirmFirst(c, { to, goesOnBy, typed: fields, lostFiles, problem, ...(await factorsOf(userId)) });
}

/** Replaces the router's generic error by a page that explains it. */
async function explain(c: Context<ShellEnv>, response: Response): Promise<Response> {
  const { failure, toConfirm } = c.get("visit");
  const { pathname, search } = new URL(c.req.url);
  // A function responds with its own JSON, and the desk's layout informs the router's script.
  if (toConfirm && !pathname.startsWith("/functions/") && !pathname.endsWith(".data")) {
    await response.body?.cancel();
    return respondWithConfirmation(c, toConfirm, `${pathname}${search}`);
  }
  const isOfDesk = pathname.startsWith("/admin/") && !pathname.startsWith(loginPath) && !pathname.endsWith(".data");
  const readFields = async (holds = isLongForm(pathname)) => {
    if (c.req.method !== "POST" || !holds) return undefined;
    // The sender is not identified yet, so only a limited number of forms is read.
    const limits = ipLimits("form to wait", c.get("visit").address, formsToWait);
    return consumeBatchedLimits(limits).allowed ? withoutPasswords(await readTextFields(c.req.raw)) : undefined;
  };
  if (response.status >= 500 && failure === "database")
    return databaseUnavailable(c, await readFields(isOfDesk || isLongForm(pathname)));
  if (response.status >= 500 && failure === "other" && isOfDesk) {
    const form = await readFields(true);
    if (form) return notSaved(c, form);
  }
  const target = response.headers.get("location") ?? "";
  if (target.startsWith(loginPath)) {
    const form = await readFields();
    if (form) return signInFirst(c, form);
  }
  if (isDocument(c.req.path)) return unopened(c, response);
  if (response.status === 405 && !response.headers.has("allow")) return notAllowed(response);
  return response;
}
