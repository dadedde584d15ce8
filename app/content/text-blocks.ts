/** `id` is the place in a page at which a title stands. */
type Block = { isTitle: boolean; text: string; id: string };

/** A short line by itself without punctuation at its end counts as a title. */
const isTitle = (block: string): boolean => block.length <= 70 && !block.includes("\n") && !/[.!,;:"”)]$/.test(block);

/** The text of a post as titles and paragraphs, by its blank lines; a text of one block is a paragraph (L-SEO-11). */
export function textBlocks(content: string): Block[] {
  const blocks = content
    .replaceAll("\r\n", "\n")
    .trim()
    .split(/\n{2,}/);
  return blocks.map((text, at) => ({ isTitle: blocks.length > 1 && isTitle(text), text, id: `part-${at + 1}` }));
}
