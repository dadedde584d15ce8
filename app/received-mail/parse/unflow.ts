/**
 * Joins the lines of a text with `format=flowed` (RFC 3676) that end with a blank: those with as many `>` only, or an
 * answer would become a part of what it answers.
 */
export function unflow(text: string, isBlankRemoved: boolean): string {
  const paragraphs: { depth: number; parts: string[]; isOpen: boolean }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const content = line.slice(depth).replace(/^ /, "");
    const last = paragraphs.at(-1);
    const isFlowed = content.endsWith(" ") && content !== "-- ";
    const part = isFlowed && isBlankRemoved ? content.slice(0, -1) : content;
    if (last?.isOpen && last.depth === depth && content !== "-- ") {
      last.parts.push(part);
      last.isOpen = isFlowed;
    } else paragraphs.push({ depth, parts: [part], isOpen: isFlowed });
  }
  return paragraphs
    .map(({ depth, parts }) => (depth > 0 ? `${">".repeat(depth)} ${parts.join("")}` : parts.join("")))
    .join("\n");
}
