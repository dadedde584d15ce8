// A thread of its own (`pdf-thread.server.ts`): a PDF that exhausts its heap or its time ends only this. Node starts it
// as it is, so it imports packages and files with an extension only.
import { parentPort } from "node:worker_threads";
import { readPdf } from "./read-pdf.ts";

parentPort?.on("message", async ({ bytes, mostPages }: { bytes: Uint8Array; mostPages: number }) => {
  const read = await readPdf(bytes, mostPages);
  parentPort?.postMessage(
    read,
    read.pictures.map((picture) => picture.bytes.buffer as ArrayBuffer),
  );
});
