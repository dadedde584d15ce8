// Names that every system can unpack: Windows knows the fewest.

import { normalized } from "~/normalized";

const barred = /[<>:"/\\|?*\p{Cc}\p{Cf}]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const longest = 120;
/** A name has 255 bytes at most on Linux; a number may follow. */
const mostBytes = 240;

/** A file's name that may stand in a folder of any system. */
export function safeName(name: string): string {
  const plain = normalized(name).toWellFormed().replaceAll(barred, "_").trim();
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 ? plain.slice(dot).slice(0, 12) : "";
  const stem = shortened(extension ? plain.slice(0, dot) : plain, extension);
  const whole = `${stem.trim()}${extension}`.replace(/(?<![. ])[. ]+$/, "").replace(/^\.+/, "");
  if (whole === "") return "document";
  return reserved.test(whole) ? `_${whole}` : whole;
}

function shortened(stem: string, extension: string): string {
  const signs = [...stem].slice(0, longest - extension.length);
  while (Buffer.byteLength(signs.join("") + extension) > mostBytes) signs.pop();
  return signs.join("");
}

/** Gives each file a name of its own; case does not part two names. */
export class OwnNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    const safe = safeName(name);
    const dot = safe.lastIndexOf(".");
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ""];
    for (let count = 1; ; count++) {
      const own = count === 1 ? safe : `${stem} (${count})${extension}`;
      if (this.#taken.has(own.toLowerCase())) continue;
      this.#taken.add(own.toLowerCase());
      return own;
    }
  }
}
