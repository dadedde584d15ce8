import { type BoundFunctions, configure, type queries, within } from "@testing-library/dom";
import { JSDOM } from "jsdom";

// Styles are not loaded, so what they hide is found as well; and an error need not print a whole page.
configure({ defaultHidden: true, getElementError: (message) => new Error(String(message).slice(0, 1_500)) });

/** A page or a part of one: elements are found by role and name, label or text, as a reader finds them. */
export type Screen = BoundFunctions<typeof queries> & {
  element: HTMLElement;
  /** What it says, with one space for many. */
  words: string;
};

/** What stands in an element. */
export function inside(element: HTMLElement): Screen {
  return {
    ...within(element),
    element,
    get words() {
      return (element.textContent ?? "").replace(/\s+/g, " ").trim();
    },
  };
}

/** Reads the HTML of a page as a browser without script does: no script runs and nothing is loaded. */
export function screenOf(html: string): Screen & { title: string } {
  const { document } = new JSDOM(html).window;
  // React sends parts of a page in templates and scripts; they say nothing to a reader.
  for (const silent of document.querySelectorAll("script, style, template")) silent.remove();
  // A name is put together of trimmed parts: a space at the beginning of a part has to stand before it.
  for (const part of document.body.querySelectorAll("span")) {
    const first = part.firstChild;
    if (first?.nodeType !== first?.TEXT_NODE || !/^\s/.test(first?.textContent ?? "")) continue;
    Object.assign(first ?? {}, { textContent: first?.textContent?.trimStart() });
    part.before(" ");
  }
  return Object.assign(inside(document.body), { title: document.title });
}
