// A thread of its own (`passport-thread.server.ts`). Node starts it as it is, so it imports packages and files with an
// extension only.
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Gray } from "./find-lines.ts";
import { openPassportReader } from "./reader.server.ts";

// On Linux this is the priority of the calling thread alone: of a busy processor it gets a tenth of what the program's
// other threads get. At the lowest priority (19) a page was not read in minutes while two processors were busy.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const opened = openPassportReader();

parentPort?.on("message", async ({ picture, today }: { picture: Gray; today: string }) => {
  const read = await opened;
  parentPort?.postMessage(read(picture, today) ?? null);
});
