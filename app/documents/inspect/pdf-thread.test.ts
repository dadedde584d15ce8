import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { singleton } from "~/singleton.server";
import { readPdfApart } from "./pdf-thread.server";

const file = Buffer.from(
  "%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n" +
    "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\n" +
    "trailer << /Root 1 0 R >>\n%%EOF\n",
);
const read = async () => (await readPdfApart(file, 0, AbortSignal.timeout(60_000)))?.state;
const idle = () => singleton("PDF threads", () => ({ idle: [] as { worker: Worker }[] })).idle;

test("[U-KIND-11] a thread that fails while nobody waits for it ends neither the program nor the next inspection", async () => {
  expect(await read()).toBe("whole");
  const { worker } = idle().at(-1) ?? expect.unreachable();
  // As one that ran out of memory at the moment in which it was given up.
  expect(worker.emit("error", new Error("Out of memory"))).toBe(true);
  await worker.terminate();
  expect(idle().map((thread) => thread.worker)).not.toContain(worker);
  expect(await read()).toBe("whole");
});
