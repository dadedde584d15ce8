import { createHash } from "node:crypto";

const icon =
  /<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="lucide lucide-[\w-]+([^"]*)"([^>]*)>(.*?)<\/svg>/g;
/** Lines of more than 200 characters; shorter ones are hardly longer than what refers to them. */
const line = /<path((?: id="[^"]*")?) d="([^"]{201,})"([^>]*)><\/path>/g;

/**
 * The same document with each icon once, and each long line that it draws several times once (L-LEAN-3): they stand as
 * symbols at its beginning, and `use` refers to them. The names of symbols follow from what they draw, so that a part
 * of one document can be put into another (`static-pages/reload.ts`). Not for what React hydrates.
 */
export function byReference(html: string): string {
  const symbols = new Map<string, string>();
  const times = new Map<string, number>();
  for (const [, , lines = ""] of html.matchAll(line)) times.set(lines, (times.get(lines) ?? 0) + 1);
  // Lines first: one may stand in an icon too, which then refers to it.
  const referring = html
    .replace(line, (whole, own: string, lines: string, rest: string) => {
      if ((times.get(lines) ?? 0) < 2) return whole;
      // `vector-effect` alone is not inherited through a reference: it belongs to the line.
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
      const others = nameless(classes);
      return `<svg width="24" height="24"${others ? ` class="${others}"` : ""}${rest}><use href="#${id}"></use></svg>`;
    });
  if (symbols.size === 0) return html;
  const sheet = `<svg data-symbols aria-hidden="true" width="0" height="0" style="position:absolute"><defs>${[...symbols.values()].join("")}</defs></svg>`;
  return referring.replace("<body>", () => `<body>${sheet}`);
}

/** A symbol's name follows from what it draws: two that share a name in a library are not taken for one another. */
const named = (kind: string, drawn: string) => `${kind}-${createHash("sha1").update(drawn).digest("hex").slice(0, 10)}`;

/** The classes without those that name the icon again. */
const nameless = (classes: string) =>
  classes
    .split(" ")
    .filter((name) => name && !name.startsWith("lucide-"))
    .join(" ");
