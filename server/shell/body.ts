import type { IncomingMessage } from "node:http";

/** What is read of a refused body at most, in bytes and in milliseconds; whoever sends for longer is cut off. */
const patience = { bytes: 64 * 1024 * 1024, time: 5_000 };

/**
 * Throws away what a refused request still sends; whether it came to its end. A connection that is closed on who is
 * sending loses the answer; who never ends is answered all the same.
 */
export async function discardBody(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.readableEnded || incoming.destroyed) return true;
  return new Promise((resolve) => {
    let left = patience.bytes;
    const onData = (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) end(false);
    };
    const onEnd = () => end(true);
    const timer = setTimeout(() => end(false), patience.time);
    function end(whole: boolean) {
      clearTimeout(timer);
      incoming.off("data", onData).off("end", onEnd).off("error", onEnd).off("close", onEnd);
      resolve(whole);
    }
    incoming.on("data", onData).on("end", onEnd).on("error", onEnd).on("close", onEnd).resume();
  });
}
