import { serveStatic } from "@hono/node-server/serve-static";
import { hashedFile } from "./headers";

/** Compressed at build time. Names under `/assets/` contain a hash: cached for a year. */
export const staticFiles = serveStatic({
  root: "build/client",
  precompressed: true,
  onFound(path, c) {
    const hashed = path.includes("/assets/");
    c.header("Cache-Control", hashed ? hashedFile : "public, max-age=3600");
  },
});
