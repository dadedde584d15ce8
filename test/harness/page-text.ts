import type { Program } from "./program";
import { until } from "./visitor";

/** A page as it was sent: its HTML, and the words on it in reading order, without script, style and head. */
export type SentPage = { status: number; html: string; text: string };

export async function readPage(program: Program, path: string): Promise<SentPage> {
  const response = await fetch(program.url + path, { redirect: "manual" });
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}

/** Waits until a page shows a change in the database: cached pages are dropped a moment after the commit. */
export function pageThat(program: Program, path: string, holds: (page: SentPage) => boolean): Promise<SentPage> {
  return until(`${path} after the change`, async () => {
    const page = await readPage(program, path);
    return holds(page) ? page : undefined;
  });
}

/** The words of a piece of HTML. */
export function textOf(html: string): string {
  return html
    .replace(/<head[\s\S]*?<\/head>|<(script|style|svg|template)[\s\S]*?<\/\1>/g, " ")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

/** The section that a heading of this id names, up to the next section; empty when there is none. */
export function section(html: string, labelledBy: string): string {
  const start = html.indexOf(`aria-labelledby="${labelledBy}"`);
  return start < 0 ? "" : html.slice(start, html.indexOf("</section>", start));
}

/** Where links of a piece of HTML lead, in their order. */
export function hrefs(html: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
}

/** The headings of a level, in their order. */
export function headings(html: string, level: number): string[] {
  const found = html.matchAll(new RegExp(`<h${level}[^>]*>([\\s\\S]*?)</h${level}>`, "g"));
  return [...found].map(([, inner = ""]) => textOf(inner).trim());
}
