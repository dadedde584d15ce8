import { afterEach, aroundAll } from "vitest";
import { removeFolders } from "../app-server";
import { showOpenPages } from "../browser/shown-pages";

// Evaluated for each file, but its imports only once: the lists of open pages and directories must not be here.
afterEach(showOpenPages);
// Around the file's own hooks, because a failed one skips later ones.
aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await removeFolders();
  }
});
