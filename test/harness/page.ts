import type { AppServer } from "./app-server";
import { unescaped } from "./form-fields";
import { until } from "./http-client";

type Block = Record<string, unknown> & { "@type": string };

/** A response as a crawler reads it. */
export type ReadPage = {
  status: number;
  location: string | null;
  title: string;
  headings: string[];
  /** `content` by `name` or `property`; `repeated`: tags that occur twice. */
  meta: Record<string, string>;
  repeated: string[];
  canonical: string;
  links: { rel: string; href: string; type: string }[];
  data: Block[];
  /** Paths of this site in its links and pictures, without fragments. */
  paths: string[];
  html: string;
};

const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\s[^>]*>`, "g")) ?? [];

/** Purges the cache and requests until a response is rendered: a test's changes reach the app a moment later. */
export async function fetchUncached(app: AppServer, path: string, init: RequestInit): Promise<Response> {
  await app.query("select pg_notify('public_content', '')");
  return until(`${path} is rendered again`, async () => {
    const response = await fetch(app.url + path, { redirect: "manual", ...init });
    if (!/hit/.test(response.headers.get("cache-status") ?? "")) return response;
    await response.arrayBuffer();
    return null;
  });
}

/** Requests a page without following redirects, and parses it as a crawler does. */
export async function readPage(app: AppServer, path: string, init: RequestInit = {}): Promise<ReadPage> {
  const response = await fetchUncached(app, path, init);
  const html = await response.text();
  const meta: Record<string, string> = {};
  const repeated: string[] = [];
  for (const tag of tags(html, "meta")) {
    const name = attribute(tag, "name") || attribute(tag, "property");
    if (!name) continue;
    if (name in meta) repeated.push(name);
    meta[name] = attribute(tag, "content");
  }
  const links = tags(html, "link").map((tag) => ({
    rel: attribute(tag, "rel"),
    href: attribute(tag, "href"),
    type: attribute(tag, "type"),
  }));
  const addresses = [
    ...tags(html, "a").map((tag) => attribute(tag, "href")),
    ...[...tags(html, "img"), ...tags(html, "source"), ...tags(html, "video")].map((tag) => attribute(tag, "src")),
  ];
  return {
    status: response.status,
    location: response.headers.get("location"),
    title: unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    headings: [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, text = ""]) =>
      unescaped(text.replace(/<[^>]+>/g, "")),
    ),
    meta,
    repeated,
    canonical: links.find(({ rel }) => rel === "canonical")?.href ?? "",
    links,
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, text = ""]) => JSON.parse(text) as Block,
    ),
    paths: [...new Set(addresses.filter((to) => /^\/(?!\/)/.test(to)).map((to) => to.replace(/#.*$/, "")))],
    html,
  };
}

/** The first block of a type; fails if the page has none. */
export function blockOf(page: ReadPage, type: string): Block {
  const found = page.data.find((data) => data["@type"] === type);
  if (!found) throw new Error(`No ${type} among ${page.data.map((data) => data["@type"]).join(", ")}`);
  return found;
}
