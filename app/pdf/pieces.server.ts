import { breadth, ink, left, type Paper } from "./paper.server";

const label = { face: "text", size: 10.5, colour: ink.stone, gap: 1.5 } as const;
const value = { face: "strong", size: 10.5, colour: ink.text, gap: 1.5 } as const;
const body = { face: "text", size: 10, colour: ink.stone, gap: 2 } as const;
const labelWidth = 150;

/** An amount that a document is about, large between two rules. */
export function drawAmount(paper: Paper, words: string, amount: string): void {
  const height = 62;
  paper.room(height + 24);
  paper.y += 10;
  paper.ornament((doc) => doc.roundedRect(left, paper.y, breadth, height, 6).fill("#e6f4f2"));
  const big = { face: "display", size: 22, colour: ink.navy, align: "right" } as const;
  paper.write("P", words, { ...value, colour: ink.sea }, left + 18, paper.y + 24, labelWidth);
  paper.write("P", amount, big, left + labelWidth, paper.y + 17, breadth - labelWidth - 18);
  paper.y += height + 14;
}

/** Names with their values, a line each, as a table whose rows the names head. */
export function drawFacts(paper: Paper, heading: string, rows: readonly (readonly [string, string])[]): void {
  const width = breadth - labelWidth;
  paper.room(70);
  const title = { face: "display", size: 14.5, colour: ink.navy } as const;
  paper.y += paper.write("H2", heading, title, left, paper.y, breadth) + 6;
  const table = paper.group("Table");
  for (const [name, words] of rows) {
    const height = Math.max(paper.height(name, label, labelWidth - 12), paper.height(words, value, width));
    paper.room(height + 13);
    const row = paper.group("TR", table);
    paper.write("TH", name, label, left, paper.y + 6, labelWidth - 12, row);
    paper.write("TD", words, value, left + labelWidth, paper.y + 6, width, row);
    paper.y += height + 13;
    const line = paper.y;
    paper.ornament((doc) =>
      doc
        .moveTo(left, line)
        .lineTo(left + breadth, line)
        .lineWidth(0.4)
        .strokeColor("#c9d5d4")
        .stroke(),
    );
  }
  paper.y += 16;
}

export function drawParagraph(paper: Paper, words: string): void {
  paper.room(paper.height(words, body, breadth));
  paper.y += paper.write("P", words, body, left, paper.y, breadth) + 10;
}
