import type { Page } from "@playwright/test";

/**
 * Texts of a page that stand in one another, that their own box cuts, or that stick out of the window. What is for
 * screen readers or for the eye alone, and what a sticky header covers while the page scrolls, does not count; nor,
 * but on paper, what stands further on in a row that scrolls by itself.
 */
export const overlappingOrCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Piece = { words: string; box: DOMRect; element: Element };
    // Drawn in one pixel, or above the page until it has the focus.
    const isForEars = (element: Element | null): boolean => {
      if (!element) return false;
      const { width, height, bottom } = element.getBoundingClientRect();
      const { position } = getComputedStyle(element);
      const out = (position === "absolute" && width <= 1 && height <= 1) || (position === "fixed" && bottom <= 0);
      return out || isForEars(element.parentElement);
    };
    const shown = (element: Element) => {
      if (element.closest("script, style, template, option, [aria-hidden=true]") || isForEars(element)) return false;
      return element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    };
    const isSticky = (element: Element | null): boolean =>
      element !== null &&
      (["sticky", "fixed", "absolute"].includes(getComputedStyle(element).position) || isSticky(element.parentElement));
    const isFurtherOn = (element: Element | null): boolean =>
      element !== null &&
      !matchMedia("print").matches &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth) ||
        isFurtherOn(element.parentElement));
    const cutBy = ({ element, box }: Piece) => {
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        const frame = outer.getBoundingClientRect();
        const over = Math.max(box.right - frame.right, frame.left - box.left);
        if (["hidden", "clip"].includes(overflowX) && over > 1) return true;
        const past = Math.max(box.bottom - frame.bottom, frame.top - box.top);
        if (["hidden", "clip"].includes(overflowY) && outer !== document.body && past > Math.max(2, box.height * 0.15))
          return true;
      }
      return false;
    };
    const pieces: Piece[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const words = text.textContent?.trim() ?? "";
      if (!element || words === "" || !shown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1) pieces.push({ words: words.slice(0, 40), box, element });
    }
    const wrong = new Set<string>();
    for (const piece of pieces) {
      if (isFurtherOn(piece.element)) continue;
      if (piece.box.right > document.documentElement.clientWidth + 1 || piece.box.left < -1)
        wrong.add(`sticks out: ${piece.words}`);
      if (cutBy(piece)) wrong.add(`is cut: ${piece.words}`);
    }
    const standing = pieces.filter(({ element }) => !isSticky(element));
    for (const group of [standing, pieces.filter(({ element }) => element.closest("header"))])
      for (const [place, one] of group.entries())
        for (const other of group.slice(place + 1)) {
          const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          // Lines of one text may touch: their boxes are higher than their letters.
          const least = Math.min(one.box.height, other.box.height) * 0.35;
          if (width > 2 && height > least) wrong.add(`overlap: ${one.words} / ${other.words}`);
        }
    return [...wrong];
  });
