import { connect, type Socket } from "node:net";

export type HeldBody = {
  socket: Socket;
  /** Sends bytes of the body; resolves once the kernel has them. */
  give: (bytes: Uint8Array) => Promise<void>;
  /** The response so far. */
  said: () => string;
  /** Whether the other end has closed the connection. */
  over: () => boolean;
  /** Resolves when the app has read the head, and asks for the body. */
  open: Promise<void>;
};

/** A request whose body the test sends piece by piece, from its own IP (TRUST_PROXY). */
export function holdBody(
  url: string,
  path: string,
  { address, length, lines = [] }: { address: string; length: number; lines?: string[] },
): HeldBody {
  const { host, port } = new URL(url);
  const socket = connect(Number(port), "localhost");
  let response = "";
  let over = false;
  socket.on("error", () => undefined);
  socket.on("close", () => {
    over = true;
  });
  socket.setEncoding("utf8");
  const open = new Promise<void>((resolve) =>
    socket.on("data", (chunk) => {
      response += chunk;
      // The interim response is sent when the request is handled.
      if (response.startsWith("HTTP/1.1 100 ")) resolve();
    }),
  );
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${url}`,
    `X-Forwarded-For: ${address}`,
    `Content-Length: ${length}`,
    "Expect: 100-continue",
    ...lines,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return {
    socket,
    give: (bytes) =>
      new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve()))),
    said: () => response.replace(/^HTTP\/1.1 100 [\s\S]*?\r\n\r\n/, ""),
    over: () => over,
    open,
  };
}
