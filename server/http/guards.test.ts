import { Hono } from "hono";
import { expect, test } from "vitest";
import type { RequestContext } from "~/core/request-context";
import type { ShellEnv } from "./env";
import { requireSameOrigin } from "./guards";

/** A POST of another site with a cookie; the cookie that the product would see, or the refusal's status. */
async function post(path: string, authorization: string) {
  const app = new Hono<ShellEnv>();
  app.use(async (c, next) => {
    c.set("visit", { requestId: "1", pattern: "" } as RequestContext);
    c.env = { incoming: { readableEnded: true } } as ShellEnv["Bindings"];
    await next();
  });
  app.use(requireSameOrigin);
  app.post("*", (c) => c.text(`cookie: ${c.req.raw.headers.get("cookie") ?? "none"}`));
  const headers = { Origin: "https://evil.example", Cookie: "lucaya_staff=1", Authorization: authorization };
  const response = await app.request(`http://localhost${path}`, { method: "POST", headers });
  return response.status === 200 ? response.text() : response.status;
}

const fn = "/functions/v1/create-admin-user";
test.each([
  [fn, "Bearer abc", "cookie: none"],
  [fn, "bearer  abc", "cookie: none"],
  [fn, "Bearer ", 403],
  [fn, "Bearer a b", 403],
  [fn, "Basic abc", 403],
  [fn, "", 403],
  ["/apply", "Bearer abc", 403],
  ["/admin/settings", "Bearer abc", 403],
  ["/admin/functions/", "Bearer abc", 403],
  ["/functions", "Bearer abc", 403],
  ["/contact/send", "Bearer abc", 403],
])("[F-SAFE-11] a cross-origin POST to %s with Authorization `%s` gets %s", async (path, origin, expected) => {
  expect(await post(path, origin)).toBe(expected);
});
