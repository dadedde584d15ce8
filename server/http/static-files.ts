import { serveStatic } from "@hono/node-server/serve-static";
import { hashedFile } from "./headers";

/** The built files, compressed beforehand. Names under `/assets/` hold a hash of their content: cached for a year. */
export const staticFiles = serveStatic({
  root: "build/client",
  precompressed: true,
  onFound(path, c) {
    const hashed = path.includes("/assets/");
    c.header("Cache-Control", hashed ? hashedFile : "public, max-age=3600");
  },
});
