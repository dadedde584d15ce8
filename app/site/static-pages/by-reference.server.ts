import { createHash } from "node:crypto";

const icon =
  /<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="lucide lucide-[\w-]+([^"]*)"([^>]*)>(.*?)<\/svg>/g;
/** Paths of more than 200 characters; shorter ones are hardly longer than a reference. */
const line = /<path((?: id="[^"]*")?) d="([^"]{201,})"([^>]*)><\/path>/g;

/**
 * Deduplicates SVG: each icon, and each long path that is repeated, becomes a `<symbol>` at the beginning, and `<use>`
 * refers to it (L-LEAN-3). Ids are derived from the content, so that parts of one document can be inserted into another
 * (`static-pages/reload.ts`). Not for documents that React hydrates.
 */
export function byReference(html: string): string {
  const symbols = new Map<string, string>();
  const times = new Map<string, number>();
  for (const [, , lines = ""] of html.matchAll(line)) times.set(lines, (times.get(lines) ?? 0) + 1);
  // Paths first: one may be inside an icon too, which then refers to it.
  const referring = html
    .replace(line, (whole, own: string, lines: string, rest: string) => {
      if ((times.get(lines) ?? 0) < 2) return whole;
      // `vector-effect` isn't inherited through a reference, so it stays on the path.
      const effect = / vector-effect="[^"]*"/.exec(rest)?.[0] ?? "";
      const id = named("line", lines + effect);
      symbols.set(id, `<path id="${id}" d="${lines}"${effect}></path>`);
      return `<use${own} href="#${id}"${rest.replace(effect, "")}></use>`;
    })
    .replace(icon, (_, classes: string, rest: string, drawn: string) => {
      const id = named("icon", drawn);
      symbols.set(
        id,
        `<symbol id="${id}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawn}</symbol>`,
      );
      const classNames = nameless(classes);
      return `<svg width="24" height="24"${classNames ? ` class="${classNames}"` : ""}${rest}><use href="#${id}"></use></svg>`;
    });
  if (symbols.size === 0) return html;
  const sheet = `<svg data-symbols aria-hidden="true" width="0" height="0" style="position:absolute"><defs>${[...symbols.values()].join("")}</defs></svg>`;
  return referring.replace("<body>", () => `<body>${sheet}`);
}

/** The id is a hash of the content: icons of one name in different libraries are different symbols. */
const named = (kind: string, drawn: string) => `${kind}-${createHash("sha1").update(drawn).digest("hex").slice(0, 10)}`;

/** Removes the classes that repeat the icon's name. */
const nameless = (classes: string) =>
  classes
    .split(" ")
    .filter((name) => name && !name.startsWith("lucide-"))
    .join(" ");
