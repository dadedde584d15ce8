import type { Face } from "./faces.server";
import { breadth, type Element, ink, left, type Paper } from "./paper.server";

const label = { face: "text", size: 10.5, colour: ink.stone, gap: 1.5 } as const;
const value = { face: "strong", size: 10.5, colour: ink.text, gap: 1.5 } as const;
const body = { face: "text", size: 10, colour: ink.stone, gap: 2 } as const;
const listed = { face: "text", size: 10, colour: ink.text, gap: 2 } as const;
const labelWidth = 150;
const amountWidth = 120;
const right = left + breadth;

export function drawAmount(paper: Paper, text: string, amount: string): void {
  const height = 62;
  paper.room(height + 24);
  paper.y += 10;
  paper.ornament((doc) => doc.roundedRect(left, paper.y, breadth, height, 6).fill("#e6f4f2"));
  const big = { face: "display", size: 22, colour: ink.navy, align: "right" } as const;
  paper.write("P", text, { ...value, colour: ink.sea }, left + 18, paper.y + 24, labelWidth);
  paper.write("P", amount, big, left + labelWidth, paper.y + 17, breadth - labelWidth - 18);
  paper.y += height + 14;
}

/** `mono` for figures to compare. */
export type FactRow = readonly [name: string, words: string, face?: Extract<Face, "mono">];

/** A table of names and values, with the names as row headers. */
export function drawFacts(paper: Paper, heading: string, rows: readonly FactRow[]): void {
  drawHeading(paper, heading);
  drawRows(paper, rows);
}

/** A heading with room for the beginning of its content. */
export function drawHeading(paper: Paper, text: string): void {
  paper.room(84);
  const title = { face: "display", size: 14.5, colour: ink.navy } as const;
  paper.y += paper.write("H2", text, title, left, paper.y, breadth) + 6;
}

export function drawSmallHeading(paper: Paper, text: string): void {
  paper.room(66);
  paper.y += 8;
  const title = { face: "strong", size: 10.5, colour: ink.sea, gap: 1.5 } as const;
  paper.y += paper.write("H3", text, title, left, paper.y, breadth) + 4;
}

export function drawRows(paper: Paper, rows: readonly FactRow[]): void {
  const table = paper.group("Table");
  for (const [name, text, face] of rows) {
    const style = face ? { ...value, face, size: 9.5, gap: 3 } : value;
    const cells = [
      { type: "TH", text: name, style: label, x: left, width: labelWidth - 12 },
      { type: "TD", text, style, x: left + labelWidth, width: breadth - labelWidth },
    ];
    paper.flow(cells, paper.group("TR", table), 6.5);
    drawRule(paper);
  }
  paper.y += 16;
}

export function drawRule(paper: Paper, colour = "#c9d5d4"): void {
  const position = paper.y;
  paper.ornament((doc) =>
    doc
      .moveTo(left, position)
      .lineTo(left + breadth, position)
      .lineWidth(0.4)
      .strokeColor(colour)
      .stroke(),
  );
}

export function drawParagraph(paper: Paper, text: string): void {
  paper.room(paper.height(text, body, breadth));
  paper.y += paper.write("P", text, body, left, paper.y, breadth) + 10;
}

/** Names with amounts on the right. `isTotal` is set in bold, `isPart` is contained in another amount. */
export type AmountRow = { name: string; amount: string; isTotal?: boolean; isPart?: boolean };

export function drawAmounts(paper: Paper, rows: readonly AmountRow[]): void {
  const table = paper.group("Table");
  for (const { name, amount, isTotal = false, isPart = false } of rows) {
    const style = isTotal ? value : isPart ? label : { ...label, colour: ink.text };
    const cells = [
      { type: "TH", text: name, style, x: left, width: breadth - amountWidth - 12 },
      {
        type: "TD",
        text: amount,
        style: { ...style, align: "right" } as const,
        x: right - amountWidth,
        width: amountWidth,
      },
    ];
    paper.flow(cells, paper.group("TR", table), 5);
    drawRule(paper, isTotal ? "#71848a" : undefined);
  }
  paper.y += 16;
}

/** A text of any length below its heading; without a heading if that is empty. */
export function drawText(paper: Paper, heading: string, text: string): void {
  if (heading) drawHeading(paper, heading);
  if (text) paper.flow([{ type: "P", text, style: body, x: left, width: breadth }], paper.root, 0);
  paper.y += text ? 12 : 0;
}

export function drawList(paper: Paper, sentences: readonly string[]): void {
  const list = paper.group("L");
  for (const text of sentences) {
    paper.room(30);
    const item: Element = paper.group("LI", list);
    const position = paper.y + 9.5;
    const page = (top: number) => {
      if (top <= position) paper.doc.circle(left + 3, position, 1.8).fill(ink.gold);
    };
    paper.flow([{ type: "LBody", text, style: listed, x: left + 14, width: breadth - 14 }], item, 3, page);
  }
  paper.y += 10;
}
