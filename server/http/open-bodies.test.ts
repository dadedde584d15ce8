import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { refuseBody } from "./open-bodies";

const open: IncomingMessage[] = [];
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});

/** Begins a request whose body does not arrive; whether it was refused. */
function openBody(address: string): boolean {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: address });
  const request = new IncomingMessage(socket);
  request.method = "POST";
  request.headers["content-length"] = "300";
  open.push(request);
  const refused = refuseBody(request, new ServerResponse(request));
  // Its end is not waited for.
  if (refused) request.push(null);
  return refused;
}

test("[V-ATK-6] while more than 100 bodies are open, an IP's eighth is accepted and its ninth is refused", () => {
  const otherBodies = Array.from({ length: 93 }, (_, number) => openBody(`10.9.${number}.1`));
  expect(otherBodies).not.toContain(true);
  // The eighth is the 101st of all.
  const own = Array.from({ length: 9 }, () => openBody("10.8.0.1"));
  expect(own).toEqual([...Array.from({ length: 8 }, () => false), true]);
  expect(openBody("10.7.0.1"), "somebody else's first").toBe(false);
});
