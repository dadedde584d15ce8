import type { Browser, Page } from "@playwright/test";
import { openContext } from "./browser.ts";

/** A file that came for a page, with the bytes of its answer over the wire, headers included. */
export type Brought = { address: string; isScript: boolean; bytes: number };

/**
 * Opens a page as a phone that was never here, and says what it brings: everything that is requested until 3 seconds
 * after `load`, whatever asked for it (T-BYTES-1). Its context is for the caller to close.
 */
export async function firstVisit(browser: Browser, address: string, cookie = ""): Promise<[Brought[], Page]> {
  const context = await openContext(browser, { viewport: { width: 360, height: 780 } });
  await context.addCookies(
    cookie
      .split("; ")
      .filter(Boolean)
      .map((pair) => ({
        name: pair.split("=")[0] ?? "",
        value: pair.replace(/^[^=]*=/, ""),
        url: new URL(address).origin,
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
    // A film comes in pieces, for as long as it is shown.
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
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(3_000);
  // What was asked for by then is counted once it is there, however busy the machine is.
  const asked = new Set(waiting);
  while ([...asked].some((one) => waiting.has(one))) await page.waitForTimeout(50);
  return [[...brought.values()], page];
}

/** The script among what a page brings, in KB of 1,024 bytes, and its files. */
export function scriptIn(brought: readonly Brought[]): { kilobytes: number; files: string[] } {
  const scripts = brought.filter(({ isScript }) => isScript);
  return {
    kilobytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    files: scripts.map(({ address }) => new URL(address).pathname),
  };
}

/** The most that a page's script may weigh, in KB of 1,024 bytes, and its files (T-BYTES-2). */
export const limits = {
  read: { kilobytes: 10, files: 1 },
  contact: { kilobytes: 140, files: 25 },
  start: { kilobytes: 140, files: 25 },
  signIn: { kilobytes: 140, files: 25 },
  step: { kilobytes: 190, files: 25 },
  case: { kilobytes: 190, files: 25 },
  list: { kilobytes: 240, files: 30 },
};
