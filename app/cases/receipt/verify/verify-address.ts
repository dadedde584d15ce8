import { typedFigures } from "~/core/text-input";

/** A SHA-256 as people compare it: groups of eight, four on a line. */
export const inGroups = (sha256: string): string =>
  [sha256.slice(0, 32), sha256.slice(32)].map((half) => (half.match(/.{8}/g) ?? []).join("-")).join("\n");

/** A SHA-256 as it may be typed: in any case, with spaces and hyphens; nothing when it can't be one. */
export function readSha256(typed: string): string | undefined {
  const plain = typedFigures(typed)
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toLowerCase();
  return /^[0-9a-f]{64}$/.test(plain) ? plain : undefined;
}

/** The page that verifies a record, with number and SHA-256 in its fields. */
export const verificationUrl = (number: string, sha256: string): string =>
  `/verify?${new URLSearchParams({ number, sha256 })}`;
