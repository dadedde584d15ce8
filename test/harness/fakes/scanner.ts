import { createServer, type Server, type Socket } from "node:net";
import { afterFile } from "../after-file";
import { freePort } from "../app-server";

/** EICAR's test string in two parts, so that scanners don't report this file. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD", "-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

const command = Buffer.from("zINSTREAM\0");

/** The client's data, once it is complete. */
function streamed(sent: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let index = command.length; index + 4 <= sent.length; ) {
    const length = sent.readUInt32BE(index);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(sent.subarray(index + 4, index + 4 + length));
    index += 4 + length;
  }
  return undefined;
}

function answer(socket: Socket) {
  let sent = Buffer.alloc(0);
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    sent = Buffer.concat([sent, Buffer.from(chunk)]);
    const bytes = streamed(sent);
    if (bytes) socket.end(bytes.includes(eicar) ? "stream: Lucaya.Eicar-Test FOUND\0" : "stream: OK\0");
  });
}

/** A fake clamd. Can be stopped and restarted. */
export async function startScanner() {
  let server: Server | undefined;
  // Not port 0: while the server is down, another process could get the port.
  const port = await freePort();
  const comeBack = async () => {
    const next = createServer(answer);
    await new Promise<void>((resolve) => next.listen(port, "127.0.0.1", resolve));
    server = next;
  };
  const goAway = async () => {
    const last = server;
    server = undefined;
    if (last) await new Promise((resolve) => last.close(resolve));
  };
  await comeBack();
  afterFile(goAway);
  return { url: `tcp://127.0.0.1:${port}`, goAway, comeBack };
}
