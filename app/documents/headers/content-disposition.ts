import { normalized } from "~/normalized";

/** RFC 6266: the name in ASCII for old programs, and in full. No name can end the header or start another one. */
export function contentDisposition(kind: "inline" | "attachment", fileName: string): string {
  const ascii = normalized(fileName, "NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\x20-\x7e]|["\\%;]/g, "_");
  // `encodeURIComponent` leaves these five, which RFC 8187 does not allow, and throws on a lone surrogate.
  const full = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${full}`;
}
