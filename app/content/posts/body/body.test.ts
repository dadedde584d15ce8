import { JSDOM } from "jsdom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { bahamasPosts } from "~/db/seed/starter/posts.bahamas";
import { textBlocks } from "../../text-blocks";
import { type Body, readBody } from "./body";
import { bodyHtml } from "./html";
import { PostBody } from "./post-body";
import { bodyOfText, headingsOf, plainText } from "./text";

const doc = (...content: unknown[]) => ({ type: "doc", content });
const words = (text: string, ...marks: unknown[]) => ({ type: "text", text, marks });
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const linked = (href: unknown) => doc(paragraph(words("here", { type: "link", attrs: { href } })));
const cell = (type: string, text: string) => ({ type, attrs: {}, content: [paragraph(words(text))] });
const row = (type: string, ...texts: string[]) => ({
  type: "tableRow",
  content: texts.map((text) => cell(type, text)),
});
const table = (...rows: unknown[]) => ({ type: "table", content: rows });
const item = (...content: unknown[]) => ({ type: "listItem", content });
const refused = (input: unknown) => {
  const read = readBody(input);
  return read.ok ? "" : read.message;
};
const accepted = (input: unknown): Body => {
  const read = readBody(input);
  return read.ok ? read.body : expect.fail(read.message);
};
const pageOf = (input: unknown) =>
  new JSDOM(renderToStaticMarkup(createElement(PostBody, { body: accepted(input), cards: [] }))).window.document;
const unstorableMessage = (subject: string) =>
  `This text holds something that can’t be kept: ${subject}. Nothing was saved.`;
const picture = `/pictures/${"a1".repeat(16)}-1200x630.jpg`;

describe("the allowed content of a body", () => {
  test.each([
    ["an iframe", doc({ type: "iframe", attrs: { src: "https://evil.example" } }), "iframe"],
    ["a script", doc({ type: "script", content: [words("alert(1)")] }), "script"],
    ["a node inside a paragraph", doc(paragraph({ type: "image", attrs: { src: "x" } })), "image"],
    ["a mark", doc(paragraph(words("a", { type: "textStyle", attrs: { color: "red" } }))), "textStyle"],
    ["an event handler", doc({ type: "paragraph", attrs: { onclick: "alert(1)" }, content: [] }), "onclick"],
    ["a class", doc({ type: "heading", attrs: { level: 2, class: "big" }, content: [] }), "class"],
    ["a style of a link", doc(paragraph(words("a", { type: "link", attrs: { href: "/a", style: "x" } }))), "style"],
    ["a heading of another level", doc({ type: "heading", attrs: { level: 1 } }), "a heading of level 1"],
    ["a heading of no level", doc({ type: "heading", attrs: { level: { toString: 1 } } }), "level"],
    ["a name beside", { ...doc(), html: "<b>" }, "html"],
    ["a row outside of a table", doc(row("tableCell", "a")), "tableRow"],
    [
      "a table in a table",
      doc(table({ type: "tableRow", content: [{ type: "tableCell", content: [table(row("tableCell", "a"))] }] })),
      "a table inside a table",
    ],
    ["no document", paragraph(), "paragraph"],
    ["a list", [], "what is no text of the editor"],
    ["nothing", null, "what is no text of the editor"],
    ["a text that is a number", doc(paragraph({ type: "text", text: 1 })), "text"],
    [
      "a width",
      doc(table({ type: "tableRow", content: [{ ...cell("tableCell", "a"), attrs: { colwidth: [3] } }] })),
      "colwidth",
    ],
  ])("[O-BODY-5] %s is refused, named in the message", (_, input, subject) => {
    expect(refused(input)).toBe(unstorableMessage(subject));
  });

  test.each([
    ["https://lucaya.example/a?b=c#d"],
    ["http://lucaya.example"],
    ["HTTPS://lucaya.example"],
    ["mailto:hello@lucaya.example"],
    ["tel:+12425550142"],
    ["#part-2"],
    ["/services?country=uk"],
    ["/"],
  ])("[O-BODY-6] a link to %s is accepted", (href) => {
    expect(pageOf(linked(href)).querySelector("a")?.getAttribute("href")).toBe(href);
  });

  test.each([
    ["javascript:alert(1)"],
    ["JAVASCRIPT:alert(1)"],
    [" javascript:alert(1)"],
    ["java\nscript:alert(1)"],
    ["java\tscript:alert(1)"],
    ["\u0001javascript:alert(1)"],
    ["javascript&colon;alert(1)"],
    ["java&#115;cript:alert(1)"],
    ["&#106;avascript:alert(1)"],
    ["data:text/html,<script>alert(1)</script>"],
    ["DATA:text/html;base64,PHN2Zz4="],
    ["vbscript:msgbox(1)"],
    ["file:///etc/passwd"],
    ["//evil.example"],
    ["/\t/evil.example"],
    ["/\\evil.example"],
    ["\\\\evil.example"],
    ["blob:https://lucaya.example/1"],
    ["evil.example"],
    ["https:/evil.example"],
    ["https://"],
    ["/a b"],
    ["\u200bjavascript:alert(1)"],
    [""],
  ])("[O-BODY-6] a link to %j is refused", (href) => {
    expect(refused(linked(href))).toMatch(/^This link can’t be used: /);
  });

  test("[O-BODY-6] the refusal names the link, and a call to action's link is checked too", () => {
    expect(refused(linked("javascript:alert(1)"))).toBe("This link can’t be used: javascript:alert(1)");
    expect(refused(doc({ type: "callToAction", attrs: { title: "A", label: "B", to: "data:a,b" } }))).toBe(
      "This link can’t be used: data:a,b",
    );
    expect(refused(linked(7))).toBe(unstorableMessage("href"));
  });

  test.each([
    ["https://evil.example/a.png"],
    ["data:image/png;base64,AAAA"],
    ["//evil.example/a.png"],
    ["/pictures/../admin/pictures.jpg"],
    ["/documents/1"],
  ])("[O-BODY-8] a picture at %s is refused", (src) => {
    expect(refused(doc({ type: "picture", attrs: { src, alt: "A beach" } }))).toContain("a picture from another site");
  });

  test("[O-BODY-9] too long a text, too large a table and too deep a nesting are refused with both numbers", () => {
    expect(refused(doc(paragraph(words("a".repeat(112_480)))))).toBe(
      "This text is too long: 112,480 of 100,000 characters.",
    );
    expect(refused(doc(paragraph(words("a".repeat(100_000)))))).toBe("");
    const rows = (count: number) => Array.from({ length: count }, () => row("tableCell", "a"));
    expect(refused(doc(table(...rows(100))))).toBe("");
    expect(refused(doc(table(...rows(101))))).toContain("at most 100 rows: this one has 101");
    const wide = (count: number) => row("tableCell", ...Array.from({ length: count }, () => "a"));
    expect(refused(doc(table(wide(12))))).toBe("");
    expect(refused(doc(table(wide(13))))).toContain("at most 12 columns: this one has 13");
    const spans = {
      type: "tableRow",
      content: [7, 6].map((colspan) => ({ ...cell("tableCell", "a"), attrs: { colspan } })),
    };
    expect(refused(doc(table(spans)))).toContain("this one has 13");
    const nested = (levels: number): unknown =>
      levels === 0 ? paragraph(words("a")) : { type: "bulletList", content: [item(paragraph(), nested(levels - 1))] };
    expect(refused(doc(nested(10)))).toBe("");
    expect(refused(doc(nested(11)))).toContain("up to 10 levels");
    let deep: unknown = paragraph();
    for (let level = 0; level < 3000; level++) deep = { type: "blockquote", content: [deep] };
    expect(refused(doc(deep))).toContain("up to 10 levels");
  });
});

const everything = doc(
  { type: "heading", attrs: { level: 2 }, content: [words("Before you fly")] },
  paragraph(
    words("Take "),
    words("both", { type: "bold" }),
    { type: "hardBreak" },
    words("papers", { type: "italic" }),
  ),
  { type: "heading", attrs: { level: 3 }, content: [words("At the desk")] },
  { type: "bulletList", content: [item(paragraph(words("One"))), item(paragraph(words("Two")))] },
  { type: "orderedList", attrs: { start: 3 }, content: [item(paragraph(words("Third")))] },
  { type: "blockquote", content: [paragraph(words("Be early"))] },
  table(row("tableHeader", "Visa", "Days"), row("tableCell", "UK", "21")),
  { type: "picture", attrs: { src: picture, alt: "A beach" } },
  { type: "callToAction", attrs: { title: "Ask us", text: "It is free", label: "Contact", to: "/contact" } },
);

describe("a public body", () => {
  test("[O-BODY-1] each block is its own element", () => {
    const page = pageOf(everything);
    const texts = (selector: string) => [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(texts("h2")).toEqual(["Before you fly"]);
    expect(texts("h3")).toEqual(["At the desk"]);
    expect(texts("ul > li")).toEqual(["One", "Two"]);
    expect(texts("ol > li")).toEqual(["Third"]);
    expect(page.querySelector("ol")?.getAttribute("start")).toBe("3");
    expect(texts("blockquote")).toEqual(["Be early"]);
    expect([...page.querySelectorAll("th")].map((th) => [th.textContent, th.scope])).toEqual([
      ["Visa", "col"],
      ["Days", "col"],
    ]);
    expect(texts("td")).toEqual(["UK", "21"]);
    expect(texts("strong")).toEqual(["both"]);
    expect(texts("em")).toEqual(["papers"]);
    const image = page.querySelector("figure img");
    expect([image?.getAttribute("alt"), image?.getAttribute("width")]).toEqual(["A beach", "1200"]);
    expect(page.querySelector("a.button")?.getAttribute("href")).toBe("/contact");
  });

  const hostile =
    '<script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)><style>*{}</style><iframe src="//a"></iframe>';
  test("[O-BODY-7] typed markup is shown as plain text, in page and feed", () => {
    const input = doc(
      paragraph(words(hostile)),
      { type: "heading", attrs: { level: 2 }, content: [words(hostile)] },
      { type: "picture", attrs: { src: picture, alt: '"><script>alert(1)</script>' } },
      { type: "callToAction", attrs: { title: hostile, text: hostile, label: "</a><script>1</script>", to: "/a" } },
    );
    const feed = bodyHtml(accepted(input), { cards: [], origin: "https://lucaya.example" });
    for (const page of [pageOf(input), new JSDOM(feed).window.document]) {
      expect(page.querySelectorAll("script, style, iframe, svg, object")).toHaveLength(0);
      const names = [...page.querySelectorAll("*")].flatMap((element) =>
        [...element.attributes].map(({ name }) => name),
      );
      expect(names.filter((name) => name.startsWith("on"))).toEqual([]);
      expect(page.body.textContent).toContain("<script>alert(1)</script>");
    }
  });

  test("[O-POST-5] the feed has the same elements, with absolute URLs", () => {
    const feed = new JSDOM(bodyHtml(accepted(everything), { cards: [], origin: "https://lucaya.example" })).window
      .document;
    for (const name of ["h2", "h3", "ul", "ol", "blockquote", "table th", "figure img", "strong", "em"])
      expect(feed.querySelector(name), name).not.toBeNull();
    expect(feed.querySelector("a")?.href).toBe("https://lucaya.example/contact");
    expect(feed.querySelector("img")?.src).toBe(`https://lucaya.example${picture}`);
  });
});

describe("a body stored as plain text", () => {
  test.each(bahamasPosts.map(({ slug, content }) => [slug, content]))(
    "[P-POST-2] %s opens with its words, titles and line breaks, and is saved as the same text",
    (_, content) => {
      const body = accepted(bodyOfText(content));
      expect(plainText(body)).toBe(
        textBlocks(content)
          .map(({ text }) => text)
          .join("\n\n"),
      );
      const titles = textBlocks(content).filter(({ isTitle }) => isTitle);
      expect(headingsOf(body)).toEqual(titles.map(({ id, text }) => ({ id, text })));
    },
  );

  test("[P-POST-2] every line break and the spaces within a line are kept", () => {
    const content = "A title\n\nOne line\nanother   line\n  and a third";
    const page = pageOf(bodyOfText(content));
    expect(page.querySelector("h2")?.textContent).toBe("A title");
    expect(page.querySelector("p")?.innerHTML).toBe("One line<br>another   line<br>  and a third");
    expect(plainText(bodyOfText(content))).toBe(content);
  });
});
