import { unbroken } from "~/ui/unbroken";

/** A short line by itself without punctuation at its end counts as a title. */
function isTitle(block: string): boolean {
  return block.length <= 70 && !block.includes("\n") && !/[.!,;:"”)]$/.test(block);
}

/** The text of a post: paragraphs and titles by their blank lines, every other line break kept as it is. */
export function PostText({ content }: { content: string }) {
  const blocks = content
    .replaceAll("\r\n", "\n")
    .trim()
    .split(/\n{2,}/);
  // Blocks are never reordered, and two may be alike.
  const keyed = blocks.map((block, index) => ({ key: `${index} ${block.slice(0, 20)}`, block }));
  return (
    <div className="prose">
      {keyed.map(({ key, block }) =>
        blocks.length > 1 && isTitle(block) ? (
          <h2 key={key}>{unbroken(block)}</h2>
        ) : (
          <p key={key} className="whitespace-pre-wrap">
            {unbroken(block)}
          </p>
        ),
      )}
    </div>
  );
}
