import { compile, type FormatCallback, type HtmlToTextOptions } from "html-to-text";
import { attributionMark, quoteMark } from "./split-quotes.ts";

const limits = { characters: 2_000_000, depth: 200 };

/** What mail programs put around, or right before, the mail that is answered. */
const quotedBelow = [
  ...["#appendonsend", "#divRplyFwdMsg", "#x_divRplyFwdMsg", "#mail-editor-reference-message-container"],
  ...["[style*='border-top:solid #E1E1E1'i]", "[style*='border-top:solid #B5C4DF'i]"],
  ...[".yahoo_quoted", ".protonmail_quote", ".zmail_extra", ".gmail_quote_forward"],
];
const attributions = [".gmail_attr", ".moz-cite-prefix"];
/** What Gmail and Apple Mail make of an indented paragraph. */
const indented = ["[style*='border:none'i]", "[style*='border: none'i]"];

const withMark =
  (mark: string, isOfLines: boolean): FormatCallback =>
  (element, walk, builder) => {
    if (!isOfLines) {
      builder.openBlock({ leadingLineBreaks: 1 });
      builder.addInline(mark);
      builder.closeBlock({ trailingLineBreaks: 1 });
    }
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.closeBlock({
      trailingLineBreaks: 1,
      blockTransform: (text) => (isOfLines ? text.replace(/^(?=.*\S)/gm, mark) : text),
    });
  };

/** Of pictures only emoji, which some mail programs draw. */
const emoji: FormatCallback = (element, _walk, builder) => {
  const { alt = "" } = element.attribs as { alt?: string };
  if (alt.length <= 20 && /\p{Extended_Pictographic}/u.test(alt)) builder.addInline(alt);
};

/** Mailto links come without their scheme. */
const shownLink = (href: string): string => (/^(?:https?:|tel:|[^:]*@[^:]*$)/i.test(href.trim()) ? href.trim() : "");

const line = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const plain = { uppercase: false };
const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: limits.depth, maxInputLength: limits.characters, ellipsis: "…" },
  formatters: { quoteBelow: withMark(quoteMark, false), attribution: withMark(attributionMark, true), emoji },
  selectors: [
    { selector: "a", options: { linkBrackets: ["(", ")"], hideLinkHrefIfSameAsText: true, pathRewrite: shownLink } },
    { selector: "img", format: "emoji" },
    { selector: "ul", options: { itemPrefix: "- " } },
    { selector: "p.MsoNormal", format: "paragraph", options: line },
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: plain })),
    ...indented.map((style) => ({ selector: `blockquote${style}`, format: "block" })),
    ...quotedBelow.map((selector) => ({ selector: `div${selector}`, format: "quoteBelow" })),
    ...attributions.map((selector) => ({ selector: `div${selector}`, format: "attribution" })),
  ],
};

const convert = compile(options);

/** The text of a part in HTML, with its links written out. Nothing of it is loaded. */
export const textOfHtml = (html: string): string =>
  convert(html.slice(0, limits.characters).replaceAll(quoteMark, "").replaceAll(attributionMark, ""))
    .replaceAll("\u00A0", " ")
    .trim();
