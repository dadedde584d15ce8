// Hot reload on the same embedded database: Vite serves the browser's files and loads the server's modules.
import { createServer } from "vite";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
const { run } = await vite.ssrLoadModule("./server/main.ts");
await run(["start"], vite);
