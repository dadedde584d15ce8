import { Worker } from "node:worker_threads";
import { log } from "~/log.server";
import { singleton } from "~/singleton.server";
import type { PassportValues } from "../values";
import type { Gray } from "./find-lines";

/** Loading takes half a second and 150 MB: the thread waits a minute for the next page. */
const idleMs = 60_000;
/** Of a page, in processor time: on a busy machine the thread may wait for longer than it works. */
const mostMicroseconds = 20_000_000;
const watchMs = 1_000;

const thread = singleton<{ worker?: Worker | undefined; idle?: NodeJS.Timeout }>("passport thread", () => ({}));

/**
 * Reads a page in a thread of low priority; null if it can't be read, undefined if it took too long, was aborted or the
 * thread ended. One page at a time. The picture's bytes are moved to the thread.
 */
export async function readApart(picture: Gray, today: string, signal: AbortSignal) {
  clearTimeout(thread.idle);
  thread.worker ??= start();
  const { worker } = thread;
  const before = await usedBy(worker);
  const values = await new Promise<PassportValues | null | undefined>((resolve) => {
    const end = (result?: PassportValues | null) => {
      clearInterval(watch);
      signal.removeEventListener("abort", onEnd);
      worker.off("message", end);
      worker.off("exit", onEnd);
      resolve(result);
    };
    const onEnd = () => end();
    const watch = setInterval(async () => {
      if ((await usedBy(worker)) - before > mostMicroseconds) end();
    }, watchMs);
    worker.on("message", end);
    worker.on("exit", onEnd);
    signal.addEventListener("abort", onEnd);
    if (signal.aborted || thread.worker !== worker) end();
    else worker.postMessage({ picture, today }, [picture.pixels.buffer as ArrayBuffer]);
  });
  if (values === undefined) await endThread();
  else thread.idle = setTimeout(endThread, idleMs).unref();
  return values;
}

/** Microseconds of processor time since the thread's start. */
async function usedBy(worker: Worker): Promise<number> {
  const used = await worker.cpuUsage().catch(() => undefined);
  return used ? used.user + used.system : 0;
}

async function endThread(): Promise<void> {
  const { worker } = thread;
  thread.worker = undefined;
  await worker?.terminate();
}

function start(): Worker {
  const file = import.meta.url.endsWith(".ts") ? "./passport-worker.ts" : "./passport-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    name: "passport page",
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    // What Tesseract says about a line is no message for the log.
    stdout: true,
    stderr: true,
  });
  // Without a listener an error of the thread, such as too little memory, would end the program.
  worker.on("error", (err) => log.warn({ err }, "the thread that reads passport pages failed"));
  worker.once("exit", () => {
    if (thread.worker === worker) thread.worker = undefined;
  });
  worker.unref();
  return worker;
}
