import { connect } from "node:net";
import { config } from "~/config.server";
import { reportOutage, resolveOutage } from "~/core/outages.server";
import { chunksOf } from "./storage.server";

/** `virus` is its name; "away": the scanner does not respond, which is logged and shown to staff. */
export type Verdict = "clean" | "away" | { virus: string };

const subject = "The virus scanner";
/** Milliseconds without a response after which the scanner counts as unavailable. */
const timeout = 15_000;

export const scans = config.CLAMAV_URL !== undefined;

/** Scans a file by clamd's INSTREAM at CLAMAV_URL. Any unclear response counts as "away". */
export async function scan(bytes: Blob, url = config.CLAMAV_URL ?? ""): Promise<Verdict> {
  try {
    const reply = await sendToScanner(new URL(url), bytes);
    const virus = /^stream: (.+) FOUND$/.exec(reply)?.[1]?.slice(0, 200);
    if (!virus && reply !== "stream: OK") throw new Error(`clamd answered: ${reply.slice(0, 200)}`);
    await resolveOutage(subject);
    return virus ? { virus } : "clean";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await reportOutage(subject, {
      setting: "CLAMAV_URL",
      message: `Fix CLAMAV_URL: files are on hold until they can be scanned (${reason})`,
    });
    return "away";
  }
}

function sendToScanner(url: URL, bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port || 3310), url.hostname.replace(/^\[|\]$/g, ""));
    let reply = "";
    socket.setTimeout(timeout, () => socket.destroy(new Error("no answer in time")));
    socket.on("data", (chunk: Buffer) => {
      reply += chunk;
    });
    socket.on("error", reject);
    // clamd may respond and close the connection before it has read everything.
    socket.once("close", () => (reply ? resolve(reply.replace(/\0.*$/s, "").trim()) : reject(new Error("no answer"))));
    socket.once("connect", () => void send().catch(reject));
    async function send() {
      socket.write("zINSTREAM\0");
      for await (const chunk of chunksOf(bytes)) {
        if (socket.destroyed) return;
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        socket.write(length);
        if (!socket.write(chunk)) await drained();
      }
      socket.write(Buffer.alloc(4));
    }
    const drained = () =>
      new Promise<void>((go) => {
        const on = () => {
          socket.off("drain", on).off("close", on);
          go();
        };
        socket.on("drain", on).on("close", on);
      });
  });
}
