import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bodyPolicyOf } from "./body-policy";

const units: Record<string, number> = { k: 1024, m: 1024 * 1024 };
const file = readFileSync("deploy/nginx/location.conf", "utf8");
const sizeIn = (text: string): number | null => {
  const [, number, unit = ""] = /client_max_body_size (\d+)([km]);/.exec(text) ?? [];
  return number ? Number(number) * (units[unit] ?? Number.NaN) : null;
};
/** The locations with a size of their own, in the order in which nginx tries them. */
const locations = [...file.matchAll(/^location (=|~) "?([^" ]+)"? \{([^}]*)\}/gm)].flatMap(
  ([, how, path = "", inside = ""]) => {
    const size = sizeIn(inside);
    return size === null ? [] : [{ path: new RegExp(how === "=" ? `^${path}$` : path), size }];
  },
);
const byNginx = (path: string) => locations.find((location) => location.path.test(path))?.size ?? sizeIn(file) ?? 0;

const [id, page] = [crypto.randomUUID(), (path: string) => [path, `${path}.data`]];
const paths = [
  ...[`/apply/${id}`, `/apply/${id}/upload`, `/apply/${id}/documents`, `/apply/${id}/messages`].flatMap(page),
  ...[`/apply/${id}/requests`, `/admin/applications/${id}/messages`, `/admin/applications/${id}/enter`].flatMap(page),
  ...[`/admin/applications/${id}/decision`, `/admin/services/${id}`, "/admin/content/settings"].flatMap(page),
  ...[`/admin/content/posts/${id}`, `/admin/applications/${id}`, "/admin/replies", "/apply/start"].flatMap(page),
  ...[`/apply/${id}/save`, `/apply/${id}/upload/save`, `/apply/${id}/documents/save`, `/apply/${id}/requests/save`],
  ...[
    `/apply/${id}/messages/send`,
    `/admin/applications/${id}/messages/send`,
    "/contact",
    "/contact.data",
    "/contact/upload",
  ],
  ...["/admin/pictures", "/contact/send", "/admin/login", "/webhooks/inbound-mail", "/webhooks/mail"],
];

test("[V-ATK-24] nginx's limit for each path is at least the app's and at most twice as much", () => {
  expect(locations.length).toBeGreaterThan(4);
  const wrong = paths.flatMap((path) => {
    const [ours, theirs] = [bodyPolicyOf(path, true).maxSize, byNginx(path)];
    return theirs > ours && theirs <= 2 * ours ? [] : [{ path, ours, theirs }];
  });
  expect(wrong).toEqual([]);
});
