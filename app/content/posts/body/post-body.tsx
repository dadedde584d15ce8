import type { ReactNode } from "react";
import { parsePictureUrl } from "~/content/pictures/address";
import { Flag } from "~/ui/brand/flag";
import { unbroken } from "~/ui/unbroken";
import type { Block, Body, Cell, Inline, Mark } from "./body";
import type { CardService } from "./card-services.server";
import { headingId } from "./text";

export type Cards = readonly CardService[];

/** Renders the text of a post; needs no JavaScript, and nothing of the editor. */
export function PostBody({ body, cards }: { body: Body; cards: Cards }) {
  return (
    <div className="prose">
      <Blocks content={body.content} cards={cards} isTop />
    </div>
  );
}

// The index is a stable key, because the text is rendered once and never reordered.
const keyed = <Item,>(items: readonly Item[], draw: (item: Item, position: number) => ReactNode): ReactNode[] =>
  items.map((item, index) => draw(item, index));

type BlocksProps = { content: readonly Block[]; cards: Cards; isTop?: boolean };

function Blocks({ content, cards, isTop = false }: BlocksProps) {
  return keyed(content, (block, index) => (
    <BlockOf key={index} block={block} cards={cards} id={isTop ? headingId(index) : undefined} />
  ));
}

type BlockProps = { block: Block; cards: Cards; id: string | undefined };

function BlockOf({ block, cards, id }: BlockProps) {
  switch (block.type) {
    case "paragraph":
      return (
        <p className="whitespace-pre-wrap">
          <Words content={block.content} />
        </p>
      );
    case "heading": {
      const Title = `h${block.attrs.level}` as const;
      return (
        <Title id={id}>
          <Words content={block.content} />
        </Title>
      );
    }
    case "bulletList":
      return <ul>{itemsOf(block.content, cards)}</ul>;
    case "orderedList":
      return <ol start={block.attrs.start === 1 ? undefined : block.attrs.start}>{itemsOf(block.content, cards)}</ol>;
    case "blockquote":
      return (
        <blockquote>
          <Blocks content={block.content} cards={cards} />
        </blockquote>
      );
    case "table":
      return <Table block={block} cards={cards} />;
    case "picture":
      return <Picture {...block.attrs} />;
    case "callToAction":
      return <CallToActionCard {...block.attrs} />;
    case "serviceCard": {
      const card = cards.find(({ id }) => id === block.attrs.service);
      return card ? <ServiceCard card={card} /> : null;
    }
  }
}

const itemsOf = (items: readonly { content: readonly Block[] }[], cards: Cards) =>
  keyed(items, ({ content }, index) => (
    <li key={index}>
      <Blocks content={content} cards={cards} />
    </li>
  ));

function Words({ content }: { content: readonly Inline[] }) {
  return keyed(content, (inline, index) =>
    inline.type === "hardBreak" ? <br key={index} /> : <Marked key={index} text={inline.text} marks={inline.marks} />,
  );
}

function Marked({ text, marks: [mark, ...others] }: { text: string; marks: readonly Mark[] }): ReactNode {
  if (!mark) return unbroken(text);
  const inside = <Marked text={text} marks={others} />;
  if (mark.type === "bold") return <strong>{inside}</strong>;
  if (mark.type === "italic") return <em>{inside}</em>;
  const { href } = mark.attrs;
  return (
    <a href={href} rel={/^https?:/i.test(href) ? "noopener" : undefined}>
      {inside}
    </a>
  );
}

function Table({ block: { content }, cards }: { block: Extract<Block, { type: "table" }>; cards: Cards }) {
  const [first, ...otherRows] = content;
  const isHeaded = first?.content.every(({ type }) => type === "tableHeader") === true;
  const rows = isHeaded ? otherRows : content;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by key.
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>
        {isHeaded && first ? (
          <thead>
            <tr>{cellsOf(first.content, "col", cards)}</tr>
          </thead>
        ) : null}
        <tbody>
          {keyed(rows, (row, index) => (
            <tr key={index}>{cellsOf(row.content, "row", cards)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellsOf = (cells: readonly Cell[], scope: "col" | "row", cards: Cards) =>
  keyed(cells, ({ type, attrs: { colspan, rowspan }, content }, index) => {
    const Tag = type === "tableHeader" ? "th" : "td";
    return (
      <Tag
        key={index}
        scope={type === "tableHeader" ? scope : undefined}
        colSpan={colspan === 1 ? undefined : colspan}
        rowSpan={rowspan === 1 ? undefined : rowspan}
      >
        <Blocks content={content} cards={cards} />
      </Tag>
    );
  });

function Picture({ src, alt }: { src: string; alt: string }) {
  const size = parsePictureUrl(src);
  return (
    <figure>
      <img
        src={src}
        alt={alt}
        width={size?.width}
        height={size?.height}
        loading="lazy"
        className="h-auto max-w-full rounded-xl"
      />
    </figure>
  );
}

function CallToActionCard({ title, text, label, to }: Extract<Block, { type: "callToAction" }>["attrs"]) {
  return (
    <div className="rounded-2xl bg-sand p-6">
      {title ? <p className="font-display text-xl font-semibold text-navy">{title}</p> : null}
      {text ? <p className="mt-1.5 text-stone">{text}</p> : null}
      {label && to ? (
        <p className="mt-4">
          <a href={to} className="button button-md button-primary">
            {label}
          </a>
        </p>
      ) : null}
    </div>
  );
}

function ServiceCard({ card: { slug, name, country, priceText } }: { card: CardService }) {
  return (
    <div className="relative flex items-start gap-4 rounded-2xl border border-line bg-white p-5">
      {country ? <Flag code={country.code} className="mt-1 w-8 shrink-0" /> : null}
      <div className="min-w-0">
        {country ? <p className="text-sm text-stone">{country.name}</p> : null}
        <p className="font-display text-xl font-semibold">
          <a href={`/visa/${slug}`} className="after:absolute after:inset-0">
            {name}
          </a>
        </p>
        {priceText ? (
          <p className="mt-1 text-sm text-stone">
            <span className="font-semibold text-ink tabular-nums">{priceText.amount}</span>: {priceText.split}
            {priceText.further ? `, ${priceText.further}` : null}
          </p>
        ) : null}
      </div>
    </div>
  );
}
