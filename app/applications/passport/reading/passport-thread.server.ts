import { Worker } from "node:worker_threads";
import { singleton } from "~/singleton.server";
import type { PassportValues } from "../values";
import type { Gray } from "./find-lines";

/** Loading takes half a second and 150 MB: the thread waits a minute for the next page. */
const idleMs = 60_000;

const thread = singleton<{ worker?: Worker | undefined; idle?: NodeJS.Timeout }>("passport thread", () => ({}));

/**
 * Reads a page in a thread of the lowest priority; null if it can't be read, undefined if it was aborted or the thread
 * ended. One page at a time. The picture's bytes are moved to the thread.
 */
export async function readApart(picture: Gray, today: string, signal: AbortSignal) {
  clearTimeout(thread.idle);
  thread.worker ??= start();
  const { worker } = thread;
  const values = await new Promise<PassportValues | null | undefined>((resolve) => {
    const end = (result?: PassportValues | null) => {
      signal.removeEventListener("abort", onEnd);
      for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
      resolve(result);
    };
    const onEnd = () => end();
    worker.once("message", end);
    worker.once("error", onEnd);
    worker.once("exit", onEnd);
    signal.addEventListener("abort", onEnd);
    if (signal.aborted) end();
    else worker.postMessage({ picture, today }, [picture.pixels.buffer as ArrayBuffer]);
  });
  if (values === undefined) await endThread();
  else thread.idle = setTimeout(endThread, idleMs).unref();
  return values;
}

async function endThread(): Promise<void> {
  const { worker } = thread;
  thread.worker = undefined;
  await worker?.terminate();
}

function start(): Worker {
  const file = import.meta.env.DEV ? "./passport-worker.ts" : "./passport-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    name: "passport page",
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    // What Tesseract says about a line is no message for the log.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  return worker;
}
