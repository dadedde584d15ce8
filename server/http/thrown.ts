import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { log } from "~/log.server";
import type { ShellEnv } from "./env";
import { standalonePage } from "./standalone-page";

/** With any other status an error is a 500. */
const titles = {
  400: "We couldn’t read what you sent",
  401: "Please sign in first",
  403: "This does not open for you",
  404: "There is nothing here",
  410: "This is gone",
  429: "That was too often",
  503: "We can’t answer this right now",
} as const;
type Status = keyof typeof titles;
const isStatus = (status: number): status is Status => status in titles;

/**
 * Responds with a page if something other than an Error is thrown, such as the router's `data()` called outside of it.
 * Hono rethrows such a value, and the server would respond without headers, id and log entry.
 */
export const answerThrown = createMiddleware<ShellEnv>(async (c, next) => {
  try {
    await next();
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return pageOf(c, thrown);
  }
});

function pageOf(c: Context<ShellEnv>, thrown: unknown): Response | Promise<Response> {
  const visit = c.get("visit");
  visit.pattern ||= "(none)";
  if (thrown instanceof Response && thrown.status < 400) return thrown;
  const { status, text } = refusalIn(thrown);
  if (isStatus(status)) return standalonePage(c, status, { title: titles[status], text });
  log.error({ thrown: typeof thrown, status, requestId: visit.requestId, route: visit.pattern }, "no Error was thrown");
  const words = { title: "Something went wrong on our side", text: "Nothing was changed. Please try again." };
  return standalonePage(c, 500, words);
}

function refusalIn(thrown: unknown): { status: number; text: string } {
  if (thrown instanceof Response) return { status: thrown.status, text: "" };
  const { init, data } = (typeof thrown === "object" ? (thrown ?? {}) : {}) as {
    init?: { status?: number } | null;
    data?: { error?: unknown } | null;
  };
  return { status: init?.status ?? 500, text: typeof data?.error === "string" ? data.error : "" };
}
