type FoundLink = { address: string; isPicture: boolean; words: string };

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text of HTML without elements: entities decoded, white space collapsed. */
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

const candidates = (set: string): string[] =>
  set.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? "");

/** Content that visitors don't see: from such an opening to its end, or to the end of the page. */
const hidden = /<(script|style|template)\b|<!--/gi;

function withoutHidden(html: string): string {
  let shown = "";
  for (let from = 0; ; ) {
    hidden.lastIndex = from;
    const opening = hidden.exec(html);
    if (!opening) return shown + html.slice(from);
    shown += `${html.slice(from, opening.index)} `;
    const ending = opening[1] ? new RegExp(`</${opening[1]}\\s*>`, "gi") : /-->/g;
    ending.lastIndex = hidden.lastIndex;
    if (!ending.test(html)) return shown;
    from = ending.lastIndex;
  }
}

/** Limits the search for the end of a link. In characters, pictures included. */
const longestLink = 20_000;

/** The alternative text of a link's first picture. */
const altIn = (html: string): string => attributesOf(/<img\b[^<>]*>/i.exec(html)?.[0] ?? "").get("alt") ?? "";

/** Returns the links and pictures of a page, in order; those in scripts and styles don't count. */
export function linksIn(html: string): FoundLink[] {
  const shown = withoutHidden(html);
  const found: FoundLink[] = [];
  for (const { 0: tag, 1: name = "", index } of shown.matchAll(
    /<(a|img|source|video)\b(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi,
  )) {
    const attributes = attributesOf(tag);
    const of = (attribute: string) => attributes.get(attribute) ?? "";
    if (name.toLowerCase() === "a") {
      if (!attributes.has("href")) continue;
      const position = index + tag.length;
      const remaining = shown.slice(position, position + longestLink);
      const end = remaining.indexOf("</a");
      const inside = end < 0 ? remaining : remaining.slice(0, end);
      const pictured = altIn(inside);
      const text = plain(inside.replace(/<[^<>]*>/g, " ")) || of("aria-label") || pictured;
      found.push({ address: of("href"), isPicture: false, words: text.slice(0, longestWords) });
    } else {
      const label = (of("alt") || "A picture").slice(0, longestWords);
      for (const address of [of("src"), of("poster"), ...candidates(of("srcset"))])
        if (address) found.push({ address, isPicture: true, words: label });
    }
  }
  const metas = [...shown.matchAll(/<meta\b[^<>]*>/gi)].map(([tag]) => attributesOf(tag));
  const picture = metas.find((meta) => meta.get("property") === "og:image")?.get("content");
  if (picture) found.push({ address: picture, isPicture: true, words: "The picture for social networks" });
  return found;
}
