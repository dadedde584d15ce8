import { createServer, type OutgoingHttpHeaders } from "node:http";

export type Serve = { status: number; headers: OutgoingHttpHeaders; body: string };

// The yardstick, a process of its own: Node's HTTP server with nothing around it, answering every request with the
// very bytes (and headers) that the program answered. Takes them by IPC and says on which port it serves them.
process.once("message", ({ status, headers, body }: Serve) => {
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(address && typeof address === "object" ? address.port : 0);
  });
});
process.on("disconnect", () => process.exit(0));
