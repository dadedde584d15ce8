import { Hono } from "hono";
import { data } from "react-router";
import { expect, test } from "vitest";
import type { RequestContext } from "~/core/request-context";
import type { ShellEnv } from "./env";
import { securityHeaders } from "./headers";
import { answerThrown } from "./thrown";

/** What the shell answers where this is thrown in it. */
async function answerTo(thrown: unknown) {
  const visit = { requestId: "the-request", nonce: "n", pattern: "" } as RequestContext;
  const app = new Hono<ShellEnv>();
  app.use(async (c, next) => {
    c.set("visit", visit);
    await next();
  });
  app.use(securityHeaders(false));
  app.use(answerThrown);
  app.get("*", () => {
    throw thrown;
  });
  const response = await app.request("/about");
  const { status, headers } = response;
  return { status, headers, text: await response.text(), pattern: visit.pattern };
}

const refusal = { reason: "factor", error: "Set up a second factor first." };
test.each<[string, unknown, number, string]>([
  ["data() with a reason", data(refusal, 403), 403, "Set up a second factor first."],
  ["data() without a status", data(null), 500, "Something went wrong"],
  ["data() of a status without a page", data(null, 418), 500, "Something went wrong"],
  ["a Response", new Response("inside", { status: 404 }), 404, "There is nothing here"],
  ["a text", "oops", 500, "Something went wrong"],
  ["null", null, 500, "Something went wrong"],
  ["undefined", undefined, 500, "Something went wrong"],
  ["an object", { init: null }, 500, "Something went wrong"],
])(
  "[F-SAFE-12] %s thrown in the HTTP layer becomes a page with headers, a request id and a log entry",
  async (_, thrown, status, text) => {
    const answer = await answerTo(thrown);
    expect([answer.status, answer.pattern]).toEqual([status, "(none)"]);
    expect(answer.text).toContain(text);
    expect(answer.text).toContain("the-request");
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  },
);

test("[F-SAFE-12] a thrown redirect redirects", async () => {
  const { status, headers } = await answerTo(new Response(null, { status: 302, headers: { Location: "/contact" } }));
  expect([status, headers.get("location")]).toEqual([302, "/contact"]);
});
