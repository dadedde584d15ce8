// A thread of its own (`passport-thread.server.ts`). Node starts it as it is, so it imports packages and files with an
// extension only.
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Gray } from "./find-lines.ts";
import { openPassportReader } from "./reader.ts";

// On Linux this is the priority of the calling thread alone, so everything else in the program comes first.
setPriority(constants.priority.PRIORITY_LOW);
const opened = openPassportReader();

parentPort?.on("message", async ({ picture, today }: { picture: Gray; today: string }) => {
  const read = await opened;
  parentPort?.postMessage(read(picture, today) ?? null);
});
