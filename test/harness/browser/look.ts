import type { Page } from "@playwright/test";

/** The widths that every screen is looked at in, in CSS pixels. */
export const lookWidths = [360, 390, 768, 1440] as const;

/** What a designer would see on a screen at one width: sizes in CSS pixels, texts and controls by their words. */
export type Look = {
  width: number;
  height: number;
  /** How far the page scrolls sideways. */
  sideways: number;
  /** Texts that a control covers, which is none of their own. */
  covered: string[];
  /** Words that continue on the next line without a hyphen. */
  broken: string[];
  /** Texts of which an ellipsis or their box hides the rest. */
  cut: string[];
  /** Controls less than 24 pixels wide or high, except for links in a sentence. */
  small: string[];
};

/** Measures the open page at this width, scrolled to its top. Folded parts stay folded. */
export async function lookAt(page: Page, width: number, height = width < 768 ? 780 : 900): Promise<Look> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    await document.fonts.ready;
    scrollTo({ top: 0, behavior: "instant" });
    // Resize observers are notified in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return { width, ...(await page.evaluate(measure)) };
}

/** Measures the open page at all widths. */
export async function lookEverywhere(page: Page): Promise<Look[]> {
  const looks: Look[] = [];
  for (const width of lookWidths) looks.push(await lookAt(page, width));
  return looks;
}

/** What is wrong at any width, for `toEqual([])`. The height has a limit of each screen. */
export const faultsIn = (looks: readonly Look[], { cut = true } = {}): string[] =>
  looks.flatMap((look) => [
    ...(look.sideways > 0 ? [`${look.width}: scrolls ${look.sideways} sideways`] : []),
    ...look.covered.map((text) => `${look.width}: covered ${text}`),
    ...look.broken.map((text) => `${look.width}: broken ${text}`),
    ...(cut ? look.cut.map((text) => `${look.width}: cut ${text}`) : []),
    ...look.small.map((text) => `${look.width}: small ${text}`),
  ]);

/** Runs in the page. */
function measure(): Omit<Look, "width"> {
  const { scrollWidth, scrollHeight, clientWidth } = document.documentElement;
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]";
  const known = new Map<Element, boolean>();
  /** Whether somebody sees it: neither hidden, nor decoration, nor a text for screen readers. */
  const isShown = (element: Element): boolean => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const shown = find();
    known.set(element, shown);
    return shown;
    function find() {
      if (element.matches("script, style, template, option, optgroup, iframe, svg, [aria-hidden=true]")) return false;
      const style = getComputedStyle(element);
      const { width, height, bottom, right } = element.getBoundingClientRect();
      if (style.position === "absolute" && width <= 1 && height <= 1) return false;
      if (style.clipPath === "inset(50%)" || bottom + scrollY <= 0 || right <= 0) return false;
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
      return element.parentElement === null || isShown(element.parentElement);
    }
  };
  const nameOf = (element: Element) => {
    const text = element.textContent?.replaceAll(/\s+/g, " ").trim();
    return `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") || text || element.id || element.getAttribute("name") || "").slice(0, 50)}”`;
  };
  /** Floats over the page, or sticks to the window: it passes over texts by design. */
  const floats = (element: Element): boolean => {
    for (let outer: Element | null = element; outer; outer = outer.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(outer).position)) return true;
    return false;
  };
  const scrolls = (element: Element): boolean => {
    for (let outer: Element | null = element; outer; outer = outer.parentElement)
      if (/auto|scroll/.test(getComputedStyle(outer).overflowX) && outer.scrollWidth > outer.clientWidth) return true;
    return false;
  };

  /** Whether a box hides this line, as of a long text that unfolds. */
  const isClipped = (line: DOMRect, element: Element): boolean => {
    for (let outer: Element | null = element; outer; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowY === "visible") continue;
      const { top, bottom } = outer.getBoundingClientRect();
      if (line.bottom <= top + 1 || line.top >= bottom - 1) return true;
    }
    return false;
  };

  const shownControls = [...document.querySelectorAll(controls)].filter(isShown);
  const boxes = shownControls
    .filter((control) => !floats(control) && !scrolls(control))
    .flatMap((control) => [...control.getClientRects()].map((box) => ({ control, box })))
    .filter(({ box }) => box.width > 2 && box.height > 2);

  const covered = new Set<string>();
  const broken = new Set<string>();
  const cut = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    const content = text.nodeValue ?? "";
    if (!element || content.trim() === "" || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const owner = element.closest(controls);
    if (!floats(element) && !scrolls(element))
      for (const line of lines.filter((line) => !isClipped(line, element)))
        for (const { control, box } of boxes) {
          const isOwn = control.contains(element) || element.contains(control);
          if (isOwn || element.closest("label")?.contains(control)) continue;
          // A control on a card that is a link as a whole lies above it.
          if (owner && control.compareDocumentPosition(owner) & Node.DOCUMENT_POSITION_FOLLOWING) continue;
          const across = Math.min(line.right, box.right) - Math.max(line.left, box.left);
          // The box of a line is higher than its letters.
          const down = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top);
          if (across > 2 && down > line.height * 0.35)
            covered.add(`“${content.trim().slice(0, 40)}” by ${nameOf(control)}`);
        }
    if (lines.length > 1)
      // Longer words are no words of ours: somebody's email or file name, or letters without end.
      for (const match of content.matchAll(/(?<![\p{L}\p{N}@._-])[\p{L}\p{M}’']{2,24}(?![\p{L}\p{N}@._\u00ad])/gu)) {
        range.setStart(text, match.index);
        range.setEnd(text, match.index + match[0].length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 4) broken.add(match[0]);
      }
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(outer);
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) break;
      const frame = outer.getBoundingClientRect();
      const hidesAcross = ["hidden", "clip"].includes(overflowX);
      const hidesDown = ["hidden", "clip"].includes(overflowY);
      const isBeyond = lines.some(
        (line) =>
          (hidesAcross && (line.right > frame.right + 1 || line.left < frame.left - 1)) ||
          (hidesDown && line.bottom > frame.bottom + Math.max(2, line.height * 0.4)),
      );
      const hasEllipsis = textOverflow === "ellipsis" && hidesAcross && outer.scrollWidth > outer.clientWidth + 1;
      if (isBeyond || hasEllipsis) cut.add(`“${content.trim().slice(0, 50)}”`);
    }
  }

  const small = new Set<string>();
  for (const control of shownControls) {
    if (control.matches("[disabled], [tabindex='-1']")) continue;
    const { display } = getComputedStyle(control);
    const isInSentence = () => {
      const block = control.closest("p, li, dd, dt, td, th, legend, label, span, div, h1, h2, h3, h4");
      return (block?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0);
    };
    if (display === "inline" && control.matches("a, button, [role]") && isInSentence()) continue;
    // A checkbox is pressed by its label too.
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const [width, height] = [control, ...labels]
      .map((element) => element.getBoundingClientRect())
      .reduce(([wide, high], box) => [Math.max(wide, box.width), Math.max(high, box.height)], [0, 0]);
    // Rounded, because a browser draws 23.99 as 24.
    if (Math.round(width) < 24 || Math.round(height) < 24)
      small.add(`${nameOf(control)} ${Math.round(width)} × ${Math.round(height)}`);
  }
  return {
    height: scrollHeight,
    sideways: Math.max(0, scrollWidth - clientWidth),
    covered: [...covered],
    broken: [...broken],
    cut: [...cut],
    small: [...small],
  };
}
