import { afterEach } from "vitest";
import { showOpenPages } from "../browser/shown-pages";

// Evaluated for each file, but its imports only once: the list of open pages must not be here.
afterEach(showOpenPages);
