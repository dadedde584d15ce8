import { Check } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { byReference } from "~/site/static-pages/by-reference.server";

const page = (body: string) => `<html><head></head><body>${body}</body></html>`;
const long = `M0 0${"c1 1 2 2 3 3".repeat(20)}`;
const count = (text: string, part: string) => text.split(part).length - 1;

describe("[L-LEAN-3] repeated SVG as symbols and references", () => {
  test("icons become references and keep their classes and labels", () => {
    const icon = (props: object) => renderToStaticMarkup(createElement(Check, props));
    const html = byReference(
      page(icon({ className: "size-4", "aria-hidden": true }) + icon({ "aria-label": "Included" })),
    );
    expect(count(html, "M20 6")).toBe(1);
    const id = /<symbol id="(icon-\w+)"/.exec(html)?.[1];
    expect(count(html, `<use href="#${id}">`)).toBe(2);
    expect(html).toContain('<svg width="24" height="24" class="size-4" aria-hidden="true">');
    expect(html).toContain('<svg width="24" height="24" aria-label="Included">');
    expect(html).not.toContain("lucide");
  });

  test("an icon with another stroke width is not referenced, as the symbol would not have it", () => {
    const html = page(renderToStaticMarkup(createElement(Check, { strokeWidth: 3 })));
    expect(byReference(html)).toBe(html);
  });

  test("a long path drawn twice is referenced, each with its own name, transform and colour", () => {
    const drawn = `<g><path id="a" d="${long}" vector-effect="non-scaling-stroke"></path><use href="#a"></use></g>`;
    const html = byReference(
      page(`${drawn}<path d="${long}" vector-effect="non-scaling-stroke" fill="#fff"></path><path d="M1 1h3"></path>`),
    );
    expect(count(html, long)).toBe(1);
    const id = /<path id="(line-\w+)" d="[^"]+" vector-effect="non-scaling-stroke">/.exec(html)?.[1];
    expect(html).toContain(`<use id="a" href="#${id}"></use><use href="#a"></use>`);
    expect(html).toContain(`<use href="#${id}" fill="#fff"></use>`);
    expect(html).toContain('<path d="M1 1h3"></path>');
  });

  test("two drawings of one icon name get a symbol each, and a path that an icon has too is sent once", () => {
    const svg = (drawn: string) => renderToStaticMarkup(createElement(Check)).replace(/<path.*<\/path>/, drawn);
    const html = byReference(page(svg('<path d="M1 1"></path>') + svg('<path d="M2 2"></path>')));
    expect(new Set([...html.matchAll(/<use href="#([^"]+)">/g)].map(([, id]) => id)).size).toBe(2);
    expect([count(html, "M1 1"), count(html, "M2 2")]).toEqual([1, 1]);
    const line = `<path d="${long}"></path>`;
    const twice = byReference(page(svg(line) + svg(line) + line));
    expect(count(twice, long)).toBe(1);
    // The symbol of the icon refers to the path, and both places to that symbol.
    expect(count(twice, '<use href="#icon-')).toBe(2);
    expect(count(twice, '<use href="#line-')).toBe(2);
  });

  test("a document that draws everything once has no references", () => {
    const html = page(`<path d="${long}"></path>`);
    expect(byReference(html)).toBe(html);
  });
});
