import { Worker } from "node:worker_threads";
import { singleton } from "~/singleton.server";
import type { ReadPdf } from "./read-pdf";

/** Of each thread, for its objects and for unpacked bytes. */
const mostMemory = 192 * 1024 * 1024;
const watchMs = 50;
/** A start costs a fifth of a second: a thread waits a moment for the next file. */
const idleMs = 30_000;

type Thread = { worker: Worker; idle?: NodeJS.Timeout };
const threads = singleton("PDF threads", () => ({ idle: [] as Thread[] }));

/** Reads a PDF in a thread; undefined if that ran out of memory or was aborted. The bytes are copied. */
export async function readPdfApart(bytes: Uint8Array, mostPages: number, signal: AbortSignal) {
  const thread = threads.idle.pop() ?? start();
  clearTimeout(thread.idle);
  const { worker } = thread;
  const read = await new Promise<ReadPdf | undefined>((resolve) => {
    const end = (result?: ReadPdf) => {
      clearInterval(watch);
      signal.removeEventListener("abort", onAbort);
      worker.off("message", end);
      worker.off("exit", onAbort);
      resolve(result);
    };
    const onAbort = () => end();
    // The limit of V8 doesn't count unpacked bytes, which are outside of its heap.
    const watch = setInterval(async () => {
      const used = await worker.getHeapStatistics().catch(() => undefined);
      if (used && used.external_memory + used.used_heap_size > mostMemory) end();
    }, watchMs);
    worker.once("message", end);
    worker.once("exit", onAbort);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) end();
    else worker.postMessage({ bytes, mostPages });
  });
  if (read) rest(thread);
  else await worker.terminate();
  return read;
}

function start(): Thread {
  const file = import.meta.url.endsWith(".ts") ? "./pdf-worker.ts" : "./pdf-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    name: "PDF",
    resourceLimits: { maxOldGenerationSizeMb: 176, maxYoungGenerationSizeMb: 16 },
    // What the parser warns about is no message for the log.
    stdout: true,
    stderr: true,
  });
  // Such as too little memory. It may come when nobody waits for the thread any longer, and without a listener would
  // end the program.
  worker.on("error", () => {});
  worker.once("exit", () => {
    threads.idle = threads.idle.filter((idle) => idle.worker !== worker);
  });
  worker.unref();
  return { worker };
}

function rest(thread: Thread): void {
  const end = () => {
    threads.idle = threads.idle.filter((idle) => idle !== thread);
    void thread.worker.terminate();
  };
  thread.idle = setTimeout(end, idleMs).unref();
  threads.idle.push(thread);
}
