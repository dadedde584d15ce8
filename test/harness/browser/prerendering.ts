import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type AppServer, emptyDataDir, endedAfterFile } from "../app-server";
import { headlessShell } from "./headless-shell";

type LoggedRequest = { path: string; prerendered: boolean };

// Speeds up a page's timers tenfold, also during prerendering. Reports when more time has passed since load than its
// longest wait.
const hurried = `{
  const [wait, rest] = [setTimeout, requestIdleCallback];
  window.setTimeout = (run, time = 0, ...given) => wait(run, time / 10, ...given);
  window.requestIdleCallback = (run, { timeout = 0 } = {}) => rest(run, { timeout: timeout / 10 });
  const tell = () => fetch("/rested", { method: "POST", body: location.pathname });
  addEventListener("load", () => setTimeout(tell, 8_000));
}`;
const whenSeen = `document.addEventListener("prerenderingchange", () => {
  const figures = [...document.querySelectorAll("[data-counter]")].map((figure) => figure.textContent);
  navigator.sendBeacon("/seen", JSON.stringify({ path: location.pathname, figures }));
});`;

/**
 * A Chromium without a debugger, because it prerenders nothing with one. Opens a page that asks to prerender `paths`,
 * through a proxy to the app: `asked`: the requests, `go`: navigates to a path, `seen`: the page's report when shown,
 * `rested`: pages that have finished without being shown. Timers run tenfold.
 */
export async function openPrerendering(app: AppServer, paths: readonly string[]) {
  const requests: LoggedRequest[] = [];
  const seen: { path: string; figures: string[] }[] = [];
  const rested = new Set<string>();
  const leading = Promise.withResolvers<string>();
  const rules = { prerender: [{ urls: paths, eagerness: "immediate" }] };
  const start = `<!doctype html><title>Start</title><script type="speculationrules">${JSON.stringify(rules)}</script>
<script>fetch("/go").then((answer) => answer.text()).then((path) => location.assign(path))</script>`;

  const server = createServer(async (incoming, outgoing) => {
    const { url = "", method, headers } = incoming;
    if (url === "/start") return outgoing.setHeader("content-type", "text/html").end(start);
    if (url === "/go") return outgoing.end(await leading.promise);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (url === "/seen") {
      seen.push(JSON.parse(Buffer.concat(chunks).toString()));
      return outgoing.end();
    }
    if (url === "/rested") {
      rested.add(Buffer.concat(chunks).toString());
      return outgoing.end();
    }
    requests.push({ path: url, prerendered: `${headers["sec-purpose"]}`.includes("prerender") });
    const target = new URL(url, app.url);
    // The shell announces itself as headless in its client hints, and views of robots aren't counted.
    const hints = { "sec-ch-ua": '"Chromium";v="150"' };
    const forwarded = { ...headers, ...hints, host: target.host, origin: app.url, "accept-encoding": "identity" };
    const onward = request(target, { method, headers: forwarded }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const { "content-security-policy": _, "content-length": __, ...keptHeaders } = response.headers;
      const whole = Buffer.concat(parts);
      const isPage = keptHeaders["content-type"]?.startsWith("text/html");
      outgoing.writeHead(response.statusCode ?? 500, keptHeaders);
      outgoing.end(isPage ? whole.toString().replace("<head>", `<head><script>${hurried}${whenSeen}</script>`) : whole);
    });
    onward.on("error", () => outgoing.destroy());
    return onward.end(Buffer.concat(chunks));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const folder = await emptyDataDir();
  const { executablePath, env } = headlessShell();
  const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
  const agent = "--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0";
  const browser = spawn(
    executablePath,
    [
      ...quiet,
      agent,
      "--headless",
      "--window-size=1440,900",
      `--user-data-dir=${folder}`,
      "--remote-debugging-port=0",
      `${origin}/start`,
    ],
    { env, stdio: "ignore" },
  );
  endedAfterFile(browser);
  return {
    origin,
    asked: requests,
    seen,
    rested,
    go: leading.resolve,
    async close() {
      const ended = new Promise((done) => browser.once("exit", done));
      browser.kill("SIGKILL");
      await ended;
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
