// Draws the PDFs of the forms library from the site's content: `node scripts/forms.mjs`, after a change. They are
// committed, so that a start needs neither the time nor the library.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createServer } from "vite";

const folder = "app/content/forms/library";
const vite = await createServer({
  configFile: false,
  appType: "custom",
  logLevel: "warn",
  server: { middlewareMode: true, hmr: false, ws: false },
  resolve: { alias: { "~": resolve("app") } },
});
const { makeForms } = await vite.ssrLoadModule("/scripts/forms/make.ts");
mkdirSync(folder, { recursive: true });
for (const [name, bytes] of await makeForms()) {
  writeFileSync(`${folder}/${name}`, bytes);
  console.log(`${name}  ${Math.ceil(bytes.length / 1024)} KB`);
}
await vite.close();
