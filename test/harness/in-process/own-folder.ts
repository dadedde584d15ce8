import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

// A data folder for each process, as after a first start: tests take its storage away for a while, which the files that
// run in other processes would meet.
const { folder } = inject("server");
if (process.env.DATA_DIR === folder) {
  const own = join(folder, "processes", `${process.pid}`);
  for (const name of readdirSync(folder).filter((one) => !["postgres", "processes"].includes(one)))
    cpSync(join(folder, name), join(own, name), { recursive: true });
  process.env.DATA_DIR = own;
}
