import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Waiting requests per connection. Browsers and proxies do not pipeline. */
const maxWaiting = 8;
const waiting = new WeakMap<Socket, number>();

/**
 * Node starts all pipelined requests of a connection at once: 150 KB of them are two thousand pages. True if this one
 * is over the limit: its connection was closed, and the caller does nothing.
 */
export function endPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Requests that arrived together with the one over the limit still come here.
  if (socket.destroyed) return true;
  // The response has no socket before its turn.
  if (response.socket) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > maxWaiting) {
    socket.destroy();
    return true;
  }
  waiting.set(socket, count);
  response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return false;
}
