import type { IncomingMessage } from "node:http";

/** Bytes and milliseconds; beyond them the connection is closed. */
const maxDiscarded = { bytes: 64 * 1024 * 1024, time: 5_000 };

/** True at the body's end. Closing the connection while the client sends would lose the response. */
export async function discardBody(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.readableEnded || incoming.destroyed) return true;
  return new Promise((resolve) => {
    let left = maxDiscarded.bytes;
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end(false);
    };
    const onEnd = () => end(true);
    const timer = setTimeout(() => end(false), maxDiscarded.time);
    function end(whole: boolean) {
      clearTimeout(timer);
      incoming.off("data", onData).off("end", onEnd).off("error", onEnd).off("close", onEnd);
      resolve(whole);
    }
    incoming.on("data", onData).on("end", onEnd).on("error", onEnd).on("close", onEnd).resume();
  });
}
