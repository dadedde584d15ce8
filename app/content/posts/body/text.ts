import { textBlocks } from "../../text-blocks";
import { type Block, type Body, everyBlock, type Inline } from "./body";

const inlineText = (content: readonly Inline[]): string =>
  content.map((inline) => (inline.type === "text" ? inline.text : "\n")).join("");

function textOfBlock(block: Block, name: (block: Block) => string): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return inlineText(block.content);
    case "bulletList":
    case "orderedList":
      return block.content.map((item) => textOfBlocks(item.content, "\n", name)).join("\n");
    case "blockquote":
      return textOfBlocks(block.content, "\n\n", name);
    case "table":
      return block.content
        .map((row) => row.content.map((cell) => textOfBlocks(cell.content, " ", name)).join("\t"))
        .join("\n");
    case "callToAction":
      return [block.attrs.title, block.attrs.text].filter(Boolean).join("\n");
    default:
      return name(block);
  }
}

const textOfBlocks = (content: readonly Block[], between: string, name: (block: Block) => string): string =>
  content
    .map((block) => textOfBlock(block, name))
    .filter((text) => text.trim() !== "")
    .join(between);

/** The body as plain text. */
export const plainText = (body: Body): string => textOfBlocks(body.content, "\n\n", () => "");

/** The same for the history, which also names parts that aren't text. */
export const namedText = (body: Body): string =>
  textOfBlocks(body.content, "\n\n", (block) =>
    block.type === "picture" ? `[Picture: ${block.attrs.alt}]` : block.type === "serviceCard" ? "[Service card]" : "",
  );

export function bodyOfText(content: string): Body {
  if (content.trim() === "") return { type: "doc", content: [] };
  return {
    type: "doc",
    content: textBlocks(content).map(({ isTitle, text }): Block => {
      const inline = text.split("\n").flatMap((line, index): Inline[] => {
        const words: Inline[] = line === "" ? [] : [{ type: "text", text: line, marks: [] }];
        return index > 0 ? [{ type: "hardBreak" }, ...words] : words;
      });
      return isTitle
        ? { type: "heading", attrs: { level: 2 }, content: inline }
        : { type: "paragraph", content: inline };
    }),
  };
}

/** The top-level headings with their anchors. */
export const headingsOf = (body: Body): { id: string; text: string }[] =>
  body.content.flatMap((block, index) =>
    block.type === "heading" && block.attrs.level === 2
      ? [{ id: headingId(index), text: inlineText(block.content) }]
      : [],
  );
export const headingId = (position: number): string => `part-${position + 1}`;

/** The services whose cards a body contains, without duplicates. */
export const servicesIn = (body: Body): string[] => [
  ...new Set(
    [...everyBlock(body.content)].flatMap((block) => (block.type === "serviceCard" ? [block.attrs.service] : [])),
  ),
];
