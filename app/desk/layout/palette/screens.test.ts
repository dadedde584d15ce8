import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "../../../routes";
import { actionsFor, screensFor } from "./screens";

/** Every desk page with its own URL, except pages of records. */
const pages = (entries: readonly RouteConfigEntry[], inDesk = false): string[] =>
  entries.flatMap(({ path, file, children = [] }) => [
    ...(inDesk && path && !/[:*]/.test(path) ? [`/${path}`] : []),
    ...pages(children, inDesk || file === "desk/layout/layout.tsx"),
  ]);
/** Desk pages that are reached from other pages only, not from the palette. */
const linkedOnly = ["/admin/undo", "/admin/applications/columns", "/admin/people/known", "/admin/emails/unverified"];

const itemsFor = (role: "super_admin" | "regular_admin") =>
  [...screensFor(role), ...actionsFor(role, "/admin", true)].map(({ to = "" }) => to.replace(/[?#].*/, ""));

test("[K-KEY-4] a super admin gets every screen once", async () => {
  const all = pages(await routes).filter((path) => !linkedOnly.includes(path));
  const ids = [...screensFor("super_admin"), ...actionsFor("super_admin", "/admin", true)].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(all.filter((path) => path.startsWith("/admin") && !itemsFor("super_admin").includes(path))).toEqual([]);
});

test("[K-KEY-3] a regular admin gets no screen that requires a super admin", async () => {
  const flat = (entries: readonly RouteConfigEntry[]): readonly RouteConfigEntry[] =>
    entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
  const all = flat(await routes);
  const supers = all.filter(({ file }) => readFileSync(join("app", file), "utf8").includes("requireSuperAdmin("));
  const paths = supers.map(({ path }) => `/${path}`);
  expect(paths).toEqual(expect.arrayContaining(["/admin/users", "/admin/privacy"]));
  expect(itemsFor("regular_admin").filter((path) => paths.includes(path))).toEqual([]);
});
