import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** So many requests of one connection may wait for the answers before them. Browsers and proxies let none wait. */
const most = 8;
const waiting = new WeakMap<Socket, number>();

/**
 * Node begins with all requests of a connection at once, however many come without waiting for an answer: 150 KB of
 * them are two thousand pages. True when this one is one too many: its connection was ended, and nothing is to be done.
 */
export function endPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // What arrived along with the one too many still comes here, request by request.
  if (socket.destroyed) return true;
  // The response has no socket before its turn has come.
  if (response.socket) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > most) {
    socket.destroy();
    return true;
  }
  waiting.set(socket, count);
  response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return false;
}
