import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";
import type { Context } from "hono";
import type { ShellEnv } from "./shell";

/** What is read of a refused body at most; whoever sends more than this is cut off. */
const patience = 64 * 1024 * 1024;

/** Whether a request brings a body of more than `maxSize` bytes. One whose length is not told is read, and kept for the router. */
export async function isTooLarge(c: Context<ShellEnv>, maxSize: number): Promise<boolean> {
  const told = toldLength(c);
  if (told !== undefined) return told > maxSize;
  if (c.req.header("transfer-encoding") === undefined) return false;
  const body = await readBody(c.env.incoming, maxSize);
  if (typeof body === "string") return true;
  keepBody(c, body);
  return false;
}

/** What the head says of the body's length, in bytes. */
export function toldLength(c: Context<ShellEnv>): number | undefined {
  const told = c.req.header("content-length");
  return told === undefined ? undefined : Number(told);
}

/** The whole body, unless it is of more than `maxSize` bytes, or what arrives of it can't be held: `hold` is asked for each piece. */
export async function readBody(
  incoming: IncomingMessage,
  maxSize: number,
  hold: (bytes: number) => boolean = () => true,
): Promise<Buffer<ArrayBuffer> | "too large" | "no room"> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream must not be ended by leaving the loop: the rest is still to be read and thrown away.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxSize) return "too large";
    if (!hold(chunk.length)) return "no room";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Gives the router a body that was read already. */
export function keepBody(c: Context<ShellEnv>, bytes: Buffer<ArrayBuffer>): void {
  const { url, method, headers } = c.req.raw;
  c.req.raw = new Request(url, { method, headers: [...headers], body: bytes });
}

/** Whether a multipart form has more than `most` parts, by its boundary, which is also the end of the last one. */
export function hasMoreParts(bytes: Buffer, contentType: string, most: number): boolean {
  const boundary = new MIMEType(contentType).params.get("boundary");
  if (boundary === null) return false;
  let parts = -1;
  for (let at = bytes.indexOf(`--${boundary}`); at !== -1; at = bytes.indexOf(`--${boundary}`, at + 2)) {
    parts += 1;
    if (parts > most) return true;
  }
  return false;
}

/**
 * Reads to its end what a refused request still sends: a connection that is closed on who is sending loses the answer,
 * and one that stays open would take the rest for the next request.
 */
export async function discardBody(incoming: IncomingMessage): Promise<void> {
  let left = patience;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) return;
    }
  } catch {
    // The sender went away.
  }
}
