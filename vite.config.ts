import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: { target: "es2022", assetsInlineLimit: 0 },
  // The HTTP shell is the input of the server build, so that the shell and the routes share one copy of every
  // module: one pool, one configuration, one queue.
  environments: { ssr: { build: { rollupOptions: { input: "./server/main.ts" } } } },
});
