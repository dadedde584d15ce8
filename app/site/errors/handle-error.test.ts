import { RouterContextProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { type RequestContext, requestContext } from "~/core/request-context";
import { log } from "~/log.server";
import { handleError } from "./handle-error.server";

afterEach(() => vi.restoreAllMocks());

/** The log entries of a failure, and its state in the request context. */
function logged(error: unknown, signal?: AbortSignal) {
  const lines: unknown[] = [];
  for (const level of ["info", "error"] as const)
    vi.spyOn(log, level).mockImplementation((fields: unknown) => void lines.push([level, fields]));
  const visit = { requestId: "the-request", pattern: "services", failure: null } as RequestContext;
  const context = new RouterContextProvider(new Map([[requestContext, visit]]));
  const request = new Request("https://lucaya.example/services", signal ? { signal } : {});
  handleError(error, { request, context, params: {} });
  return { lines, failure: visit.failure };
}

const ofRouter = (status: number) => ({ status, statusText: "", internal: true, data: "", error: new Error("x") });

test.each([400, 403, 404, 405, 413, 429])(
  "[F-SAFE-14] a route's response %i is logged at info with that status, not as an error",
  (status) => {
    expect(logged(ofRouter(status))).toEqual({
      lines: [["info", { requestId: "the-request", route: "services", status }]],
      failure: null,
    });
  },
);

test("[F-SAFE-14] an error after the client disconnected is logged at info", () => {
  expect(logged(new Error("reset by peer"), AbortSignal.abort())).toEqual({
    lines: [["info", { requestId: "the-request", route: "services", status: 499 }]],
    failure: null,
  });
});

test.each([
  ["an Error", new Error("ours"), "other"],
  ["an answer of 500", ofRouter(500), "other"],
  ["a database that is away", Object.assign(new Error("gone"), { code: "ECONNREFUSED" }), "database"],
])("[F-SAFE-14] %s is logged as an error", (_, err, failure) => {
  const line = { err, requestId: "the-request", route: "services" };
  expect(logged(err)).toEqual({ lines: [["error", line]], failure });
});
