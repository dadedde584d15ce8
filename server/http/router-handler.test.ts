import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Hono } from "hono";
import type { LoaderFunctionArgs, ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { publicPages } from "~/core/paths";
import { type RequestContext, requestContext } from "~/core/request-context";

import { makePageCache } from "../page-cache/page-cache";
import type { ShellEnv } from "./env";
import { routerHandler } from "./router-handler";

type Loader = (args: LoaderFunctionArgs) => unknown;

/** The router with a loader, and perhaps an action, behind every cached page, and a shell that knows who asks. */
function open(loader: Loader, action?: Loader) {
  const routes = Object.fromEntries(
    publicPages.map(({ path, route }) => [
      route,
      {
        id: route,
        path: path.slice(1),
        ...(path === "/" ? { index: true } : {}),
        module: { loader, ...(action ? { action } : {}) },
      },
    ]),
  );
  const build: ServerBuild = {
    entry: { module: { default: () => new Response("no document") } },
    routes: routes as ServerBuild["routes"],
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {} as ServerBuild["future"],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  };
  const pages = makePageCache({ entries: 100, bytes: 1_000_000 });
  pages.listening();
  const app = new Hono<ShellEnv>();
  app.use(async (c, next) => {
    const visit: RequestContext = {
      requestId: crypto.randomUUID(),
      address: "203.0.113.9",
      browser: "",
      origin: "https://visas.example",
      nonce: "nonce",
      pattern: "",
      failure: null,
      unread: null,
      cacheable: true,
      preview: null,
      changed: false,
    };
    c.set("visit", visit);
    await next();
  });
  app.all(
    "*",
    routerHandler(build, pages, (address) => address),
  );
  const ask = async (path: string, init: RequestInit = {}, incoming?: IncomingMessage) => {
    const response = await app.request(`http://elsewhere.example${path}`, init, { incoming });
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      cached: pages.size().pages,
    };
  };
  return { ask };
}

test("a cached page is rendered without the visitor's headers, cookies, and parameters it doesn't read", async () => {
  const { ask } = open(({ request }) =>
    Response.json({ url: request.url, method: request.method, headers: [...request.headers], body: request.body }),
  );
  const headers = { Cookie: "staff=1", Authorization: "Bearer x", "X-Forwarded-Host": "evil.example", Accept: "x/y" };
  const { text, cached } = await ask("/services?country=us&evil=1&country=ca", { headers });
  expect(JSON.parse(text)).toEqual({
    url: "https://visas.example/services?country=us",
    method: "GET",
    headers: [],
    body: null,
  });
  expect(cached).toBe(1);
});

const remarked =
  (remark: Partial<RequestContext>): Loader =>
  ({ context }) => {
    Object.assign(context.get(requestContext), remark);
    return new Response("x");
  };
const answering: [string, number, Loader][] = [
  ["one that sets a cookie", 200, () => new Response("x", { headers: { "Set-Cookie": "a=b" } })],
  [
    "one of two that set cookies",
    200,
    () =>
      new Response("x", {
        headers: [
          ["Set-Cookie", "a=b"],
          ["Set-Cookie", "c=d"],
        ],
      }),
  ],
  ["an empty one", 204, () => new Response(null, { status: 204 })],
  ["one that is not found", 404, () => new Response("x", { status: 404 })],
  ["one that is gone", 410, () => new Response("x", { status: 410 })],
  ["a redirect", 302, () => new Response(null, { status: 302, headers: { Location: "https://evil.example" } })],
  ["a failure", 500, () => new Response("x", { status: 500 })],
  ["one that says it is busy", 503, () => new Response("x", { status: 503 })],
  ["one without a block that could not be read", 200, remarked({ unread: "other" })],
  ["one that failed and recovered", 200, remarked({ failure: "other" })],
  ["one that is not worth it", 200, remarked({ cacheable: false })],
];
test.each(answering)(
  "%s (%d) is never cached and is rendered again for the next visitor",
  async (_, status, loader) => {
    let made = 0;
    const { ask } = open((args) => {
      made++;
      return loader(args);
    });
    for (const turn of [1, 2]) {
      const answer = await ask("/about");
      expect([answer.status, answer.cached, made]).toEqual([status, 0, turn]);
      expect(answer.headers.get("cache-status")).toBe("lucaya; fwd=miss");
    }
  },
);

test("headers that a loader sets are not cached with its page", async () => {
  const { ask } = open(
    () => new Response("x", { headers: { "X-Secret": "1", "Cache-Control": "private", Vary: "Cookie" } }),
  );
  const { headers, cached: cachedCount } = await ask("/about");
  expect([cachedCount, headers.get("x-secret"), headers.get("vary")]).toEqual([1, null, "Accept-Encoding"]);
  expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
});

test("[F-RUN-7] a body refused while its response is written ends its request", async () => {
  const { ask } = open(
    () => null,
    ({ context }) => {
      // As a verb does that asks for a confirmation before anybody has read the form.
      context.get(requestContext).toConfirm = { userId: crypto.randomUUID() };
      return Response.json({ ok: false });
    },
  );
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "99999999" };
  const incoming = Object.assign(Readable.from([Buffer.from("a=1")]), { headers }) as unknown as IncomingMessage;
  const { status, text } = await ask("/contact", { method: "POST", headers, body: "a=1" }, incoming);
  expect(status).toBe(413);
  expect(text).toContain("That’s too much to send at once");
});
