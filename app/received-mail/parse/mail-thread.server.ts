import { Worker } from "node:worker_threads";
import { singleton } from "~/singleton.server";
import type { ParsedMail, UnreadMail } from "../parsed-mail";
import type { Asked } from "./mail-worker";

const threadLimits = {
  /** Of processor time: on a busy machine the thread may wait for longer than it works. */
  microseconds: 10_000_000,
  /** In case the thread doesn't even answer how much it used. */
  ms: 60_000,
  /** Of its heap and of the bytes outside: a mail of 25 MB is there about six times. */
  memory: 320 * 1024 * 1024,
};
const watchMs = 50;
/** A start costs a fifth of a second: the thread waits a moment for the next mail. */
const idleMs = 30_000;

type Thread = { worker: Worker; idle?: NodeJS.Timeout };
const threads = singleton("mail threads", () => ({ idle: undefined as Thread | undefined, last: Promise.resolve() }));

/** Undefined beyond the limits of time, memory and structure. One mail at a time; the bytes are copied. */
export async function readApart(asked: Asked, limits = threadLimits): Promise<ParsedMail | UnreadMail | undefined> {
  const before = threads.last;
  const { promise, resolve } = Promise.withResolvers<void>();
  threads.last = promise;
  await before;
  try {
    return await read(asked, limits);
  } finally {
    resolve();
  }
}

async function read(asked: Asked, limits: typeof threadLimits): Promise<ParsedMail | UnreadMail | undefined> {
  const thread = threads.idle ?? start();
  threads.idle = undefined;
  clearTimeout(thread.idle);
  const { worker } = thread;
  const before = await usedBy(worker);
  type Answer = ParsedMail | UnreadMail | { failed: string };
  const answer = await new Promise<Answer | undefined>((resolve) => {
    const end = (result?: Answer) => {
      clearInterval(watch);
      clearTimeout(late);
      worker.off("message", end);
      worker.off("exit", onExit);
      resolve(result);
    };
    const onExit = () => end();
    // The limit of V8 doesn't count the bytes of parts, which are outside of its heap.
    const watch = setInterval(async () => {
      const memory = await worker.getHeapStatistics().catch(() => undefined);
      if (memory && memory.external_memory + memory.used_heap_size > limits.memory) end();
      if ((await usedBy(worker)) - before > limits.microseconds) end();
    }, watchMs);
    const late = setTimeout(onExit, limits.ms);
    worker.once("message", end);
    worker.once("exit", onExit);
    worker.postMessage(asked);
  });
  if (answer) rest(thread);
  else await worker.terminate();
  return answer && "failed" in answer ? undefined : answer;
}

async function usedBy(worker: Worker): Promise<number> {
  const used = await worker.cpuUsage().catch(() => undefined);
  return used ? used.user + used.system : 0;
}

function start(): Thread {
  const file = import.meta.url.endsWith(".ts") ? "./mail-worker.ts" : "./mail-worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    name: "mail",
    resourceLimits: { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 32 },
    // What its libraries warn about is no message for the log.
    stdout: true,
    stderr: true,
  });
  // Such as too little memory. Without a listener it would end the program.
  worker.on("error", () => {});
  worker.once("exit", () => {
    if (threads.idle?.worker === worker) threads.idle = undefined;
  });
  worker.unref();
  return { worker };
}

function rest(thread: Thread): void {
  const end = () => {
    if (threads.idle === thread) threads.idle = undefined;
    void thread.worker.terminate();
  };
  thread.idle = setTimeout(end, idleMs).unref();
  threads.idle = thread;
}
