import { createHash, timingSafeEqual } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { config } from "~/config.server";
import { pool } from "~/db/client.server";
import type { ShellEnv } from "./env";
import { metricsText, metricsType } from "./metrics";

/** For the operator. `/healthz` never queries the database, `/readyz` does. */
export const health = new Hono<ShellEnv>();

health.get("/healthz", (c) => c.text("ok"));

health.get("/readyz", async (c) => {
  try {
    await pool.query("select 1");
    return c.text("ready");
  } catch {
    return c.text("the database does not answer", 503);
  }
});

health.get("/metrics", async (c) => {
  const allowed = config.METRICS_TOKEN ? hasToken(c.req.header("authorization"), config.METRICS_TOKEN) : isDirect(c);
  if (!allowed) return c.text("Not found", 404);
  return c.body(await metricsText(), 200, { "Content-Type": metricsType });
});

/** Constant time; hashes, because `timingSafeEqual` needs equal lengths. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}

const passedOn = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/;

/** Whether the request comes directly from this machine. Unknown behind a proxy, hence false (V-ATK-27). */
function isDirect(c: Context<ShellEnv>): boolean {
  if (config.TRUST_PROXY || Object.keys(c.req.header()).some((name) => passedOn.test(name))) return false;
  const ip = getConnInfo(c).remote.address?.replace(/^::ffff:/, "") ?? "";
  return ip === "::1" || ip.startsWith("127.");
}
