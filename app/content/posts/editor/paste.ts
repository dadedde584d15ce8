import { isUsableLink } from "../body/links";

/** Cleaned HTML for the editor, the pictures embedded in it, and how many others were left out. */
export type Pasted = { html: string; pictures: File[]; left: number };

/** Elements that are preserved, and what they become. Others are replaced by their content. */
const keptTags: Readonly<Record<string, string>> = {
  ...{ P: "p", BR: "br", STRONG: "strong", B: "strong", EM: "em", I: "em", UL: "ul", OL: "ol", LI: "li" },
  ...{ BLOCKQUOTE: "blockquote", TABLE: "table", TBODY: "tbody", THEAD: "tbody", TR: "tr", TH: "th", TD: "td" },
  ...{ H1: "h2", H2: "h2", H3: "h3", H4: "h3", H5: "h3", H6: "h3" },
};
const dropped =
  "script, style, iframe, object, embed, svg, math, template, noscript, meta, link, title, head, xml, o\\:p";

/**
 * Cleans clipboard HTML of Word, Google Docs or a web page and removes all styling. An embedded picture becomes `<img
 * data-pasted="n">`; pictures from other URLs are only counted.
 */
export function cleanPasted(html: string, { inTable }: { inTable: boolean }): Pasted {
  const from = new DOMParser().parseFromString(html, "text/html");
  for (const element of from.querySelectorAll(dropped)) element.remove();
  listsOfWord(from);
  const to = from.implementation.createHTMLDocument("");
  const work: Work = {
    to,
    pictures: [],
    left: 0,
    tables: inTable ? 1 : 0,
    hasFirst: from.querySelector("h1") !== null,
  };
  for (const node of from.body.childNodes) convert(node, to.body, work);
  return { html: to.body.innerHTML, pictures: work.pictures, left: work.left };
}

type Work = { to: Document; pictures: File[]; left: number; tables: number; hasFirst: boolean };

function convert(node: Node, into: Element, work: Work): void {
  if (node.nodeType === 3) {
    into.append(node.textContent ?? "");
    return;
  }
  if (!isElement(node)) return;
  if (node.tagName === "IMG") convertPicture(node, into, work);
  else if (node.tagName === "A") convertLink(node, into, work);
  else if (node.tagName === "TABLE" && work.tables > 0) convertInnerTable(node, into, work);
  else convertElement(node, into, work);
}

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;

function convertElement(element: HTMLElement, into: Element, work: Work): void {
  const { tagName: tag, style } = element;
  // Google Docs wraps everything that was copied in a `b` that isn't bold.
  const isWrap = (tag === "B" || tag === "STRONG") && /^(normal|[1-4]00)$/.test(style.fontWeight);
  const name = isWrap ? undefined : tag === "H2" && work.hasFirst ? "h3" : keptTags[tag];
  let inner: Element = into;
  const open = (opened: string) => {
    const made = work.to.createElement(opened);
    inner.append(made);
    inner = made;
  };
  if (name) {
    open(name);
    keepNumbers(element, inner);
  }
  const isHeading = /^H\d$/.test(tag);
  if (!isWrap && !isHeading && /^(bold(er)?|[6-9]00)$/.test(style.fontWeight) && name !== "strong") open("strong");
  if (style.fontStyle === "italic" && name !== "em") open("em");
  if (tag === "TABLE") work.tables += 1;
  for (const child of element.childNodes) convert(child, inner, work);
  if (tag === "TABLE") work.tables -= 1;
}

function keepNumbers(from: Element, to: Element): void {
  for (const name of ["colspan", "rowspan", "start"]) {
    const value = from.getAttribute(name);
    if (value !== null && /^[1-9]\d{0,3}$/.test(value) && value !== "1") to.setAttribute(name, value);
  }
}

function convertLink(element: HTMLElement, into: Element, work: Work): void {
  const href = (element.getAttribute("href") ?? "").trim();
  const link = isUsableLink(href) ? work.to.createElement("a") : null;
  link?.setAttribute("href", href);
  if (link) into.append(link);
  for (const child of element.childNodes) convert(child, link ?? into, work);
}

/** A table inside a table becomes paragraphs, one for each cell. */
function convertInnerTable(table: HTMLElement, into: Element, work: Work): void {
  for (const cell of table.querySelectorAll("th, td")) {
    if (cell.closest("table") !== table) continue;
    const paragraph = work.to.createElement("p");
    for (const child of cell.childNodes) convert(child, paragraph, work);
    // Paragraphs can't be nested.
    if (paragraph.querySelector("p, ul, ol, h2, h3, blockquote")) into.append(...paragraph.childNodes);
    else into.append(paragraph);
  }
}

function convertPicture(element: HTMLElement, into: Element, work: Work): void {
  const file = fileOf(element.getAttribute("src") ?? "");
  if (!file) {
    work.left += 1;
    return;
  }
  const picture = work.to.createElement("img");
  picture.setAttribute("data-pasted", String(work.pictures.length));
  const alt = (element.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim();
  // Word's generated alternative texts describe nothing.
  if (alt && !/^(image|picture|grafik|bild)?\s*\d*$/i.test(alt)) picture.setAttribute("alt", alt.slice(0, 250));
  work.pictures.push(file);
  into.append(picture);
}

/** Decodes a data URL; null for other URLs. */
function fileOf(src: string): File | null {
  const [, type, bytes] = /^data:(image\/(?:png|jpeg|webp|gif|bmp));base64,([A-Za-z0-9+/=\s]+)$/.exec(src) ?? [];
  if (!type || !bytes) return null;
  const binary = atob(bytes.replace(/\s/g, ""));
  return new File([Uint8Array.from(binary, (character) => character.charCodeAt(0))], "pasted", { type });
}

/** Word writes lists as paragraphs: `mso-list: l0 level2 lfo1`, with the bullet as text. */
function listsOfWord(from: Document): void {
  const levelOf = (element: Element | null): number => {
    const style = element?.getAttribute("style") ?? "";
    return element?.tagName === "P" ? Number(/mso-list:[^;:]*\blevel(\d)/i.exec(style)?.[1] ?? 0) : 0;
  };
  for (const first of from.querySelectorAll("p")) {
    if (!first.isConnected || levelOf(first) === 0) continue;
    const placeholder = from.createComment("");
    first.before(placeholder);
    const open: HTMLElement[] = [];
    for (let item: Element | null = first; item && levelOf(item) > 0; ) {
      const next: Element | null = item.nextElementSibling;
      addItem(from, open, levelOf(item), item);
      if (open[0] && !open[0].isConnected) placeholder.before(open[0]);
      item = next;
    }
    placeholder.remove();
  }
}

function addItem(from: Document, open: HTMLElement[], level: number, item: Element): void {
  const marker = [...item.querySelectorAll("span")].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
  );
  const isNumbered = /^\s*(\d+|[a-z]{1,4})[.)]/i.test(marker?.textContent ?? "");
  marker?.remove();
  const kind = isNumbered ? "OL" : "UL";
  // Another kind of bullet starts another list.
  open.length = Math.min(open.length, open[level - 1]?.tagName === kind ? level : level - 1);
  while (open.length < level) {
    const list = from.createElement(kind);
    const above = open.at(-1);
    if (above) (above.lastElementChild ?? above).append(list);
    open.push(list);
  }
  const line = from.createElement("li");
  const paragraph = from.createElement("p");
  paragraph.append(...item.childNodes);
  line.append(paragraph);
  open.at(-1)?.append(line);
  item.remove();
}
