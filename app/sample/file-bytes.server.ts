import type { Random } from "./random";

export type Paper = { title: string; lines: readonly string[] };

/** An A4 page marked as a sample, with a hairline pattern: a minimal PDF. */
export function samplePdf(random: Random, { title, lines }: Paper): Buffer {
  const text = (size: number, x: number, y: number, text: string, font = "F1") =>
    `BT /${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`;
  const content = [
    "0.07 0.51 0.55 RG 0.4 w",
    ...Array.from({ length: 7 }, (_, line) => wave(random.next() * 6, 742 + line * 6)),
    "0.02 0.19 0.25 rg",
    text(22, 56, 690, `Sample document \u2013 ${title}`, "F2"),
    "0.25 0.3 0.32 rg",
    ...lines.map((line, index) => text(12, 56, 650 - index * 20, line)),
    text(9, 56, 56, "Made by Lucaya for its sample people. It takes the place of a document an applicant would send."),
  ].join("\n");
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return assemble([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Times-Bold"),
  ]);
}

/** Objects, cross-reference table and trailer, in Latin-1. */
function assemble(objects: readonly string[]): Buffer {
  let body = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, "latin1");
}

function wave(phase: number, height: number): string {
  const points = Array.from({ length: 25 }, (_, step) => {
    const y = height + 9 * Math.sin(step / 2.2 + phase);
    return `${56 + step * 20} ${y.toFixed(1)} ${step === 0 ? "m" : "l"}`;
  });
  return `${points.join(" ")} S`;
}

/** WinAnsi only has western Latin letters and a dash; others are reduced or dropped. */
const escaped = (text: string) =>
  text
    .replaceAll("\u2013", "\u0096")
    .replace(/[\u0100-\uffff]/gu, (letter) => letter.normalize("NFD").replace(/[^\x20-\x7e]/g, "") || "?")
    .replace(/[\\()]/g, "\\$&");

/** The letters of SAMPLE as strokes in cells of 4 by 6, so that a picture needs no system font. */
const letters = [
  "M4 1L3 0L1 0L0 1L0 2L1 3L3 3L4 4L4 5L3 6L1 6L0 5",
  "M0 6L0 2L2 0L4 2L4 6M0 4L4 4",
  "M0 6L0 0L2 3L4 0L4 6",
  "M0 6L0 0L3 0L4 1L4 2L3 3L0 3",
  "M0 0L0 6L4 6",
  "M4 0L0 0L0 6L4 6M0 3L3 3",
];

const word = (x: number, y: number, size: number) =>
  letters
    .map((path, index) => `<path transform="translate(${x + index * size * 6} ${y}) scale(${size})" d="${path}"/>`)
    .join("");

const stroke = (width: number, colour: string) =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;

/** A portrait without a face, framed like a passport photograph. */
function portrait(random: Random): string {
  const skin = random.pick(["#5b3a29", "#7a4f35", "#9c6b4a", "#b98562", "#d9ae8b", "#e9c9ad"]);
  const hair = random.pick(["#14110f", "#2a1d17", "#4a3324", "#8b8580", "#20242b"]);
  const shirt = random.pick(["#0b5566", "#12838d", "#7b3f4c", "#37474f", "#8a7a3c", "#e6e2d8", "#2f4b8a"]);
  const [width, top] = [random.int(48, 58), random.int(92, 108)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="210" height="270" viewBox="0 0 300 386"><rect width="300" height="386" fill="#f4f4f1"/>
    <path d="M30 386Q38 ${random.int(282, 298)} 150 276Q262 ${random.int(282, 298)} 270 386Z" fill="${shirt}"/>
    <rect x="126" y="220" width="48" height="70" rx="20" fill="${skin}"/>
    <ellipse cx="150" cy="${top + 62}" rx="${width + 12}" ry="86" fill="${hair}"/>
    <ellipse cx="150" cy="${top + 78}" rx="${width}" ry="76" fill="${skin}"/>
    <g ${stroke(0.6, "#b3362b")} opacity=".75">${word(60, 350, 5)}</g></svg>`;
}

/** A page of a passport or a booking, with bars instead of text. */
function page(random: Random): string {
  const bars = Array.from(
    { length: random.int(7, 12) },
    (_, row) =>
      `<rect x="190" y="${40 + row * 22}" width="${random.int(70, 240)}" height="9" fill="#5a6b70" opacity=".55"/>`,
  ).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="336" height="238" viewBox="0 0 480 340"><rect width="480" height="340" fill="#e6f4f2"/>
    <rect x="30" y="40" width="130" height="166" fill="#c9dcd9"/><circle cx="95" cy="104" r="36" fill="#8fb3b1"/>
    <path d="M36 206Q42 150 95 146Q148 150 154 206Z" fill="#6f9b99"/>${bars}
    <g ${stroke(0.7, "#b3362b")}>${word(150, 285, 6)}</g></svg>`;
}

export type PictureKind = "portrait" | "page";

/** A generated picture: JPEG, or PNG like a screenshot. */
export async function samplePicture(random: Random, kind: PictureKind, format: "jpg" | "png"): Promise<Buffer> {
  const drawing = Buffer.from(kind === "portrait" ? portrait(random) : page(random));
  const { default: sharp } = await import("sharp");
  const picture = sharp(drawing);
  return format === "jpg" ? picture.jpeg({ quality: 82 }).toBuffer() : picture.png().toBuffer();
}
