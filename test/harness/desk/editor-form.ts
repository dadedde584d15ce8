import type { Fields, Visitor } from "../visitor";

/** The form of the editor as a browser without script would send it, with what is typed over it. */
export async function typed(desk: Visitor, path: string, change: Fields = {}): Promise<Fields> {
  const html = await (await desk.get(path)).text();
  const words = (text: string) =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const fields: Fields = {};
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]+)"/.exec(tag)?.[1];
    if (!name || (tag.includes('type="checkbox"') && !/ checked=/.test(tag))) continue;
    fields[name] = words(/value="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  for (const [, name = "", text = ""] of html.matchAll(/<textarea [^>]*name="([^"]+)"[^>]*>([^<]*)</g))
    fields[name] = words(text).replace(/^\n/, "");
  for (const [, name = "", options = ""] of html.matchAll(/<select [^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs))
    fields[name] = /<option value="([^"]*)" selected/.exec(options)?.[1] ?? "";
  return { ...fields, ...change };
}
