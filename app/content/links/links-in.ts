/** A link or picture of a page, as its HTML has it. */
type FoundLink = { address: string; isPicture: boolean; words: string };

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text of HTML that holds no elements: its references resolved, its white space single. */
const plain = (html: string): string =>
  html
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
      const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : 0;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (named[name] ?? whole);
    })
    .replace(/\s+/g, " ")
    .trim();

const longestWords = 200;

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = tag.matchAll(/\s([a-z:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi);
  return new Map(
    [...found].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      plain(double ?? single ?? bare ?? ""),
    ]),
  );
}

/** All addresses of a `srcset`. */
const candidates = (set: string): string[] => set.split(/,\s+/).map((one) => one.trim().split(/\s+/)[0] ?? "");

/** The links and pictures of a page of ours, in its order. What scripts and styles hold is none of it. */
export function linksIn(html: string): FoundLink[] {
  const shown = html.replace(/<(script|style|template)\b[^>]*>.*?<\/\1\s*>|<!--.*?-->/gis, " ");
  const found: FoundLink[] = [];
  for (const { 0: tag, 1: name = "", index } of shown.matchAll(
    /<(a|img|source|video)\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi,
  )) {
    const attributes = attributesOf(tag);
    const of = (attribute: string) => attributes.get(attribute) ?? "";
    if (name.toLowerCase() === "a") {
      if (!attributes.has("href")) continue;
      const at = index + tag.length;
      const inside = shown.slice(at, shown.indexOf("</a", at));
      const pictured = /<img\b[^>]*\salt="([^"]*)"/i.exec(inside)?.[1] ?? "";
      const words = plain(inside.replace(/<[^>]*>/g, " ")) || of("aria-label") || plain(pictured);
      found.push({ address: of("href"), isPicture: false, words: words.slice(0, longestWords) });
    } else {
      const words = (of("alt") || "A picture").slice(0, longestWords);
      for (const address of [of("src"), of("poster"), ...candidates(of("srcset"))])
        if (address) found.push({ address, isPicture: true, words });
    }
  }
  const [share] = /<meta\b[^>]*\bproperty="og:image"[^>]*>/i.exec(shown) ?? [];
  const picture = share && attributesOf(share).get("content");
  if (picture) found.push({ address: picture, isPicture: true, words: "The picture for social networks" });
  return found;
}
