import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes";

export type Route = {
  path: string;
  file: string;
  id: string;
  source: string;
  /** The file of the outermost layout around it. */
  frame: string | undefined;
};

/** Every route with a handler, with its full path; layouts have none. */
function flat(entries: readonly RouteConfigEntry[], above = "", frame?: string): Route[] {
  return entries.flatMap(({ path, index, file, id = file.replace(/\.tsx?$/, ""), children = [] }) => {
    const whole = [above, path].filter(Boolean).join("/");
    const source = () => readFileSync(join("app", file), "utf8");
    const own = path || index ? [{ path: whole, file, id, source: source(), frame }] : [];
    return [...own, ...flat(children, whole, frame ?? file)];
  });
}

/** All paths of `app/routes.ts`. */
export const listedRoutes = flat(await routes);
