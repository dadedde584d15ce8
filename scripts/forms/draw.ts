import { breadth, ink, left, Paper } from "../../app/pdf/paper.server";
import type { Blank, Block, Column, Item, Sheet } from "./sheet";

const strong = { face: "strong", size: 10.5, colour: ink.text } as const;
const text = { face: "text", size: 10, colour: ink.stone, gap: 1.5 } as const;
const label = { face: "strong", size: 8.5, colour: ink.text } as const;
const hint = { face: "text", size: 8, colour: ink.stone } as const;
const body = { face: "text", size: 11, colour: ink.text, gap: 3 } as const;

/** A fixed date, so that the same sheet gives the same file. */
const made = new Date("2026-11-21T00:00:00Z");

export async function drawSheet({ title, eyebrow, lead, blocks }: Sheet): Promise<Buffer> {
  const paper = new Paper(title, lead, made);
  paper.open(eyebrow, title, lead);
  for (const block of blocks) drawBlock(paper, block);
  return paper.end();
}

function drawBlock(paper: Paper, block: Block) {
  if (block.kind === "heading") return drawHeading(paper, block.text, block.intro);
  if (block.kind === "checks") return drawChecks(paper, block.items);
  if (block.kind === "blanks") return drawBlanks(paper, block.blanks);
  if (block.kind === "table") return drawTable(paper, block);
  if (block.kind === "letter") return drawLetter(paper, block.paragraphs);
  if (block.kind === "notes") return drawNotes(paper, block.items);
  return drawSignatures(paper, block.labels);
}

function drawHeading(paper: Paper, label: string, intro?: string) {
  // Keeps a heading on one page with the beginning of its text.
  paper.room(76);
  paper.y += 12;
  paper.y += paper.write("H2", label, { face: "display", size: 14.5, colour: ink.navy }, left, paper.y, breadth) + 3;
  if (intro) paper.y += paper.write("P", intro, text, left, paper.y, breadth) + 2;
  paper.y += 5;
}

function drawChecks(paper: Paper, items: readonly Item[]) {
  const list = paper.group("L");
  const width = breadth - 26;
  for (const item of items) {
    const height = paper.height(item.title, strong, width) + (item.text ? paper.height(item.text, text, width) + 1 : 0);
    paper.room(height + 8);
    const entry = paper.group("LI", list);
    paper.ornament((doc) =>
      doc
        .roundedRect(left + 0.5, paper.y + 0.5, 12, 12, 2)
        .lineWidth(0.9)
        .strokeColor(ink.sea)
        .stroke(),
    );
    const words = paper.group("LBody", entry);
    const first = paper.write("P", item.title, strong, left + 26, paper.y, width, words);
    if (item.text) paper.write("P", item.text, text, left + 26, paper.y + first + 1, width, words);
    paper.y += height + 8;
  }
  paper.y += 2;
}

function drawBlanks(paper: Paper, blanks: readonly Blank[]) {
  const half = (breadth - 24) / 2;
  for (let index = 0; index < blanks.length; ) {
    const [first, second] = [blanks[index], blanks[index + 1]];
    if (!first) return;
    const alone = first.wide || !second || second.wide;
    const row = alone ? [first] : [first, second];
    const width = alone && first.wide ? breadth : half;
    const heights = row.map((blank) => blankHeight(paper, blank, width));
    paper.room(Math.max(...heights));
    for (const [index, blank] of row.entries()) drawBlank(paper, blank, left + index * (half + 24), width);
    paper.y += Math.max(...heights);
    index += row.length;
  }
  paper.y += 4;
}

function blankHeight(paper: Paper, blank: Blank, width: number) {
  const words = paper.height(blank.label, label, width) + (blank.hint ? paper.height(blank.hint, hint, width) : 0);
  return words + (blank.choices ? choiceLines(paper, blank.choices, width).length * 16 + 10 : 31);
}

/** As many choices per line as fit. */
function choiceLines(paper: Paper, choices: readonly string[], width: number) {
  const lines: { choice: string; x: number }[][] = [[]];
  let x = 0;
  for (const choice of choices) {
    const needed = paper.doc.font("text").fontSize(9.5).widthOfString(choice) + 32;
    if (x > 0 && x + needed > width) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)?.push({ choice, x });
    x += needed;
  }
  return lines;
}

function drawBlank(paper: Paper, blank: Blank, x: number, width: number) {
  let y = paper.y + paper.write("P", blank.label, label, x, paper.y, width);
  if (blank.hint) y += paper.write("P", blank.hint, hint, x, y, width);
  if (!blank.choices) {
    paper.ornament((doc) =>
      doc
        .moveTo(x, y + 21)
        .lineTo(x + width, y + 21)
        .lineWidth(0.6)
        .strokeColor(ink.line)
        .stroke(),
    );
    return;
  }
  for (const [line, choices] of choiceLines(paper, blank.choices, width).entries())
    for (const { choice, x: offset } of choices) {
      const top = y + 5 + line * 16;
      paper.ornament((doc) =>
        doc
          .roundedRect(x + offset + 0.5, top, 9, 9, 1.5)
          .lineWidth(0.8)
          .strokeColor(ink.sea)
          .stroke(),
      );
      paper.write("P", choice, { face: "text", size: 9.5, colour: ink.text }, x + offset + 14, top - 1.5, width);
    }
}

type Table = { columns: readonly Column[]; rows: number; numbered?: boolean; last?: readonly string[] };

function drawTable(paper: Paper, { columns, rows, numbered = false, last }: Table) {
  const first = numbered ? 24 : 0;
  const total = columns.reduce((sum, column) => sum + column.share, 0);
  const widths = columns.map(({ share }) => ((breadth - first) * share) / total);
  const starts = widths.map((_, index) => left + first + widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const table = paper.group("Table");
  const heads = () => {
    const height =
      Math.max(...columns.map((column, index) => paper.height(column.label, label, (widths[index] ?? 0) - 8))) + 9;
    paper.room(height + 48);
    paper.ornament((doc) => doc.rect(left, paper.y, breadth, height).fill("#e6f4f2"));
    const row = paper.group("TR", table);
    for (const [index, column] of columns.entries())
      paper.write("TH", column.label, label, (starts[index] ?? left) + 4, paper.y + 5, (widths[index] ?? 0) - 8, row);
    paper.y += height;
  };
  heads();
  for (let number = 1; number <= rows; number++) {
    const before = paper.y;
    paper.room(24);
    if (paper.y < before) heads();
    const row = paper.group("TR", table);
    const bottom = paper.y + 24;
    paper.ornament((doc) => {
      doc
        .moveTo(left, bottom)
        .lineTo(left + breadth, bottom)
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .stroke();
      for (const start of starts.slice(numbered ? 0 : 1))
        doc.moveTo(start, paper.y).lineTo(start, bottom).lineWidth(0.3).strokeColor("#b9c5c7").stroke();
      if (numbered)
        doc
          .font("mono")
          .fontSize(7.5)
          .fillColor(ink.sea)
          .text(String(number).padStart(2, "0"), left + 5, paper.y + 9, { lineBreak: false });
    });
    const words = number === rows ? last : undefined;
    for (const [index] of columns.entries())
      paper.write(
        "TD",
        words?.[index] || " ",
        label,
        (starts[index] ?? left) + 4,
        paper.y + 8,
        (widths[index] ?? 0) - 8,
        row,
      );
    paper.y = bottom;
  }
  paper.y += 10;
}

function drawLetter(paper: Paper, paragraphs: readonly string[]) {
  const width = breadth - 28;
  for (const paragraph of paragraphs) {
    const height = paper.height(paragraph, body, width);
    paper.room(height + 9);
    paper.ornament((doc) => doc.rect(left, paper.y - 1, 2, height + 5).fill(ink.gold));
    paper.write("P", paragraph, body, left + 16, paper.y, width);
    paper.y += height + 9;
  }
  paper.y += 4;
}

function drawNotes(paper: Paper, items: readonly string[]) {
  const list = paper.group("L");
  for (const item of items) {
    const height = paper.height(item, text, breadth - 16);
    paper.room(height + 5);
    const entry = paper.group("LI", list);
    paper.ornament((doc) => doc.circle(left + 4, paper.y + 6.5, 1.8).fill(ink.gold));
    paper.write("LBody", item, text, left + 16, paper.y, breadth - 16, entry);
    paper.y += height + 5;
  }
  paper.y += 4;
}

function drawSignatures(paper: Paper, labels: readonly string[]) {
  const half = (breadth - 24) / 2;
  for (let index = 0; index < labels.length; index += 2) {
    paper.room(58);
    for (const [place, text] of labels.slice(index, index + 2).entries()) {
      const x = left + place * (half + 24);
      paper.ornament((doc) =>
        doc
          .moveTo(x, paper.y + 36)
          .lineTo(x + half, paper.y + 36)
          .lineWidth(0.7)
          .strokeColor(ink.line)
          .stroke(),
      );
      paper.write("P", text, hint, x, paper.y + 40, half);
    }
    paper.y += 58;
  }
}
