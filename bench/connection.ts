import { connect, type Socket } from "node:net";

type Answer = { status: number; bytes: number; body: Buffer };
export type Connection = { send: (request: string) => Promise<Answer>; close: () => void };

type Head = { status: number; length: number | undefined; start: number };

/**
 * A keep-alive connection that sends one request at a time. Uses the socket directly: Node's HTTP client costs about as
 * much as its server, so on two cores the client would limit the measurement. Reads bodies with a length and chunked
 * ones.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(opening));
    opening.once("error", reject);
  });
  let chunks: Buffer[] = [];
  let bytes = 0;
  let head: Head | undefined;
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  socket.on("data", (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (!head) {
      const read = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      chunks = [read];
      head = readHead(read);
    }
    if (!head || !isComplete(head, bytes, chunks)) return;
    const answer = { status: head.status, bytes, body: bodyOf(head, Buffer.concat(chunks)) };
    chunks = [];
    bytes = 0;
    head = undefined;
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(answer);
  });
  const fail = (error: Error) => waiting?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The connection was closed")));

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function readHead(data: Buffer): Head | undefined {
  const end = data.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const text = data.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  return {
    status: Number(text.slice(9, 12)),
    length: length === undefined ? undefined : Number(length),
    start: end + 4,
  };
}

function isComplete(head: Head, bytes: number, chunks: Buffer[]) {
  if (head.length !== undefined) return bytes >= head.start + head.length;
  if (head.status === 204 || head.status === 304) return true;
  const last = chunks.at(-1);
  const tail = last && last.length >= 5 ? last : Buffer.concat(chunks.slice(-5));
  return tail.toString("latin1", tail.length - 5) === "0\r\n\r\n";
}

function bodyOf(head: Head, data: Buffer): Buffer {
  if (head.length !== undefined) return data.subarray(head.start);
  const parts: Buffer[] = [];
  let position = head.start;
  while (position < data.length) {
    const line = data.indexOf("\r\n", position);
    const size = Number.parseInt(data.toString("latin1", position, line), 16);
    if (!(size > 0)) break;
    parts.push(data.subarray(line + 2, line + 2 + size));
    position = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/** The text of a request, as on a browser's keep-alive connection. */
export function requestText(
  method: string,
  host: string,
  path: string,
  headers: Record<string, string>,
  body = "",
): string {
  const all: Record<string, string> = { Host: host, ...headers };
  if (method !== "GET") all["Content-Length"] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
