import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Routes by and by would be asked for by the addresses on the page, ids of applications among them.
  routeDiscovery: { mode: "initial" },
  buildEnd: forgetStillPages,
} satisfies Config;

/**
 * Takes from the list of routes, which every page with React loads, what the router would fetch ahead for pages that
 * are read: it never shows one (L-STILL-3).
 */
function forgetStillPages() {
  const folder = "build/client/assets";
  const [name = ""] = readdirSync(folder).filter((file) => /^manifest-[0-9a-f]{8}\.js$/.test(file));
  const [, before, json = "", after] = /^([^{]*)(.*\})([^}]*)$/s.exec(readFileSync(`${folder}/${name}`, "utf8")) ?? [];
  const manifest: { routes: Record<string, { imports?: string[] }> } = JSON.parse(json);
  const still = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && readFileSync(`app/${file}`, "utf8").includes("handle = stillPage"))
    .map((file) => file.replace(/\.tsx$/, ""));
  for (const id of still) delete manifest.routes[id]?.imports;
  writeFileSync(`${folder}/${name}`, `${before}${JSON.stringify(manifest)}${after}`);
}
