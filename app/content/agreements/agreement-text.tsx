import { classNames } from "~/ui/class-names";
import type { AgreementText as Text } from "./agreement-facts";

type AgreementTextProps = {
  text: Text;
  /** The level of its title; its headings are one below. */
  level: 2 | 3;
  className?: string;
};

/** An agreement as it is read: its title, headings and paragraphs. */
export function AgreementText({ text: { title, blocks }, level, className }: AgreementTextProps) {
  const Title = level === 2 ? "h2" : "h3";
  return (
    <div className={classNames("wrap-anywhere", className)}>
      <Title dir="auto" className="text-2xl">
        {title}
      </Title>
      <AgreementBlocks blocks={blocks} level={level === 2 ? 3 : 4} />
    </div>
  );
}

/** Its headings and paragraphs, whose line breaks stay. Each has its own direction. */
export function AgreementBlocks({ blocks, level }: { blocks: Text["blocks"]; level: 3 | 4 }) {
  const Heading = level === 3 ? "h3" : "h4";
  return (
    <div className="leading-relaxed wrap-anywhere">
      {blocks.map((block, index) =>
        "heading" in block ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place.
          <Heading key={index} dir="auto" className="mt-6 text-lg font-semibold">
            {block.heading}
          </Heading>
        ) : (
          block.paragraphs.map((paragraph, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place.
            <p key={`${index} ${place}`} dir="auto" className="mt-3 max-w-prose whitespace-pre-line">
              {paragraph}
            </p>
          ))
        ),
      )}
    </div>
  );
}
