import type { Browser, Page } from "@playwright/test";
import { openContext } from "./browser.ts";

/** A loaded file, with its bytes on the wire, headers included. */
export type Brought = { address: string; isScript: boolean; bytes: number };

/**
 * Opens a page like a phone on its first visit, and returns everything requested until 3 seconds after `load`. The
 * caller must close its context.
 */
export async function firstVisit(browser: Browser, path: string, cookie = ""): Promise<[Brought[], Page]> {
  const context = await openContext(browser, { viewport: { width: 360, height: 780 } });
  await context.addCookies(
    cookie
      .split("; ")
      .filter(Boolean)
      .map((pair) => ({
        name: pair.split("=")[0] ?? "",
        value: pair.replace(/^[^=]*=/, ""),
        url: new URL(path).origin,
      })),
  );
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const brought = new Map<string, Brought>();
  const waiting = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (!request.url.startsWith("http")) return;
    brought.set(requestId, { address: request.url, isScript: false, bytes: 0 });
    // A film is loaded in ranges for as long as it is shown.
    if (type !== "Media") waiting.add(requestId);
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const file = brought.get(requestId);
    if (file) file.isScript = /javascript/.test(response.mimeType);
  });
  session.on("Network.loadingFailed", ({ requestId }) => waiting.delete(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = brought.get(requestId);
    if (file) file.bytes = encodedDataLength;
    waiting.delete(requestId);
  });
  await page.goto(path, { waitUntil: "load" });
  await page.waitForTimeout(3_000);
  // Requests made by then count once they have finished, however busy the machine is.
  const pending = new Set(waiting);
  while ([...pending].some((request) => waiting.has(request))) await page.waitForTimeout(50);
  return [[...brought.values()], page];
}

/** The scripts of a page, in KB of 1,024 bytes, and their files. */
export function scriptIn(brought: readonly Brought[]): { kilobytes: number; files: string[] } {
  const scripts = brought.filter(({ isScript }) => isScript);
  return {
    kilobytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    files: scripts.map(({ address }) => new URL(address).pathname),
  };
}

/** The limit of a page's scripts, in KB of 1,024 bytes, and files (T-BYTES-2). */
export const limits = {
  read: { kilobytes: 10, files: 1 },
  contact: { kilobytes: 142, files: 25 },
  start: { kilobytes: 140, files: 25 },
  signIn: { kilobytes: 140, files: 25 },
  step: { kilobytes: 190, files: 25 },
  case: { kilobytes: 190, files: 25 },
  list: { kilobytes: 240, files: 30 },
};
