/** The most characters of an address that is asked for in one box. */
export const longestAddress = 250;

/** The lines of an address in one box; undefined where they are too long for it. */
export function oneLine(...parts: readonly (string | undefined)[]): string | undefined {
  const line = parts.filter(Boolean).join(", ");
  return line !== "" && line.length <= longestAddress ? line : undefined;
}
