import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { ShellEnv } from "./shell";

/** What is read of a refused body at most; whoever sends more than this is cut off. */
const patience = 64 * 1024 * 1024;

/** Whether a request brings a body of more than `maxSize` bytes. One whose length is not told is read, and kept for the router. */
export async function isTooLarge(c: Context<ShellEnv>, maxSize: number): Promise<boolean> {
  const told = c.req.header("content-length");
  if (told !== undefined) return Number(told) > maxSize;
  if (c.req.header("transfer-encoding") === undefined) return false;
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream must not be ended by leaving the loop: the rest is still to be read and thrown away.
  for await (const chunk of c.env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxSize) return true;
    chunks.push(chunk);
  }
  const { url, method, headers } = c.req.raw;
  c.req.raw = new Request(url, { method, headers: [...headers], body: Buffer.concat(chunks) });
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
