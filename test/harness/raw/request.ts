import { connect } from "node:net";

export type Heard = { status: number; headers: Record<string, string>; cookies: string[]; body: string };
export type RawRequest = {
  method?: string;
  /** Header lines including Host: names may be repeated. */
  lines: readonly string[];
  body?: string;
  /** Closes the connection after the response, for a server that would wait for the rest of the request. */
  hangsUp?: boolean;
};

/** Sends one request byte for byte, without a client that would normalize it, and reads the whole response. */
export function sayTo(url: string, target: string, request: RawRequest): Promise<Heard> {
  const { method = "GET", lines, body = "", hangsUp = false } = request;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "localhost");
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
      if (hangsUp && isWhole(read(text))) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(read(text)));
    const head = [`${method} ${target} HTTP/1.1`, ...lines, "Connection: close"].join("\r\n");
    socket.write(`${head}\r\n\r\n${body}`);
  });
}

const isWhole = ({ headers, body }: Heard) => Buffer.byteLength(body) >= Number(headers["content-length"]);

/** The heads of many pages, pipelined on one connection. */
export function sayAtOnce(url: string, targets: readonly string[], lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "localhost");
    const parts: string[] = [];
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => parts.push(String(chunk)));
    socket.on("error", reject);
    socket.on("close", () => resolve(parts.join("")));
    for (const [index, target] of targets.entries()) {
      const last = index === targets.length - 1 ? ["Connection: close"] : [];
      socket.write(`${[`HEAD ${target} HTTP/1.1`, ...lines, ...last].join("\r\n")}\r\n\r\n`);
    }
  });
}

function read(text: string): Heard {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...fields] = head.split("\r\n");
  const pairs = fields.map((line): [string, string] => {
    const [name = "", ...value] = line.split(": ");
    return [name.toLowerCase(), value.join(": ")];
  });
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(pairs),
    cookies: pairs.filter(([name]) => name === "set-cookie").map(([, value]) => value),
    body: rest.join("\r\n\r\n"),
  };
}
