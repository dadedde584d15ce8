import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes";

export type Route = { path: string; file: string; id: string; source: string };

/** Every route that answers an address, with its whole path; layouts answer none of their own. */
function flat(entries: readonly RouteConfigEntry[], above = ""): Route[] {
  return entries.flatMap(({ path, index, file, id = file.replace(/\.tsx?$/, ""), children = [] }) => {
    const whole = [above, path].filter(Boolean).join("/");
    const own = path || index ? [{ path: whole, file, id, source: readFileSync(join("app", file), "utf8") }] : [];
    return [...own, ...flat(children, whole)];
  });
}

/** All addresses of `app/routes.ts`. */
export const listedRoutes = flat(await routes);
