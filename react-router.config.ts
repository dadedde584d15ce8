import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Routes by and by would be asked for by the addresses on the page, ids of applications among them.
  routeDiscovery: { mode: "initial" },
  buildEnd: forgetStillPages,
} satisfies Config;

type Manifest = {
  entry: { imports: string[] };
  routes: Record<string, { module?: string; imports?: string[] | undefined }>;
};

/**
 * Takes from the list of routes, which every page with React loads, the files of pages that are read, of which the
 * router never shows one, and what every page with React has loaded already (L-STILL-3).
 */
function forgetStillPages() {
  const folder = "build/client/assets";
  const [name = ""] = readdirSync(folder).filter((file) => /^manifest-[0-9a-f]{8}\.js$/.test(file));
  const [, before, json = "", after] = /^([^{]*)(.*\})([^}]*)$/s.exec(readFileSync(`${folder}/${name}`, "utf8")) ?? [];
  const manifest: Manifest = JSON.parse(json);
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && readFileSync(`app/${file}`, "utf8").includes("handle = stillPage"),
  );
  const still = new Set(files.map((file) => file.replace(/\.tsx$/, "")));
  const loaded = new Set([...manifest.entry.imports, ...(manifest.routes.root?.imports ?? [])]);
  for (const [id, route] of Object.entries(manifest.routes)) {
    if (still.has(id)) delete route.module;
    if (still.has(id)) delete route.imports;
    else if (id !== "root") route.imports = route.imports?.filter((file) => !loaded.has(file));
  }
  writeFileSync(`${folder}/${name}`, `${before}${JSON.stringify(manifest)}${after}`);
}
