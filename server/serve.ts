import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ViteDevServer } from "vite";
import { ensureFirstAdmin } from "~/accounts/admins/first-admin.server";
import { cachedSteps } from "~/applications/steps/service-steps.server";
import { startViews } from "~/catalogue/public/view-events.server";
import { config } from "~/config.server";
import { cachedContent } from "~/content/cache-content.server";
import { publishDue } from "~/content/editing/due.server";
import { setSelfAddress } from "~/content/self-request.server";
import { startOutageReporting } from "~/core/outages.server";
import { pool } from "~/db/client.server";
import type { Embedded } from "~/db/embedded/embedded.server";
import { scanJob } from "~/documents/scan-job.server";
import { prepareStorage } from "~/documents/storage.server";
import { repeatNow, startQueue, stopQueue } from "~/jobs/queue.server";
import { log } from "~/log.server";
import { rememberAddress } from "~/mail/links/private-links.server";
import { sendMailJob } from "~/mail/send-mail-job";
import { closeSmtp } from "~/mail/smtp.server";
import { endBrokenRestore } from "~/privacy/erasure/erase-again.server";
import { beginErasureList } from "~/privacy/erasure/erasure-list.server";
import { forgetMailbox } from "~/received-mail/mailbox/mailbox-job.server";
import { prepareSpool } from "~/request-bodies/spool.server";
import { hasSamplePeople } from "~/sample/remove-sample.server";
import { registerFeatures } from "./features";
import { watchDatabase } from "./http/database-watch";
import { watchPages } from "./http/metrics";
import { refuseBody } from "./http/open-bodies";
import { endPipelined } from "./http/pipelined";
import { respondToSave } from "./http/save-response";
import { buildShell } from "./http/shell";
import { listen } from "./listen";
import { followContent } from "./page-cache/content-changes";
import { makePageCache } from "./page-cache/page-cache";
import { respondFromCache } from "./page-cache/respond-from-cache";
import { loadOnce, prepareDatabase } from "./prepare";
import type { Signals } from "./signals";

/** Milliseconds that requests in flight may take after a stop signal. */
const graceTime = 10_000;

/** Milliseconds for all of stopping: less than the 30 s after which a service manager kills. */
const maxStopTime = 25_000;

const connections = {
  // Page requests have no body; without the stream events of an empty one they cost a fifth less.
  optimizeEmptyRequests: true,
  // Milliseconds. Longer than proxies reuse idle connections (60 s): reusing one just closed would give a 502.
  keepAliveTimeout: 65_000,
  headersTimeout: 60_000,
  // Milliseconds. 11 MB at 1 KB a second, the slowest rate that `open-bodies.ts` accepts, take three hours.
  requestTimeout: 4 * 60 * 60_000,
};

/** Prepares the database, starts the queue and serves HOST:PORT until SIGTERM or SIGINT. */
export async function serve(
  database: Embedded,
  signals: Signals,
  started: () => void,
  dev?: ViteDevServer,
): Promise<void> {
  await prepareDatabase();
  startOutageReporting();
  await forgetMailbox();
  const isThere = await prepareStorage();
  await endBrokenRestore();
  // A restore asks for the list, so it must exist before the first erasure (V-ERASE-7); the hourly job retries.
  if (isThere) await beginErasureList().catch((err: unknown) => log.error({ err }, "no list of erasures"));
  prepareSpool();
  registerFeatures();
  await startQueue();
  // Publishes what was due while nothing ran.
  await publishDue();
  // Retries jobs that failed because of a setting: it may have been corrected before this start.
  for (const { name } of [sendMailJob, scanJob]) await repeatNow(name);
  const pages = makePageCache({ entries: 2_000, bytes: 192 * 1024 * 1024 });
  watchPages(pages.size);
  const silence = watchDatabase();
  const content = followContent([pages, cachedContent, cachedSteps, silence.listener]);
  const views = startViews();
  const shell = await buildShell(pages, silence, dev);
  const answer = getRequestListener(shell.fetch);
  let stoppingSince = 0;
  const server = createServer(connections, (request, response) => {
    // While stopping, each connection gets one more response and is closed: a busy connection is never idle.
    if (stoppingSince > 0) response.setHeader("Connection", "close");
    if (refuseBody(request, response)) return;
    if (!dev && respondFromCache(pages, request, response)) return;
    if (endPipelined(request, response)) return;
    if (dev) dev.middlewares(request, response, () => answer(request, response));
    else if (!respondToSave(request, response, answer)) answer(request, response);
  });
  const stopAll = async () => {
    await content.stop();
    await views.stop();
    await stopQueue();
    closeSmtp();
    await pool.end();
    await database.stop();
  };

  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince > 0) {
      // npm repeats the terminal's Ctrl-C within a second. A later signal closes all connections at once.
      if (Date.now() - stoppingSince > 1_000) server.closeAllConnections();
      return;
    }
    stoppingSince = Date.now();
    log.info({ signal }, "stopping");
    // A query whose peer vanished would never end.
    const giveUp = () => {
      log.error("stopping took too long; what is still waited for is left");
      process.exit(1);
    };
    setTimeout(giveUp, maxStopTime).unref();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    // A connection closes as soon as its request in flight is done.
    server.keepAliveTimeout = 1;
    const late = setTimeout(() => server.closeAllConnections(), graceTime);
    await closed;
    clearTimeout(late);
    await dev?.close();
    await stopAll();
    process.exit(0);
  };
  signals.release();
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  try {
    await listen(server, config);
  } catch (error) {
    await stopAll();
    throw error;
  }
  const bound = server.address();
  const port = bound && typeof bound === "object" ? bound.port : config.PORT;
  if (bound && typeof bound === "object") setSelfAddress(bound);
  const url = config.PUBLIC_URL ?? `http://localhost:${port}`;
  rememberAddress(url);
  started();
  await ensureFirstAdmin();
  if (await hasSamplePeople()) await loadOnce("sample consultations");
  const isEverywhere = config.HOST === "0.0.0.0" || config.HOST === "::";
  console.log(`Listening on ${isEverywhere ? "every interface" : config.HOST}, port ${port}`);
  console.log(`Lucaya answers on ${url}`);
}
