import type { AgreementBlock } from "~/db/schema/agreements";

/** The text of an agreement below its title. */
export function AgreementBlocks({ blocks }: { blocks: readonly AgreementBlock[] }) {
  return (
    <div className="mt-5 grid gap-3.5 border-t border-dune pt-5 leading-relaxed wrap-anywhere">
      {blocks.map((block, index) =>
        "heading" in block ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never move.
          <h3 key={index} dir="auto" className="mt-3 text-xl first:mt-0">
            {block.heading}
          </h3>
        ) : (
          block.paragraphs.map((paragraph, part) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never move.
            <p key={`${index}-${part}`} dir="auto" className="whitespace-pre-line">
              {paragraph}
            </p>
          ))
        ),
      )}
    </div>
  );
}
