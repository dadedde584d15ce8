import type { Context, Handler } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { config } from "~/config.server";
import { visitContext } from "~/visit";
import { answerOf, sayOutcome } from "./kept-answer";
import { makeKeptPage } from "./kept-page";
import { keptAddress, keptPages } from "./kept-pages";
import { nextNassauMidnight } from "./nassau-midnight";
import { keptKey } from "./origin";
import type { PageCache, Rendered } from "./page-cache";
import type { ShellEnv } from "./shell";
import { databaseAway, signInFirst, unopened, unreadable } from "./standalone-page";

/** The product's own routes: public pages are rendered once and kept in `pages`, everything else is answered anew. */
export function routerAnswers(
  build: ServerBuild | (() => Promise<ServerBuild>),
  pages: PageCache | undefined,
): Handler<ShellEnv> {
  const handle = createRequestHandler(build, config.NODE_ENV);
  if (typeof build !== "function")
    for (const { route } of keptPages) if (!build.routes[route]) throw new Error(`No route ${route} to keep pages of`);

  const ask = (c: Context<ShellEnv>, request: Request) => {
    const context = new RouterContextProvider();
    context.set(visitContext, c.get("visit"));
    return handle(request, context);
  };

  /** Without the visitor's headers: what comes out is the same whoever asked first. */
  const render = async (c: Context<ShellEnv>, address: string): Promise<Rendered> => {
    const visit = c.get("visit");
    const endsAt = nextNassauMidnight(Date.now());
    const answer = await ask(c, new Request(`${visit.origin}${address}`));
    const whole =
      answer.status === 200 && !visit.failure && !visit.unread && visit.keep && !answer.headers.has("set-cookie");
    if (!whole) return { answer, databaseAway: visit.failure === "database" || visit.unread === "database" };
    return { page: await makeKeptPage(keptKey(visit.origin, address), answer, visit, endsAt) };
  };

  return async (c) => {
    const visit = c.get("visit");
    visit.pattern = "(none)";
    const { method } = c.req;
    const { pathname, search } = new URL(c.req.url);
    const address = pages && (method === "GET" || method === "HEAD") ? keptAddress(pathname + search) : null;
    if (!pages || !address) {
      const sent = keepsTyped(c, pathname) ? c.req.raw.clone() : undefined;
      const answer = await ask(c, c.req.raw);
      if (visit.changed) pages?.changed();
      return explain(c, answer, sent);
    }
    const { rendered, outcome } = await pages.render(keptKey(visit.origin, address), () => render(c, address));
    const answer = "page" in rendered ? answerOf(rendered.page, c.req.raw) : explain(c, rendered.answer);
    if ("page" in rendered) visit.pattern = rendered.page.pattern;
    const result = await answer;
    sayOutcome(result.headers, outcome);
    return result;
  };
}

/** A long form from a page without script, of an application or of the desk: once it was sent it is on no other page of the browser. */
const keepsTyped = (c: Context<ShellEnv>, pathname: string) =>
  c.req.method === "POST" &&
  /^\/(apply\/[^/.]+(\/withdraw)?|admin\/(applications|inquiries|services)\/([0-9a-f-]{36}|new))$/.test(pathname) &&
  c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded") === true;

/** What is the matter, in plain words, where the router would say only that something failed. */
async function explain(c: Context<ShellEnv>, answer: Response, sent?: Request): Promise<Response> {
  const { failure } = c.get("visit");
  const typed = async () => sent && [...new URLSearchParams(await sent.text())];
  if (answer.status >= 500 && failure === "database") return databaseAway(c, await typed());
  const target = answer.headers.get("location") ?? "";
  if (sent && target.startsWith("/admin/login")) return signInFirst(c, await typed());
  if (answer.status >= 500 && failure === "body") return unreadable(c);
  if (c.req.path.startsWith("/documents/")) return unopened(c, answer);
  return answer;
}
