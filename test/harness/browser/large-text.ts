import type { Page } from "@playwright/test";

/**
 * Texts that overlap, that their own box clips, or that exceed the viewport. Except for screen reader texts,
 * decoration, and what a sticky header covers; on screens also except for scrollable rows.
 */
export const overlappingOrCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number };
    type TextChunk = { words: string; box: Box; element: Element };
    // Memoized per element, because many texts share ancestors.
    const once = <Answer>(measure: (element: Element) => Answer) => {
      const known = new Map<Element, Answer>();
      return (element: Element): Answer => {
        const answer = known.has(element) ? (known.get(element) as Answer) : measure(element);
        known.set(element, answer);
        return answer;
      };
    };
    const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });
    /** Whether it applies to an element or an ancestor. */
    const within = (holds: (element: Element) => boolean) => {
      const found: (element: Element) => boolean = once(
        (element) => holds(element) || (element.parentElement !== null && found(element.parentElement)),
      );
      return found;
    };
    // Visually hidden, or above the page until focused.
    const isForEars = within((element) => {
      const { width, height, bottom } = element.getBoundingClientRect();
      const { position } = getComputedStyle(element);
      return (position === "absolute" && width <= 1 && height <= 1) || (position === "fixed" && bottom <= 0);
    });
    const shown = once((element) => {
      if (element.closest("script, style, template, option, [aria-hidden=true]") || isForEars(element)) return false;
      return element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    });
    const isSticky = within((element) => ["sticky", "fixed", "absolute"].includes(getComputedStyle(element).position));
    const isPaper = matchMedia("print").matches;
    const isFurtherOn = within(
      (element) =>
        !isPaper &&
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth,
    );
    const cuts = once((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return {
        across: ["hidden", "clip"].includes(overflowX),
        down: ["hidden", "clip"].includes(overflowY) && element !== document.body,
        frame: boxOf(element.getBoundingClientRect()),
      };
    });
    const overflowOf = ({ element, box }: TextChunk) => {
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        const { across, down, frame } = cuts(outer);
        const over = Math.max(box.right - frame.right, frame.left - box.left);
        if (across && over > 1) return true;
        const past = Math.max(box.bottom - frame.bottom, frame.top - box.top);
        if (down && past > Math.max(2, (box.bottom - box.top) * 0.15)) return true;
      }
      return false;
    };
    const chunks: TextChunk[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const content = text.textContent?.trim() ?? "";
      if (!element || content === "" || !shown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1) chunks.push({ words: content.slice(0, 40), box: boxOf(box), element });
    }
    const wrong = new Set<string>();
    for (const chunk of chunks) {
      if (isFurtherOn(chunk.element)) continue;
      if (chunk.box.right > document.documentElement.clientWidth + 1 || chunk.box.left < -1)
        wrong.add(`sticks out: ${chunk.words}`);
      if (overflowOf(chunk)) wrong.add(`is cut: ${chunk.words}`);
    }
    chunks.sort((a, b) => a.box.top - b.box.top);
    const standing = chunks.filter(({ element }) => !isSticky(element));
    for (const group of [standing, chunks.filter(({ element }) => element.closest("header"))])
      for (const [index, current] of group.entries())
        for (let next = index + 1; next < group.length; next++) {
          const otherChunk = group[next];
          if (!otherChunk || otherChunk.box.top >= current.box.bottom) break;
          const width =
            Math.min(current.box.right, otherChunk.box.right) - Math.max(current.box.left, otherChunk.box.left);
          const height = Math.min(current.box.bottom, otherChunk.box.bottom) - otherChunk.box.top;
          // Lines of one text may touch, because their boxes are higher than their letters.
          const least =
            Math.min(current.box.bottom - current.box.top, otherChunk.box.bottom - otherChunk.box.top) * 0.35;
          if (width > 2 && height > least) wrong.add(`overlap: ${current.words} / ${otherChunk.words}`);
        }
    return [...wrong];
  });
