import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "~/routes";
import {
  forRobots,
  isAnswers,
  isFetched,
  isInquiry,
  isLongForm,
  isUpload,
  ownProofs,
  publicFrames,
  publicPages,
} from "./paths";

/** Every address of `routes.ts`, from its root. */
function pathsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    return [...(path !== undefined || index ? [own || "/"] : []), ...pathsOf(children, own)];
  });
}
const known = pathsOf(routes);

/** The ids that the router gives to the files of `routes.ts`, and to the root around them. */
const idsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, id, children = [] }) => [id ?? file.replace(/\.tsx?$/, ""), ...idsOf(children)]);
const routeIds = ["root", ...idsOf(routes)];

const id = "0b6a7412-0000-4000-8000-123456789abc";

test("the page cache names no route that routes.ts does not have", () => {
  for (const route of [...publicFrames, ...publicPages.map(({ route }) => route)]) expect(routeIds).toContain(route);
});

test("the shell names no address that routes.ts does not have", () => {
  for (const { path } of publicPages) expect(known).toContain(path);
  for (const path of [...Object.keys(ownProofs), ...forRobots.allow.map((path) => path.replace("$", ""))])
    expect(known).toContain(path);
  for (const path of forRobots.disallow) expect(known.some((one) => one.startsWith(`${path}/`))).toBe(true);
});

test("what the shell treats in a way of its own are these addresses of routes.ts", () => {
  const of = (holds: (path: string) => boolean) => known.filter((path) => holds(path.replace(":id", id)));
  expect(of(isAnswers)).toEqual(["/apply/start", "/apply/:id", "/apply/:id/save"]);
  expect(of(isUpload)).toEqual([
    "/contact/upload",
    "/apply/:id/upload",
    "/apply/:id/upload/save",
    "/apply/:id/documents",
    "/apply/:id/documents/save",
  ]);
  expect(of(isInquiry)).toEqual(["/contact"]);
  expect(of(isLongForm)).toEqual([
    "/apply/start",
    "/apply/:id",
    "/apply/:id/withdraw",
    "/admin/applications/:id",
    "/admin/inquiries/:id",
    "/admin/services/:id",
  ]);
  expect(of(isFetched).filter((path) => !/^\/(functions|webhooks)\//.test(path))).toEqual([
    "/contact/send",
    "/contact/upload",
    "/apply/:id/save",
    "/apply/:id/upload/save",
    "/apply/:id/documents/save",
    "/admin/session/sign-in",
  ]);
});
