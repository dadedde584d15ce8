import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "~/routes";
import {
  externalPostProofs,
  forRobots,
  isDocument,
  isFetched,
  isInquiry,
  isLongForm,
  isOfAnApplication,
  isPrivate,
  isRequestsForm,
  isStepForm,
  isUpload,
  publicPages,
  savedApplication,
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

test("every route in the page cache is in routes.ts", () => {
  for (const route of publicPages.map(({ route }) => route)) expect(routeIds).toContain(route);
});

test("every path in the HTTP layer is in routes.ts", () => {
  for (const { path } of publicPages) expect(known).toContain(path);
  for (const path of [...Object.keys(externalPostProofs), ...forRobots.allow.map((path) => path.replace("$", ""))])
    expect(known).toContain(path);
  for (const path of forRobots.disallow) expect(known.some((knownPath) => knownPath.startsWith(`${path}/`))).toBe(true);
});

test("the HTTP layer's special cases are exactly these paths of routes.ts", () => {
  const of = (holds: (path: string) => boolean) => known.filter((path) => holds(path.replace(":id", id)));
  expect(of(isStepForm)).toEqual(["/apply/start", "/apply/:id", "/apply/:id/save", "/admin/applications/:id/enter"]);
  expect(of(isUpload)).toEqual([
    "/contact/upload",
    "/apply/:id/upload",
    "/apply/:id/upload/save",
    "/apply/:id/documents",
    "/apply/:id/documents/save",
    "/apply/:id/requests/save",
    "/admin/pictures",
  ]);
  expect(of(isInquiry)).toEqual(["/contact"]);
  expect(of(isRequestsForm)).toEqual(["/apply/:id/requests"]);
  expect(of(isLongForm)).toEqual([
    "/apply/start",
    "/apply/:id",
    "/apply/:id/messages",
    "/apply/:id/requests",
    "/apply/:id/withdraw",
    "/apply/:id/wrong",
    "/apply/:id/data",
    "/admin/content/links/progress",
    "/admin/content/newsletter/export",
    "/admin/applications/new",
    "/admin/applications/:id",
    "/admin/applications/:id/enter",
    "/admin/applications/:id/decision",
    "/admin/applications/:id/messages",
    "/admin/content/redirects",
    "/admin/content/links",
    "/admin/content/newsletter",
    "/admin/content/newsletter/issues",
    "/admin/content/:kind",
    "/admin/content/:kind/:key",
    "/admin/replies",
    "/admin/applications/:id/fees",
    "/admin/applications/:id/key-dates",
    "/admin/consultations/:id",
    "/admin/inquiries/:id/consultation",
    "/admin/applications/:id/requests",
    "/admin/inquiries/new",
    "/admin/inquiries/:id/application",
    "/admin/inquiries/:id",
    "/admin/services/:id",
  ]);
  expect(of(isFetched).filter((path) => !/^\/(functions|webhooks)\//.test(path))).toEqual([
    "/contact/send",
    "/contact/upload",
    "/apply/:id/save",
    "/apply/:id/upload/save",
    "/apply/:id/documents/save",
    "/apply/:id/documents/state",
    "/apply/:id/messages/send",
    "/apply/:id/requests/save",
    "/apply/:id/withdraw/take-back",
    "/apply/:id/data/copy",
    "/apply/:id/appointments/answer",
    "/apply/:id/email/again",
    "/apply/:id/email/change",
    "/admin/session/sign-in",
    "/admin/session/code",
    "/admin/session/confirm",
    "/admin/applications/:id/messages/send",
    "/admin/pictures",
  ]);
});

test("the private paths are the desk, applications, documents and the newsletter's links, with everything below", () => {
  const paths = ["/admin", "/Admin/login", "/apply", "/apply/1", "/application/resume", "/documents/1", "/apply.data"];
  for (const path of [...paths, "/reminders", "/newsletter/confirm", "/newsletter/unsubscribe/x"])
    expect([path, isPrivate(path)]).toEqual([path, true]);
  for (const path of ["/", "/services", "/applying", "/administration", "/blog/admin", "/newsletter", "/newsletter/"])
    expect([path, isPrivate(path)]).toEqual([path, false]);
});

test("an application's or document's paths are below its own path", () => {
  const of = (path: string) => [isOfAnApplication(path), isDocument(path)];
  expect(of("/apply/1")).toEqual([true, false]);
  expect(of("/documents/1")).toEqual([false, true]);
  expect(of("/forms/1/download")).toEqual([false, true]);
  for (const path of ["/apply", "/documents", "/forms", "/forms/1/unavailable", "/x/apply/1", "/x/documents/1", "/"])
    expect(of(path)).toEqual([false, false]);
});

test("a path has to match completely, and its .data form only where forms are sent", () => {
  expect([isStepForm("/apply/1.data"), isStepForm("/apply/1/save.data"), isUpload("/apply/1/upload.data")]).toEqual([
    true,
    true,
    true,
  ]);
  for (const path of ["/apply/", "/apply/1/2", "/apply/1/save/x", "/x/apply/1/save", "/apply/1.data.data"])
    expect([path, isStepForm(path)]).toEqual([path, false]);
  for (const path of ["/contact/upload.data", "/apply/1/upload/save.data", "/apply/1/uploads", "/contact"])
    expect([path, isUpload(path)]).toEqual([path, false]);
  expect([isInquiry("/contact.data"), isInquiry("/contact/send"), isFetched("/functions/a/b")]).toEqual([
    false,
    false,
    true,
  ]);
  expect([
    isLongForm(`/admin/inquiries/${id}`),
    isLongForm("/admin/inquiries/export"),
    isLongForm("/admin/services/new"),
  ]).toEqual([true, false, true]);
});

test("the application id is read from the path of a save", () => {
  expect(savedApplication(`/apply/${id}/save`)).toBe(id);
  expect(savedApplication(`/apply/${id.toUpperCase()}/save`)).toBe(id.toUpperCase());
  for (const target of [
    `/apply/${id}`,
    `/apply/${id}/save?x`,
    `/x/apply/${id}/save`,
    "/apply/1/save",
    `/apply/${id}0/save`,
  ])
    expect(savedApplication(target)).toBeUndefined();
});

test("every path that accepts cross-origin POSTs has its own proof", () => {
  expect(externalPostProofs).toEqual({
    "/webhooks/mail": "signature",
    "/webhooks/inbound-mail": "signature",
    "/newsletter/unsubscribe": "token in its address",
    "/reminders": "token in its address",
  });
  expect(forRobots.disallow).toEqual(["/admin", "/apply", "/application", "/documents", "/functions"]);
});
