import { JSDOM } from "jsdom";
import type { AppServer } from "./app-server";
import { until } from "./http-client";
import { inside, type Screen, screenOf } from "./screen";

/** A page as sent; its DOM is parsed on first use. */
export type SentPage = { status: number; html: string; readonly screen: Screen & { title: string } };

export async function readPage(app: AppServer, path: string): Promise<SentPage> {
  const response = await fetch(app.url + path, { redirect: "manual" });
  const html = await response.text();
  let screen: ReturnType<typeof screenOf> | undefined;
  return {
    status: response.status,
    html,
    get screen() {
      screen ??= screenOf(html);
      return screen;
    },
  };
}

/** Waits until a page shows a database change: the cache is purged a moment after the commit. */
export function pageThat(app: AppServer, path: string, holds: (page: SentPage) => boolean): Promise<SentPage> {
  return until(`${path} after the change`, async () => {
    const page = await readPage(app, path);
    return holds(page) ? page : undefined;
  });
}

/** The text of an element, with spaces between neighbours that styles separate; without drawings. */
export function textOfElement(element: Element): string {
  const read = (node: Node): string => {
    if (node.nodeType === 3) return node.nodeValue ?? "";
    return node.nodeType !== 1 || node.nodeName === "svg" ? "" : ` ${[...node.childNodes].map(read).join("")} `;
  };
  return read(element).replace(/\s+/g, " ").trim();
}

/** The region with this heading or label. */
export const region = (screen: Screen, name: string): Screen => inside(screen.getByRole("region", { name }));

/** The only part of a page with this role. */
export const part = (screen: Screen, role: "main" | "banner" | "contentinfo" | "complementary"): Screen =>
  inside(screen.getByRole(role));

/** The targets of its links, in order. */
export const hrefs = (screen: Screen): string[] =>
  screen.queryAllByRole("link").map((link) => link.getAttribute("href") ?? "");

/** Its headings of a level, in order. */
export const headings = (screen: Screen, level: number): string[] =>
  screen.queryAllByRole("heading", { level }).map(textOfElement);

/** Its articles, in order. */
export const articles = (screen: Screen): Screen[] => screen.queryAllByRole("article").map(inside);

const inline = new Set(
  ["a", "abbr", "b", "cite", "code", "em", "i", "mark", "q", "small", "span", "strong", "sub", "sup", "time", "u"].map(
    (name) => name.toUpperCase(),
  ),
);
const spoken = ["aria-label", "alt", "title", "placeholder", "content"];

/**
 * The text of a page, one line per block, as a reader sees it, with head, structured data, and labels for screen
 * readers.
 */
export function linesOf(html: string): string[] {
  const { document } = new JSDOM(html).window;
  const lines = [document.title];
  const texts = (value: unknown): void => {
    if (typeof value === "string") lines.push(value);
    else if (typeof value === "object" && value !== null) for (const child of Object.values(value)) texts(child);
  };
  const read = (node: Node): string => {
    if (node.nodeType === 3) return node.nodeValue ?? "";
    const { nodeName } = node;
    if (node.nodeType !== 1 || ["SCRIPT", "STYLE", "TEMPLATE", "svg"].includes(nodeName)) return "";
    const text = [...node.childNodes].map(read).join("");
    return inline.has(nodeName) ? text : `\n${text}\n`;
  };
  lines.push(...read(document.body).split("\n"));
  for (const element of document.querySelectorAll(spoken.map((name) => `[${name}]`).join(", ")))
    for (const name of spoken) lines.push(element.getAttribute(name) ?? "");
  for (const data of document.querySelectorAll('script[type="application/ld+json"]'))
    texts(JSON.parse(data.textContent ?? "null"));
  return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
}
