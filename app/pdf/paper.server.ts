import PDFDocument from "pdfkit";
import { ring, rosette, waveBand } from "~/ui/brand/guilloche-paths";
import { ascentOf, type Face, fits, linesOf, registerFaces } from "./faces.server";

const sides = { left: 54, top: 60, right: 558, bottom: 716 } as const;
export const ink = {
  navy: "#06303f",
  text: "#12262d",
  stone: "#56676c",
  sea: "#0b6a74",
  gold: "#e9b036",
  line: "#71848a",
};
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

/** A US letter document, tagged for screen readers; decoration is marked as an artifact. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Element;
  /** Where the next block begins, from the top of the page. */
  y = 0;

  /** The same words of the same moment give the same file. */
  constructor(title: string, subject: string, made: Date) {
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
    registerFaces(this.doc);
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
  }

  /** Draws decoration, which screen readers skip. */
  ornament(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  private use({ face, size, colour }: Style) {
    return this.doc.font(face).fontSize(size).fillColor(colour);
  }

  height(text: string, style: Style, width: number): number {
    const composed = text.normalize("NFC");
    if (!fits(style.face, composed)) {
      const lines = linesOf(this.use(style), style.face, composed, width).length;
      return lines * (this.use(style).currentLineHeight(true) + (style.gap ?? 0));
    }
    return this.use(style).heightOfString(composed, {
      width,
      lineGap: style.gap ?? 0,
      characterSpacing: style.spacing ?? 0,
    });
  }

  /** Writes a text as an element of the given type, and returns its height in points. It must fit on the page. */
  write(type: string, text: string, style: Style, x: number, y: number, width: number, parent = this.root): number {
    const composed = text.normalize("NFC");
    const height = this.height(composed, style, width);
    const content = this.doc.markStructureContent(type);
    if (fits(style.face, composed))
      this.use(style).text(composed, x, y, {
        width,
        lineGap: style.gap ?? 0,
        characterSpacing: style.spacing ?? 0,
        align: style.align ?? "left",
      });
    else this.writeLines(composed, style, x, y, width);
    this.doc.endMarkedContent();
    parent.add(this.doc.struct(type, {}, [content]));
    return height;
  }

  /** A text that needs several fonts: they stand on one line, that of the face. */
  private writeLines(text: string, style: Style, left: number, top: number, width: number) {
    const doc = this.use(style);
    const leading = doc.currentLineHeight(true) + (style.gap ?? 0);
    for (const [at, line] of linesOf(doc, style.face, text, width).entries()) {
      const last = line.at(-1);
      const needed = last ? last.x + doc.font(last.run.font).widthOfString(last.run.text) : 0;
      const start = left + (style.align === "right" ? width - needed : 0);
      for (const { run, x } of line)
        doc.font(run.font).text(run.text, start + x, top + at * leading + ascentOf(style.face) * style.size, {
          lineBreak: false,
          baseline: "alphabetic",
        });
    }
  }

  group(type: string, parent = this.root): Element {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Starts a new page when less than `height` points are left on this one. */
  room(height: number): void {
    if (this.y + height <= sides.bottom) return;
    this.doc.addPage();
    this.y = sides.top;
  }

  /** The head of the first page. */
  open(eyebrow: string, title: string, lead: string): void {
    this.doc.addPage();
    this.ornament((doc) => {
      drawSun(doc, title);
      drawMark(doc);
      doc
        .font("display")
        .fontSize(13)
        .fillColor(ink.navy)
        .text("Lucaya Visa & Immigration", left + 38, 48, { lineBreak: false });
      drawSea(doc, title, 128);
    });
    this.y = 158;
    const small = { face: "strong", size: 8.5, colour: ink.sea, spacing: 1 } as const;
    this.y += this.write("P", eyebrow.toUpperCase(), small, left, this.y, breadth) + 4;
    const big = { face: "display", size: 24, colour: ink.navy } as const;
    this.y += this.write("H1", title, big, left, this.y, breadth) + 6;
    this.y += this.write("P", lead, { face: "text", size: 11, colour: ink.stone, gap: 2 }, left, this.y, 440) + 10;
  }

  /** Writes the foot of every page, ends the document and returns its bytes. */
  async end(): Promise<Buffer> {
    const { doc } = this;
    const pages = doc.bufferedPageRange();
    for (let index = 0; index < pages.count; index++) {
      doc.switchToPage(index);
      this.ornament(() => {
        doc.moveTo(left, 736).lineTo(sides.right, 736).lineWidth(0.5).strokeColor(ink.gold).stroke();
        doc.font("mono").fontSize(7).fillColor(ink.sea);
        doc.text("P<BHSLUCAYA<<VISA<<IMMIGRATION".padEnd(56, "<"), left, 745, {
          characterSpacing: 0.6,
          lineBreak: false,
        });
        doc.font("text").fontSize(8).fillColor(ink.stone);
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

/** Hairlines of gold in the corner, unique to the sheet and cheap to print. */
function drawSun(doc: PDFKit.PDFDocument, seed: string) {
  doc.save().translate(534, 66).scale(0.95);
  for (const { path, copies } of rosette(seed, "plain"))
    for (const { turn, scale } of copies)
      doc.save().rotate(turn).scale(scale).path(path).lineWidth(0.4).strokeColor(ink.gold).stroke().restore();
  doc.restore();
}

function drawSea(doc: PDFKit.PDFDocument, seed: string, middle: number) {
  doc.save().rect(0, 0, 612, 792).clip();
  for (const path of waveBand({ seed, width: 612, middle, swing: 20, lines: 9, waves: 3 }))
    doc.path(path).lineWidth(0.4).strokeColor("#5cc7c0").stroke();
  doc.restore();
}

function drawMark(doc: PDFKit.PDFDocument) {
  doc.save().translate(left, 42).scale(0.44);
  doc.path(ring({ radius: 29.6, swing: 1.5, lobes: 28, centre: 32 })).fill(ink.navy);
  doc.circle(32, 32, 27.2).fill("#f6c453");
  const line = ring({ radius: 19.5, swing: 6.3, lobes: 14, centre: 32 });
  for (const angle of [0, 8.571, 17.143])
    doc
      .save()
      .rotate(angle, { origin: [32, 32] })
      .path(line)
      .lineWidth(0.8)
      .strokeColor(ink.navy)
      .stroke()
      .restore();
  doc.circle(32, 32, 9).fill(ink.navy).circle(32, 32, 3.4).fill("#f6c453");
  doc.restore();
}
