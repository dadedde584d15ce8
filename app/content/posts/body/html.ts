import { parsePictureUrl } from "~/content/pictures/address";
import { xmlText } from "~/content/seo/xml";
import type { Block, Body, Inline } from "./body";
import type { CardService } from "./card-services.server";

type With = { cards: readonly CardService[]; origin: string };

/** The text of a post as HTML for feed readers: elements and URLs only, without classes. */
export const bodyHtml = (body: Body, how: With): string => blocksHtml(body.content, how);

const blocksHtml = (content: readonly Block[], how: With): string =>
  content.map((block) => blockHtml(block, how)).join("");

/** Feed readers can't resolve relative URLs. */
const absolute = (path: string, origin: string) => xmlText(path.startsWith("/") ? origin + path : path);

function wordsHtml(content: readonly Inline[], { origin }: With): string {
  return content
    .map((inline) => {
      if (inline.type === "hardBreak") return "<br/>";
      return inline.marks.reduce((inside, mark) => {
        if (mark.type === "bold") return `<strong>${inside}</strong>`;
        if (mark.type === "italic") return `<em>${inside}</em>`;
        return `<a href="${absolute(mark.attrs.href, origin)}">${inside}</a>`;
      }, xmlText(inline.text));
    })
    .join("");
}

function blockHtml(block: Block, how: With): string {
  switch (block.type) {
    case "paragraph":
      return `<p>${wordsHtml(block.content, how)}</p>`;
    case "heading":
      return `<h${block.attrs.level}>${wordsHtml(block.content, how)}</h${block.attrs.level}>`;
    case "bulletList":
    case "orderedList": {
      const tag = block.type === "bulletList" ? "ul" : "ol";
      return `<${tag}>${block.content.map((item) => `<li>${blocksHtml(item.content, how)}</li>`).join("")}</${tag}>`;
    }
    case "blockquote":
      return `<blockquote>${blocksHtml(block.content, how)}</blockquote>`;
    case "table":
      return tableHtml(block, how);
    case "picture": {
      const size = parsePictureUrl(block.attrs.src);
      const src = absolute(block.attrs.src, how.origin);
      return `<figure><img src="${src}" alt="${xmlText(block.attrs.alt)}" width="${size?.width}" height="${size?.height}"/></figure>`;
    }
    case "callToAction": {
      const { title, text, label, to } = block.attrs;
      const link = label && to ? `<p><a href="${absolute(to, how.origin)}">${xmlText(label)}</a></p>` : "";
      return `${title ? `<p><strong>${xmlText(title)}</strong></p>` : ""}${text ? `<p>${xmlText(text)}</p>` : ""}${link}`;
    }
    case "serviceCard": {
      const card = how.cards.find(({ id }) => id === block.attrs.service);
      if (!card) return "";
      const price = card.priceText ? `: ${xmlText(card.priceText.amount)}` : "";
      return `<p><a href="${how.origin}/visa/${card.slug}">${xmlText(card.name)}</a>${price}</p>`;
    }
  }
}

function tableHtml({ content }: Extract<Block, { type: "table" }>, how: With): string {
  const rows = content.map((row) => {
    const cells = row.content.map(({ type, attrs: { colspan, rowspan }, content: inside }) => {
      const tag = type === "tableHeader" ? "th" : "td";
      const spans = `${colspan > 1 ? ` colspan="${colspan}"` : ""}${rowspan > 1 ? ` rowspan="${rowspan}"` : ""}`;
      return `<${tag}${spans}>${blocksHtml(inside, how)}</${tag}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}
