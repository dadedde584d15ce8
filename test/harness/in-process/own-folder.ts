import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

// A data directory per process, as after a first start: tests make its storage unavailable for a while, which files in
// other processes must not notice.
const { folder } = inject("server");
if (process.env.DATA_DIR === folder) {
  const own = join(folder, "processes", `${process.pid}`);
  for (const name of readdirSync(folder).filter((entry) => !["postgres", "processes"].includes(entry)))
    cpSync(join(folder, name), join(own, name), { recursive: true });
  process.env.DATA_DIR = own;
}
