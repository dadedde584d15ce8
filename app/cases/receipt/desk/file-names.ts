// Characters and names that Windows, the strictest system, refuses.

import { normalized } from "~/normalized";

const barred = /[<>:"/\\|?*\p{Cc}\p{Cf}]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const longest = 120;
/** Linux allows 255 bytes; leave room for a number. */
const mostBytes = 240;

/** A file name that every system accepts. */
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
  const characters = [...stem].slice(0, longest - extension.length);
  while (Buffer.byteLength(characters.join("") + extension) > mostBytes) characters.pop();
  return characters.join("");
}

/** Makes file names unique in a folder, ignoring case. */
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
