import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What every public page loads comes in few files: one is compressed better than thirty, and asked for once.
const shared = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
  { name: "frame", test: /app\/site\/(shell|error-pages)|app\/ui\/(guilloche|button)\./, priority: 2 },
  { name: "fields", test: /app\/ui\/(field|input|select|banner|tone|trap-field)\./, priority: 2 },
  {
    name: "pieces",
    test: /app\/(ui\/(badge|breadcrumbs|call-to-action|card|heading|link|page-hero)|content\/head|site\/(texts\/default-metadata|use-settings))\./,
    priority: 2,
  },
  // The list of all routes, which every page loads, names the files of each: those of the desk are few as well.
  {
    name: "desk",
    test: /app\/(accounts\/(?!nassau-time)|ui\/(table|tabs|status-badge|stat-card|pagination)\.)|\/admin\./,
    minShareCount: 2,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
  environments: {
    // The HTTP shell is the input of the server build, so that the shell and the routes share one copy of every
    // module: one pool, one configuration, one queue.
    ssr: { build: { rollupOptions: { input: "./server/main.ts" } } },
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: shared } } } } },
  },
});
