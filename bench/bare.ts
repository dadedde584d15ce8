import { createServer, type OutgoingHttpHeaders } from "node:http";

export type Serve = { status: number; headers: OutgoingHttpHeaders; body: string };

// The reference for pages, in its own process: Node's bare HTTP server, which repeats a response of the app. Receives
// it by IPC and reports its port.
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
