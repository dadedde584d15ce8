import { type BoundFunctions, configure, type queries, within } from "@testing-library/dom";
import { JSDOM } from "jsdom";

// Styles aren't loaded, so hidden elements must be found too; errors needn't print a whole page.
configure({ defaultHidden: true, getElementError: (message) => new Error(String(message).slice(0, 1_500)) });

/** A page or a part of one: elements are found by role and name, label or text. */
export type Screen = BoundFunctions<typeof queries> & {
  element: HTMLElement;
  /** Its text with white space collapsed. */
  words: string;
};

export function inside(element: HTMLElement): Screen {
  return {
    ...within(element),
    element,
    get words() {
      return (element.textContent ?? "").replace(/\s+/g, " ").trim();
    },
  };
}

/** Parses a page as a browser without JavaScript: no script runs and nothing is loaded. */
export function screenOf(html: string): Screen & { title: string } {
  const { document } = new JSDOM(html).window;
  // React sends parts of a page in templates and scripts, which readers don't see.
  for (const element of document.querySelectorAll("script, style, template")) element.remove();
  // Accessible names are joined from trimmed parts: move leading spaces before them.
  for (const part of document.body.querySelectorAll("span")) {
    const first = part.firstChild;
    if (first?.nodeType !== first?.TEXT_NODE || !/^\s/.test(first?.textContent ?? "")) continue;
    Object.assign(first ?? {}, { textContent: first?.textContent?.trimStart() });
    part.before(" ");
  }
  return Object.assign(inside(document.body), { title: document.title });
}
