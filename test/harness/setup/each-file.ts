import { afterEach, aroundAll } from "vitest";
import { removeFolders } from "../app-server";
import { showOpenPages } from "../browser/shown-pages";

// Read anew for each file, while what it imports is kept: neither the list of open pages nor of folders may be here.
afterEach(showOpenPages);
// Around the file's own hooks, of which a failed one keeps the rest from running.
aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await removeFolders();
  }
});
