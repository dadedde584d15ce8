import { Hono } from "hono";
import { config } from "~/config.server";
import { pool } from "~/db/client.server";
import { metricsText, metricsType } from "./metrics";
import type { ShellEnv } from "./shell";

/** For the one who runs it: alive, ready, measured. `/healthz` never asks the database, `/readyz` does. */
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
  const { address } = c.get("visit");
  // What a proxy on this machine passes on does not come from this machine, whether or not we trust what it says.
  const forwarded = c.req.header("x-forwarded-for") !== undefined && !config.TRUST_PROXY;
  const loopback = !forwarded && (address === "::1" || address.startsWith("127."));
  const bearer = c.req.header("authorization") === `Bearer ${config.METRICS_TOKEN}` && config.METRICS_TOKEN;
  if (!bearer && !(loopback && !config.METRICS_TOKEN)) return c.text("Not found", 404);
  return c.body(await metricsText(), 200, { "Content-Type": metricsType });
});
