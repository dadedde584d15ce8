import { serveStatic } from "@hono/node-server/serve-static";

/** The built files, compressed beforehand. Names under `/assets/` hold a hash of their content: cached for a year. */
export const staticFiles = serveStatic({
  root: "build/client",
  precompressed: true,
  onFound(path, c) {
    const hashed = path.includes("/assets/");
    c.header("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
  },
});
