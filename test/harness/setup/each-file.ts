import { afterAll, afterEach } from "vitest";
import { showOpenPages } from "../browser/shown-pages";
import { removeFolders } from "../program";

// Read anew for each file, while what it imports is kept: neither the list of open pages nor of folders may be here.
afterEach(showOpenPages);
// After the file's own: hooks of this kind run in reverse.
afterAll(removeFolders);
