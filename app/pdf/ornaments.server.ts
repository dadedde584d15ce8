import { ring, rosette, waveBand } from "~/ui/brand/guilloche-paths";
import { pdfColors } from "./ink";

/** Gold hairlines in the corner, unique to the seed and cheap to print. */
export function drawSun(doc: PDFKit.PDFDocument, seed: string) {
  doc.save().translate(534, 66).scale(0.95);
  for (const { path, copies } of rosette(seed, "plain"))
    for (const { turn, scale } of copies)
      doc.save().rotate(turn).scale(scale).path(path).lineWidth(0.4).strokeColor(pdfColors.gold).stroke().restore();
  doc.restore();
}

export function drawSea(doc: PDFKit.PDFDocument, seed: string, middle: number) {
  doc.save().rect(0, 0, 612, 792).clip();
  for (const path of waveBand({ seed, width: 612, middle, swing: 20, lines: 9, waves: 3 }))
    doc.path(path).lineWidth(0.4).strokeColor("#5cc7c0").stroke();
  doc.restore();
}

export function drawMark(doc: PDFKit.PDFDocument) {
  doc.save().translate(54, 42).scale(0.44);
  doc.path(ring({ radius: 29.6, swing: 1.5, lobes: 28, centre: 32 })).fill(pdfColors.navy);
  doc.circle(32, 32, 27.2).fill("#f6c453");
  const line = ring({ radius: 19.5, swing: 6.3, lobes: 14, centre: 32 });
  for (const angle of [0, 8.571, 17.143])
    doc
      .save()
      .rotate(angle, { origin: [32, 32] })
      .path(line)
      .lineWidth(0.8)
      .strokeColor(pdfColors.navy)
      .stroke()
      .restore();
  doc.circle(32, 32, 9).fill(pdfColors.navy).circle(32, 32, 3.4).fill("#f6c453");
  doc.restore();
}
