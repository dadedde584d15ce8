import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import sharp from "sharp";
import { openFont } from "../../../app/pdf/open-font.server.ts";
import { type Random, seeded } from "../../../app/sample/random.ts";
import type { DebianPackage } from "../debian-packages.ts";

/** The typeface of the two lines of every passport (ICAO 9303, part 3). */
export const ocrFont: DebianPackage = { path: "/usr/share/fonts/opentype/ocr-b/OCRB.otf", name: "fonts-ocr-b" };

export const pageLooks = ["straight", "turned", "tilted", "blurred", "dim", "cut", "glare"] as const;
export type PageLook = (typeof pageLooks)[number];

export type PassportHolder = {
  /** Of the issuing state and of the holder, as two and three letters. */
  country: readonly [string, string];
  lastName: string;
  firstName: string;
  passportNumber: string;
  dateOfBirth: string;
  expirationDate: string;
  sex: "male" | "female";
  /** The optional data of the second line, such as a personal number. */
  optional: string;
};

export type PassportPage = { holder: PassportHolder; lines: [string, string]; picture: Buffer };

/**
 * Draws the photo page of an invented person as somebody photographed it: the same look, number and `facts`, the same
 * bytes.
 */
export async function drawPassportPage(
  look: PageLook,
  number: number,
  facts: Partial<PassportHolder> = {},
): Promise<PassportPage> {
  const random = seeded(`passport page ${look} ${number}`);
  const holder = { ...inventHolder(random), ...facts };
  const lines = linesOf(holder);
  return { holder, lines, picture: await photograph(look, await drawPage(holder, lines, random), random) };
}

const countries = [
  ...[["BS", "BHS"] as const, ["BS", "BHS"] as const, ["BS", "BHS"] as const],
  ...[["US", "USA"] as const, ["GB", "GBR"] as const, ["CA", "CAN"] as const, ["DE", "D"] as const],
  ...[["HT", "HTI"] as const, ["JM", "JAM"] as const, ["IN", "IND"] as const, ["CN", "CHN"] as const],
  ...[["BR", "BRA"] as const, ["NG", "NGA"] as const, ["PH", "PHL"] as const, ["FR", "FRA"] as const],
  ...[["KE", "KEN"] as const, ["UA", "UKR"] as const, ["TT", "TTO"] as const],
];
const lastNames =
  "ROLLE KNOWLES ADDERLEY MCKINNEY O BRIEN|DE LA CRUZ|FERGUSON|JEAN BAPTISTE|MUELLER|OKAFOR|KAPOOR|LI|KLIMKIW|WHYLLY|SMITH JOHNSON|ZHANG|QUIGLEY|XAVIER"
    .split("|")
    .flatMap((name, index) => (index === 0 ? ["ROLLE", "KNOWLES", "ADDERLEY", "MCKINNEY", "O BRIEN"] : [name]));
const firstNames = [
  ...[
    "NATASHA MARIE",
    "KENDRICK",
    "LEON KARL",
    "JACQUELINE",
    "WEI",
    "OLUWASEUN KELECHI",
    "PRIYA",
    "MIKKEL",
    "ELIZABETH",
  ],
  ...["JEAN LUC", "VALENTINA", "XIAOYU", "GARFIELD", "BRIDGET ANN", "KLLARK", "QUENTIN ZED"],
];

function inventHolder(random: Random): PassportHolder {
  const day = (from: number, to: number) => {
    const two = (number: number) => String(number).padStart(2, "0");
    return `${random.int(from, to)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
  };
  const letters = (count: number) =>
    Array.from({ length: count }, () => random.pick([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"])).join("");
  const passportNumber = random.weighted([
    [`${letters(2)}${random.digits(7)}`, 3],
    [random.digits(9), 2],
    [`${letters(1)}${random.digits(8)}`, 2],
    [`${letters(1)}${random.digits(7)}`, 2],
    [`${letters(2)}${random.digits(6)}`, 1],
  ]);
  return {
    country: random.pick(countries),
    lastName: random.pick(lastNames),
    firstName: random.pick(firstNames),
    passportNumber,
    dateOfBirth: day(1940, 2020),
    expirationDate: day(2027, 2036),
    sex: random.pick(["male", "female"]),
    optional: random.weighted([
      ["", 3],
      [random.digits(11), 1],
      [`${letters(1)}${random.digits(9)}`, 1],
    ]),
  };
}

const weights = [7, 3, 1];
const weightOf = (character: string) => (character === "<" ? 0 : Number.parseInt(character, 36));
/** ICAO 9303, part 3, 4.9. */
const checkDigitOf = (text: string): string =>
  String([...text].reduce((sum, character, index) => sum + weightOf(character) * (weights[index % 3] ?? 0), 0) % 10);

/** The two lines of ICAO 9303, part 4. */
export function linesOf(holder: PassportHolder): [string, string] {
  const filled = (text: string, length: number) => text.replaceAll(" ", "<").padEnd(length, "<").slice(0, length);
  const withDigit = (text: string) => text + checkDigitOf(text);
  const country = filled(holder.country[1], 3);
  const day = (date: string) => withDigit(date.replaceAll("-", "").slice(2));
  const number = withDigit(filled(holder.passportNumber, 9));
  const born = day(holder.dateOfBirth);
  const expires = day(holder.expirationDate);
  const optional = filled(holder.optional, 14);
  // Where there are no optional data, states print 0 or a filler.
  const optionalDigit = holder.optional ? checkDigitOf(optional) : Number(number[3]) % 2 === 0 ? "0" : "<";
  const end = `${expires}${optional}${optionalDigit}`;
  return [
    filled(`P<${country}${holder.lastName}<<${holder.firstName}`, 44),
    `${number}${country}${born}${holder.sex === "male" ? "M" : "F"}${end}${checkDigitOf(number + born + end)}`,
  ];
}

const { resolve } = createRequire(import.meta.url);
const fonts = new Map<string, Font>();
function fontOf(path: string): Font {
  const font = fonts.get(path) ?? openFont(readFileSync(path));
  fonts.set(path, font);
  return font;
}

/** Draws text as outlines, so that no typeface of the machine takes part; x and y in millimeters. */
function outlinesOf(
  text: string,
  path: string,
  { x, y, size, pitch }: Record<"x" | "y" | "size", number> & { pitch?: number },
) {
  const font = fontOf(path);
  const scale = size / font.unitsPerEm;
  let at = x;
  return [...text]
    .map((character) => {
      const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 32);
      const transform = `translate(${at} ${y}) scale(${scale} ${-scale})`;
      at += pitch ?? glyph.advanceWidth * scale;
      return `<path transform="${transform}" d="${glyph.path.toSVG()}"/>`;
    })
    .join("");
}

const page = { width: 125, height: 88 };
/** The pitch and size of the lines, and where they are printed. */
const print = { pitch: 2.54, size: 3.55, left: 6.4, baselines: [73.4, 79.75] as const };

async function drawPage(holder: PassportHolder, lines: [string, string], random: Random): Promise<Buffer> {
  const sans = resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
  const texts = [
    ["Surname", holder.lastName],
    ["Given names", holder.firstName],
    ["Passport No.", holder.passportNumber],
    ["Date of birth", holder.dateOfBirth],
    ["Date of expiry", holder.expirationDate],
    ["Nationality", holder.country[1]],
  ].flatMap(([label = "", value = ""], index) => [
    outlinesOf(label, sans, { x: 46, y: 14 + index * 9, size: 1.8 }),
    outlinesOf(value, sans, { x: 46, y: 18 + index * 9, size: 3.2 }),
  ]);
  const hue = random.int(0, 359);
  const waves = Array.from({ length: 44 }, (_, index) => {
    const y = index * 2;
    const bend = random.int(-6, 6);
    return `<path d="M0 ${y}C30 ${y + bend} 60 ${y - bend} 125 ${y + bend / 2}" fill="none" stroke="hsl(${hue} 40% 75%)" stroke-width="0.25"/>`;
  });
  const pixelsPerMillimeter = random.int(11, 15);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${page.height}" width="${page.width * pixelsPerMillimeter}" height="${page.height * pixelsPerMillimeter}">
    <rect width="100%" height="100%" fill="hsl(${hue} 30% 93%)"/>${waves.join("")}
    <rect x="6" y="12" width="34" height="44" fill="hsl(${hue} 20% 70%)"/><circle cx="23" cy="29" r="9" fill="hsl(30 30% 50%)"/>
    <path d="M9 56C9 42 37 42 37 56Z" fill="hsl(220 30% 30%)"/>
    <g fill="#2a2a2e">${texts.join("")}</g>
    <g fill="#17171a">${lines
      .map((line, index) => outlinesOf(line, ocrFont.path, { ...print, x: print.left, y: print.baselines[index] ?? 0 }))
      .join("")}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}

type Layer = { input: Buffer; left: number; top: number };

/** Puts the page on a table, and takes its picture as the look says. */
async function photograph(look: PageLook, drawn: Buffer, random: Random): Promise<Buffer> {
  const tone = random.int(40, 190);
  const table = { r: tone, g: Math.round(tone * 0.85), b: Math.round(tone * 0.7) };
  const angle = look === "tilted" ? random.pick([-1, 1]) * (1 + random.next() * 6) : (random.next() - 0.5) * 1.2;
  const turned = await sharp(drawn).rotate(angle, { background: table }).png({ compressionLevel: 1 }).toBuffer();
  const { width, height } = await sharp(turned).metadata();
  const margin = random.int(40, 240);
  const size = { width: width + margin * 2, height: height + margin * 2 };
  const layers: Layer[] = [{ input: turned, left: margin, top: margin }];
  const scale = (width / page.width) * 1;
  if (look === "glare") layers.push(glareOn(scale, margin, random));
  const flat = await sharp({ create: { ...size, channels: 3, background: table } })
    .composite(layers)
    .png({ compressionLevel: 1 })
    .toBuffer();
  let picture = sharp(flat);
  if (look === "cut") {
    const isRight = random.chance(0.4);
    const lost = isRight
      ? { width: Math.round(margin + scale * (page.width - random.int(12, 40))), height: size.height }
      : { width: size.width, height: Math.round(margin + scale * (78 + random.next() * 0.6)) };
    picture = picture.extract({ left: 0, top: 0, ...lost });
  }
  if (look === "blurred") picture = picture.blur(1.6 + random.next() * 1.2);
  const light = look === "dim" ? 0.22 + random.next() * 0.18 : 0.85 + random.next() * 0.15;
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  withLight(data, info, light, random);
  const raw = { width: info.width, height: info.height, channels: 3 as const };
  const quarter = look === "turned" ? random.pick([90, 180, 270]) : 0;
  return sharp(data, { raw })
    .rotate(quarter)
    .jpeg({ quality: random.int(78, 92) })
    .toBuffer();
}

/** A lamp's reflection over a part of the lines. */
function glareOn(scale: number, margin: number, random: Random): Layer {
  const [width, height] = [Math.round(scale * random.int(22, 45)), Math.round(scale * random.int(16, 24))];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g"><stop offset="0.72" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="50%" cy="50%" rx="50%" ry="50%" fill="url(#g)"/></svg>`;
  const left = Math.round(margin + scale * random.int(8, 72));
  return { input: Buffer.from(svg), left, top: Math.round(margin + scale * 76.5 - height / 2) };
}

/** Light that falls off to one side, and a sensor's noise, which is the same in a dim picture. */
function withLight(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
  light: number,
  random: Random,
): void {
  const [across, down] = [(random.next() - 0.5) * 0.35, (random.next() - 0.5) * 0.35];
  // Numbers drawn once and read from another place in each row: drawing one for each pixel takes seconds.
  const noise = Float32Array.from({ length: 8192 }, () => (random.next() + random.next() + random.next() - 1.5) * 9);
  for (let y = 0; y < height; y++) {
    let offset = random.int(0, noise.length - 1);
    for (let x = 0; x < width; x++) {
      const here = light * (1 + across * (x / width - 0.5) + down * (y / height - 0.5));
      const grain = noise[offset++ % noise.length] ?? 0;
      const at = (y * width + x) * channels;
      for (let channel = 0; channel < channels; channel++)
        data[at + channel] = Math.max(0, Math.min(255, (data[at + channel] ?? 0) * here + grain));
    }
  }
}
