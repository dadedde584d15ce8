/** Longest one-line address, in characters. */
export const longestAddress = 250;

/** Joins address lines; undefined if too long. */
export function oneLine(...parts: readonly (string | undefined)[]): string | undefined {
  const line = parts.filter(Boolean).join(", ");
  return line !== "" && line.length <= longestAddress ? line : undefined;
}
