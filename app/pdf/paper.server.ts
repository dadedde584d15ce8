import PDFDocument from "pdfkit";
import { composed } from "./composed";
import { ascentOf, type Face, Faces, fits, registerFaces } from "./faces.server";
import { pdfColors } from "./ink";
import { drawLine, isDrawnOtherwise, type Line, linesOf } from "./lines.server";
import { drawMark, drawSea, drawSun } from "./ornaments.server";

const sides = { left: 54, top: 60, right: 558, bottom: 716 } as const;

export { pdfColors as ink };
export const left = sides.left;
export const breadth = sides.right - sides.left;

export type Style = {
  face: Face;
  size: number;
  colour: string;
  gap?: number;
  spacing?: number;
  align?: "left" | "right";
};
export type Element = PDFKit.PDFStructureElement;
export type Cell = { type: string; text: string; style: Style; x: number; width: number };

/** A US letter document, tagged for screen readers; decoration is marked as an artifact. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Element;
  /** Top of the next block, from the top of the page. */
  y = 0;

  private readonly faces: Faces;

  /** The same text and time give the same file. `faces`: needed for non-western letters. */
  constructor(title: string, subject: string, made: Date, faces = Faces.western) {
    const options: PDFKit.PDFDocumentOptions = {
      size: "LETTER",
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      tagged: true,
      lang: "en-US",
      displayTitle: true,
      pdfVersion: "1.7",
      info: { Title: title, Subject: subject, Author: "Lucaya Visa & Immigration", CreationDate: made, ModDate: made },
    };
    // The type declarations lack PDF/UA.
    this.doc = new PDFDocument(Object.assign(options, { subset: "PDF/UA" }));
    this.faces = faces;
    registerFaces(this.doc);
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  /** Screen readers skip it. */
  ornament(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  private use({ face, size, colour }: Style) {
    return this.doc.font(face).fontSize(size).fillColor(colour);
  }

  private pen(face: Face) {
    return { doc: this.doc, faces: this.faces, face };
  }

  private leading(style: Style): number {
    return this.use(style).currentLineHeight(true) + (style.gap ?? 0);
  }

  height(text: string, style: Style, width: number): number {
    const composedText = composed(text);
    if (!fits(style.face, composedText)) {
      this.use(style);
      return linesOf(this.pen(style.face), composedText, width).length * this.leading(style);
    }
    return this.use(style).heightOfString(composedText, {
      width,
      lineGap: style.gap ?? 0,
      characterSpacing: style.spacing ?? 0,
    });
  }

  /** Writes an element and returns its height in points. It must fit on the page. */
  write(type: string, text: string, style: Style, x: number, y: number, width: number, parent = this.root): number {
    const composedText = composed(text);
    const height = this.height(composedText, style, width);
    const content = this.doc.markStructureContent(type);
    if (fits(style.face, composedText))
      this.use(style).text(composedText, x, y, {
        width,
        lineGap: style.gap ?? 0,
        characterSpacing: style.spacing ?? 0,
        align: style.align ?? "left",
      });
    else {
      this.use(style);
      this.drawLines(linesOf(this.pen(style.face), composedText, width), style, x, y, width);
    }
    this.doc.endMarkedContent();
    parent.add(this.element(type, composedText, style.face, [content]));
    return height;
  }

  /** Lines with several fonts share the face's baseline. */
  private drawLines(lines: readonly Line[], style: Style, left: number, top: number, width: number) {
    const leading = this.leading(style);
    for (const [index, line] of lines.entries()) {
      const start = left + (style.align === "right" || line.isFromRight ? width - line.width : 0);
      drawLine(this.use(style), line, start, top + index * leading + ascentOf(style.face) * style.size);
    }
  }

  /** If drawn and written order differ, readers get the written one. */
  private element(
    type: string,
    text: string,
    face: Face,
    contents: PDFKit.PDFStructureContent[],
    isOfRow = false,
  ): Element {
    // The type declarations lack the scope of a table's headers.
    const options = {
      ...(!fits(face, text) && isDrawnOtherwise(this.pen(face), text) ? { actual: text } : {}),
      ...(isOfRow ? { scope: "Row" } : {}),
    };
    return this.doc.struct(type, options, contents);
  }

  /** Writes columns over as many pages as needed. `behind` draws the background of each page's part. */
  flow(cells: readonly Cell[], parent: Element, pad = 6, behind?: (top: number, height: number) => void): void {
    const columns = cells.map((cell) => {
      this.use(cell.style);
      const lines = linesOf(this.pen(cell.style.face), cell.text, cell.width);
      return { ...cell, lines, leading: this.leading(cell.style), contents: [] as PDFKit.PDFStructureContent[] };
    });
    const heightOf = (count: number) =>
      Math.max(...columns.map(({ lines, leading }) => Math.min(count, lines.length) * leading));
    // Short blocks stay whole; of long ones at least two lines stay together.
    const whole = heightOf(Number.POSITIVE_INFINITY);
    this.room((whole < 150 ? whole : heightOf(2)) + pad * 2);
    while (columns.some(({ lines }) => lines.length > 0)) {
      const space = sides.bottom - this.y - pad * 2;
      const parts = columns.map((column) => ({
        ...column,
        part: column.lines.splice(0, Math.max(1, Math.floor(space / column.leading))),
      }));
      const height = Math.max(...parts.map(({ part, leading }) => part.length * leading));
      if (behind) this.ornament(() => behind(this.y, height + pad * 2));
      for (const { part, type, style, x, width, contents } of parts) {
        if (part.length === 0) continue;
        contents.push(this.doc.markStructureContent(type));
        this.drawLines(part, style, x, this.y + pad, width);
        this.doc.endMarkedContent();
      }
      this.y += height + pad * 2;
      if (columns.some(({ lines }) => lines.length > 0)) this.nextPage();
    }
    for (const { type, text, style, contents } of columns)
      parent.add(this.element(type, composed(text), style.face, contents, type === "TH"));
  }

  group(type: string, parent = this.root): Element {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  link(text: string, url: string, style: Style, x: number, parent = this.root): void {
    this.room(24);
    const leading = this.leading(style);
    const width = this.use(style).widthOfString(text);
    const link = this.group("Link", parent);
    const content = this.doc.markStructureContent("Link");
    this.use(style).text(text, x, this.y, { lineBreak: false, underline: true });
    this.doc.endMarkedContent();
    link.add(content);
    // The type declarations lack an annotation's owner.
    const options: object = { structParent: link, Contents: new String(text) };
    this.doc.link(x, this.y, width, leading, url, options);
    this.y += leading + 6;
  }

  /** A link on one line, set smaller where its text is long. */
  linkLine(text: string, url: string): void {
    const style = { face: "strong", size: 11, colour: pdfColors.sea } as const;
    const width = this.use(style).widthOfString(text);
    this.link(text, url, { ...style, size: Math.min(style.size, (style.size * breadth) / width) }, left);
  }

  /** Starts a new page if less than `height` points are left. */
  room(height: number): void {
    if (this.y + height > sides.bottom) this.nextPage();
  }

  nextPage(): void {
    this.doc.addPage();
    this.y = sides.top;
  }

  open(eyebrow: string, title: string, lead: string): void {
    this.doc.addPage();
    this.ornament((doc) => {
      drawSun(doc, title);
      drawMark(doc);
      doc
        .font("display")
        .fontSize(13)
        .fillColor(pdfColors.navy)
        .text("Lucaya Visa & Immigration", left + 38, 48, { lineBreak: false });
      drawSea(doc, title, 128);
    });
    this.y = 158;
    const small = { face: "strong", size: 8.5, colour: pdfColors.sea, spacing: 1 } as const;
    this.y += this.write("P", eyebrow.toUpperCase(), small, left, this.y, breadth) + 4;
    const big = { face: "display", size: 24, colour: pdfColors.navy } as const;
    this.y += this.write("H1", title, big, left, this.y, breadth) + 6;
    this.y +=
      this.write("P", lead, { face: "text", size: 11, colour: pdfColors.stone, gap: 2 }, left, this.y, 440) + 10;
  }

  /** Writes every page's footer, and `head` on pages after the first; returns the document's bytes. */
  async end(head = ""): Promise<Buffer> {
    const { doc } = this;
    const pages = doc.bufferedPageRange();
    for (let index = 0; index < pages.count; index++) {
      doc.switchToPage(index);
      this.ornament(() => {
        if (head && index > 0)
          doc.font("text").fontSize(8).fillColor(pdfColors.stone).text(head, left, 34, { lineBreak: false });
        doc.moveTo(left, 736).lineTo(sides.right, 736).lineWidth(0.5).strokeColor(pdfColors.gold).stroke();
        doc.font("mono").fontSize(7).fillColor(pdfColors.sea);
        doc.text("P<BHSLUCAYA<<VISA<<IMMIGRATION".padEnd(56, "<"), left, 745, {
          characterSpacing: 0.6,
          lineBreak: false,
        });
        doc.font("text").fontSize(8).fillColor(pdfColors.stone);
        doc.text(`Page ${index + 1} of ${pages.count}`, sides.right - 80, 744, {
          width: 80,
          align: "right",
          lineBreak: false,
        });
      });
    }
    this.root.end();
    const chunks: Buffer[] = [];
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((done) => doc.on("end", done));
    doc.end();
    await ended;
    return Buffer.concat(chunks);
  }
}
