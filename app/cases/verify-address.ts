import { normalizeFigures } from "~/core/text-input";

/** Formats a SHA-256 for people to compare: groups of eight, four in a line. */
export const inGroups = (sha256: string): string =>
  [sha256.slice(0, 32), sha256.slice(32)].map((half) => (half.match(/.{8}/g) ?? []).join("-")).join("\n");

/** Parses a typed SHA-256: any case, with spaces and hyphens; undefined if invalid. */
export function readSha256(rawHash: string): string | undefined {
  const plain = normalizeFigures(rawHash)
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toLowerCase();
  return /^[0-9a-f]{64}$/.test(plain) ? plain : undefined;
}

/** URL of the verification page with its fields filled in. */
export const verificationUrl = (number: string, sha256: string): string =>
  `/verify?${new URLSearchParams({ number, sha256 })}`;
