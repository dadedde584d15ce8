// A thread of its own (`mail-thread.server.ts`): a mail that exhausts its heap or its time ends only this. Node starts
// it as it is, so it imports packages and files with an extension only.
import { parentPort } from "node:worker_threads";
import type { Ours } from "../parsed-mail.ts";
import { readHead, readMail } from "./read-mail.ts";

export type Asked = { bytes: Uint8Array; ours: Ours; isHead: boolean };

parentPort?.on("message", async ({ bytes, ours, isHead }: Asked) => {
  try {
    const mail = isHead ? await readHead(bytes, ours) : await readMail(bytes, ours);
    // Many parts can be views of one buffer, so they are copied.
    parentPort?.postMessage(mail);
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});
