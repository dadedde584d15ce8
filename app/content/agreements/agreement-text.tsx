import { classNames } from "~/ui/class-names";
import type { AgreementText as Text } from "./agreement-facts";

type AgreementTextProps = {
  text: Text;
  /** The level of its title; its headings are one below. */
  level: 2 | 3;
  className?: string;
};

/** An agreement as it is read: its title, headings and paragraphs, whose line breaks stay. */
export function AgreementText({ text: { title, blocks }, level, className }: AgreementTextProps) {
  const [Title, Heading] = level === 2 ? (["h2", "h3"] as const) : (["h3", "h4"] as const);
  return (
    <div dir="auto" className={classNames("wrap-anywhere", className)}>
      <Title className="text-2xl">{title}</Title>
      {blocks.map((block, index) =>
        "heading" in block ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place.
          <Heading key={index} className="mt-6 text-lg">
            {block.heading}
          </Heading>
        ) : (
          block.paragraphs.map((paragraph, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place.
            <p key={`${index} ${place}`} className="mt-3 max-w-prose whitespace-pre-line">
              {paragraph}
            </p>
          ))
        ),
      )}
    </div>
  );
}
