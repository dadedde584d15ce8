import { afterEach } from "vitest";
import { showOpenPages } from "./shown-pages";

// Read anew for each file, while what it imports is kept: the list of open pages must not be here.
afterEach(showOpenPages);
