import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Routes by and by would be asked for by the addresses on the page, ids of applications among them.
  routeDiscovery: { mode: "initial" },
  // A page's loader and action in the browser are a few lines: not worth files of their own.
  splitRouteModules: false,
  buildEnd: shortenLists,
} satisfies Config;

type Route = {
  parentId?: string;
  path?: string;
  index?: boolean;
  hasDefaultExport?: boolean;
  module?: string | undefined;
  imports?: string[] | undefined;
};
type Manifest = { url: string; entry: { imports: string[] }; routes: Record<string, Route> };

/**
 * Shortens the list of routes, which every page with React loads (L-STILL-3), and writes one without the desk next to
 * it, which all pages but the desk's load (`entry.server.tsx`).
 */
function shortenLists() {
  const folder = "build/client/assets";
  const [name = ""] = readdirSync(folder).filter((file) => /^manifest-[0-9a-f]{8}\.js$/.test(file));
  const [, before, json = "", after] = /^([^{]*)(.*\})([^}]*)$/s.exec(readFileSync(`${folder}/${name}`, "utf8")) ?? [];
  const manifest: Manifest = JSON.parse(json);
  const write = (file: string, list: Manifest) =>
    writeFileSync(`${folder}/${file}`, `${before}${JSON.stringify(list, unmarked)}${after}`);
  forgetStillPages(manifest);
  write(name, manifest);
  // React draws the page's link to the list again, by the address in the list itself.
  const url = manifest.url.replace(/\.js$/, "-public.js");
  write(name.replace(".js", "-public.js"), {
    ...manifest,
    url,
    routes: withoutFetched(withoutUnlinked(manifest.routes)),
  });
}

/** Takes out the files of pages that are read, of which the router never shows one, and what is loaded already. */
function forgetStillPages({ entry, routes }: Manifest): void {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && readFileSync(`app/${file}`, "utf8").includes("handle = staticPage"),
  );
  const still = new Set(files.map((file) => file.replace(/\.tsx$/, "")));
  const loaded = new Set([...entry.imports, ...(routes.root?.imports ?? [])]);
  for (const [id, route] of Object.entries(routes)) {
    if (still.has(id)) delete route.module;
    if (still.has(id)) delete route.imports;
    else if (id !== "root") route.imports = route.imports?.filter((file) => !loaded.has(file));
  }
}

/** Addresses that staff open, or that browsers and programs request: the router of a public page opens none. */
const unlinked =
  /^(admin|functions|webhooks|social|pictures|robots|sitemap\.xml|site\.webmanifest|services\/views|blog\/feed|speculation|\.well-known)/;

/** The routes of public pages and of what these link to, and their layouts. */
function withoutUnlinked(routes: Manifest["routes"]): Manifest["routes"] {
  const kept = new Set<string>();
  for (const [id, { path, index }] of Object.entries(routes)) {
    const above = [id];
    for (let at = routes[id]?.parentId; at; at = routes[at]?.parentId) above.push(at);
    const isUnlinked = above.some((one) => unlinked.test(routes[one]?.path ?? ""));
    if ((path !== undefined || index) && !isUnlinked) for (const one of above) kept.add(one);
  }
  return Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
}

/** Takes out the files of addresses that show no page: a page's script fetches them without the router. */
const withoutFetched = (routes: Manifest["routes"]): Manifest["routes"] =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      route.hasDefaultExport ? route : { ...route, module: undefined, imports: undefined },
    ]),
  );

/** The router asks only whether a mark of a route is true: what is not is left out. */
const unmarked = (_name: string, value: unknown) => (value === false ? undefined : value);
