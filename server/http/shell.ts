import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { compress } from "hono/compress";
import type { ServerBuild } from "react-router";
import type { ViteDevServer } from "vite";
import { config } from "~/config.server";
import { browserKind } from "~/core/browser-kind.server";
import { ipKey } from "~/core/rate-limits/limits.server";
import type { RequestContext } from "~/core/request-context";
import { log } from "~/log.server";
import type { PageCache } from "../page-cache/page-cache";
import { redirectToCanonicalUrl } from "./canonical-url";
import { rejectControlCharacters } from "./control-characters";
import type { DatabaseWatch } from "./database-watch";
import type { ShellEnv } from "./env";
import { checkHead, requireSameOrigin } from "./guards";
import { hashedFile, securityHeaders } from "./headers";
import { health } from "./health";
import { countRequest } from "./metrics";
import { syncMyApplicationCookie } from "./my-application-cookie";
import { originOf } from "./origin";
import { routerHandler } from "./router-handler";
import { staticFiles } from "./static-files";
import { answerThrown } from "./thrown";

/** The HTTP layer around the router: request id, log, headers, files, health, guards; then the product's routes. */
export async function buildShell(pages: PageCache, silence: DatabaseWatch, dev?: ViteDevServer) {
  const app = new Hono<ShellEnv>();

  app.use(async (c, next) => {
    // An impossible Host, such as 256.256.256.256.
    if (!URL.canParse(c.req.url)) return c.text("Bad Request", 400);
    const visit: RequestContext = {
      requestId: randomUUID(),
      address: clientIp(c.env.incoming),
      get browser() {
        return browserKind(c.req.header("user-agent"));
      },
      origin: originOf(c.req.header("host"), c.req.header("x-forwarded-proto")),
      nonce: randomBytes(16).toString("base64"),
      pattern: "",
      failure: null,
      unread: null,
      cacheable: true,
      changed: false,
      preview: null,
    };
    c.set("visit", visit);
    const started = performance.now();
    await next();
    // Built files are not logged.
    if (c.res.headers.get("Cache-Control") !== hashedFile) c.header("X-Request-Id", visit.requestId);
    if (!visit.pattern) return undefined;
    const ms = performance.now() - started;
    recordAnswer(visit.requestId, c.req.method, visit.pattern, c.res.status, ms);
    return undefined;
  });
  app.use(securityHeaders(dev !== undefined));
  app.use(answerThrown);
  app.route("/", health);
  app.use(rejectControlCharacters);
  app.use(redirectToCanonicalUrl);
  if (!dev) app.use(staticFiles);
  app.use(requireSameOrigin);
  app.use(checkHead);
  app.use(syncMyApplicationCookie);
  app.use(compress());
  app.use(silence.notForever);

  const build = dev
    ? () => dev.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>
    : // Not a function: it would run for each request, and the router would rank all routes again.
      await import("virtual:react-router/server-build");
  app.all("*", routerHandler(build, dev ? undefined : pages, ipKey));

  app.onError((err, c) => {
    const { requestId, pattern } = c.get("visit");
    // The client is gone, such as a phone that lost its connection during an upload: not our error.
    if (c.env.incoming.destroyed && !c.env.incoming.complete) {
      log.info({ requestId, route: pattern, status: 400 }, "the request broke off on its way");
      return c.body(null, 400);
    }
    log.error({ err, requestId, route: pattern }, "request failed outside of a route");
    return c.text(`Something went wrong on our side. Please try again. (Request ${requestId})`, 500);
  });
  return app;
}

/** `ms`: how long the response took. */
export function recordAnswer(requestId: string, method: string, route: string, status: number, ms: number) {
  countRequest(route, method, status, ms);
  log.info({ requestId, method, route, status, ms: Math.round(ms) }, "answered");
}

/** Behind a trusted proxy the last of X-Forwarded-For, the only entry that the proxy itself wrote. */
export function clientIp({ headers, socket }: IncomingMessage) {
  const forwarded = config.TRUST_PROXY ? headers["x-forwarded-for"]?.toString() : undefined;
  return (forwarded?.split(",").at(-1)?.trim() || socket.remoteAddress || "unknown")
    .replace(/^::ffff:/, "")
    .slice(0, 100);
}
