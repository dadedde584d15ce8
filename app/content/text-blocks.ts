/** `id`: the anchor of a title. */
type Block = { isTitle: boolean; text: string; id: string };

/** A short single line without final punctuation counts as a title. */
const isTitle = (block: string): boolean => block.length <= 70 && !block.includes("\n") && !/[.!,;:"”)]$/.test(block);

/** Splits a post's text into titles and paragraphs at blank lines; a text of one block is a paragraph. */
export function textBlocks(content: string): Block[] {
  const blocks = content
    .replaceAll("\r\n", "\n")
    .trim()
    .split(/\n{2,}/);
  return blocks.map((text, index) => ({ isTitle: blocks.length > 1 && isTitle(text), text, id: `part-${index + 1}` }));
}
