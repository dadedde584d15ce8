import { textBlocks } from "~/content/posts/text-blocks";
import { unbroken } from "~/ui/unbroken";

/** The text of a post: its titles and paragraphs, every line break within them kept as it is. */
export function PostText({ content }: { content: string }) {
  // Blocks are never reordered, and two may be alike.
  const keyed = textBlocks(content).map((block, index) => ({ key: `${index} ${block.text.slice(0, 20)}`, ...block }));
  return (
    <div className="prose">
      {keyed.map(({ key, isTitle, text }) =>
        isTitle ? (
          <h2 key={key}>{unbroken(text)}</h2>
        ) : (
          <p key={key} className="whitespace-pre-wrap">
            {unbroken(text)}
          </p>
        ),
      )}
    </div>
  );
}
