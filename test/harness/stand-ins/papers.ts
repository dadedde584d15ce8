import sharp, { type Sharp } from "sharp";
import { type Random, seeded } from "../../../app/sample/random.ts";
import { anySheet, card, cover, fullSheet, portrait, type Sheet, sparse } from "./sheets.ts";

/**
 * Drawn pictures of papers with invented content, labelled with what is wrong with them. The same number draws the same
 * picture on every machine, whatever fonts it has.
 */
export const goodKinds = ["scan", "tilted", "shadow", "colored", "sparse", "margin", "cover"] as const;
export type GoodKind = (typeof goodKinds)[number];
export const defects = ["blurred", "dark", "small", "cut_off"] as const;
export type Defect = (typeof defects)[number];
const edges = ["left", "right", "top", "bottom"] as const;
type Edge = (typeof edges)[number];

/** `cut`: the edges at which print runs out of the picture. */
export type Drawn = { bytes: Buffer; cut: Edge[] };

/** How many of each the labelled set has. */
export const setSize = { good: 44, defect: 75 } as const;

export function drawGood(kind: GoodKind, index: number): Promise<Drawn> {
  const random = seeded(`papers ${kind} ${index}`);
  return picture(random, goodScenes[kind](random));
}

export function drawDefect(defect: Defect, index: number): Promise<Drawn> {
  const random = seeded(`papers ${defect} ${index}`);
  return picture(random, badScenes[defect](random));
}

type Scene = {
  width: number;
  height: number;
  sheet: Sheet;
  /** The sheet's middle in pixels of the picture, pixels a unit, degrees. */
  at: { x: number; y: number; scale: number; angle: number };
  ground: Ground;
  /** The share of the light that is there. */
  light: number;
  /** How much darker the far side is, and the edge of a shadow over the sheet. */
  falloff: number;
  shadow: { strength: number; softness: number } | null;
  /** Standard deviation, in pixels of a picture of 1,200 pixels. */
  blur: number;
  /** Length of a shake, likewise. */
  shake: number;
  noise: number;
  format: "jpg" | "png";
  /** The longer side that the finished picture is scaled to. */
  longerSide: number | null;
};

type Ground = { color: readonly [number, number, number]; texture: "plain" | "wood" | "cloth" | "checked" | "tiles" };

const grounds: readonly Ground[] = [
  { color: [112, 78, 50], texture: "wood" },
  { color: [64, 44, 32], texture: "wood" },
  { color: [176, 138, 98], texture: "wood" },
  { color: [90, 96, 104], texture: "cloth" },
  { color: [150, 60, 60], texture: "cloth" },
  { color: [206, 204, 198], texture: "plain" },
  { color: [40, 42, 46], texture: "plain" },
  { color: [150, 148, 140], texture: "tiles" },
  { color: [120, 140, 170], texture: "checked" },
];

const paperColors = ["#f3e27a", "#f4c7cf", "#bcd8ee", "#c5e3bf", "#e9d3a9", "#d9cdea", "#f2b880"];
const white = ["#ffffff", "#fcfcfa", "#f7f5ee"];

function flatScene(random: Random, sheet: Sheet): Scene {
  // The shorter side of a good one has at least 1,000 pixels.
  const scale = Math.max(random.pick([1, 1.18, 1.33]), 1010 / Math.min(sheet.width, sheet.height));
  const [width, height] = [Math.round(sheet.width * scale), Math.round(sheet.height * scale)];
  const angle = (random.next() - 0.5) * 1.6;
  return {
    width,
    height,
    sheet,
    at: { x: width / 2, y: height / 2, scale: scale * (random.chance(0.5) ? 1 : 0.985), angle },
    ground: { color: rgbOf(sheet.color), texture: "plain" },
    light: 1,
    falloff: 0,
    shadow: null,
    blur: 0,
    shake: 0,
    noise: random.next() * 2,
    format: random.chance(0.4) ? "png" : "jpg",
    longerSide: null,
  };
}

/** A phone held over a table; the whole sheet is in the picture and takes `share` of its height or width. */
function phoneScene(random: Random, sheet: Sheet, share = 0.82 + random.next() * 0.1): Scene {
  const lying = sheet.width > sheet.height;
  const [width, height] = lying ? [1920, 1440] : [1440, 1920];
  const angle = (random.next() - 0.5) * 20;
  const turn = (Math.abs(angle) * Math.PI) / 180;
  const spanX = sheet.width * Math.cos(turn) + sheet.height * Math.sin(turn);
  const spanY = sheet.height * Math.cos(turn) + sheet.width * Math.sin(turn);
  const scale = share * Math.min(width / spanX, height / spanY);
  const [freeX, freeY] = [width - spanX * scale, height - spanY * scale];
  return {
    width,
    height,
    sheet,
    at: {
      x: width / 2 + (random.next() - 0.5) * freeX * 0.7,
      y: height / 2 + (random.next() - 0.5) * freeY * 0.7,
      scale,
      angle,
    },
    ground: random.pick(grounds),
    light: 0.7 + random.next() * 0.3,
    falloff: random.next() * 0.25,
    shadow: null,
    blur: random.next() * 0.7,
    shake: 0,
    noise: 1 + random.next() * 4,
    format: "jpg",
    longerSide: null,
  };
}

const goodScenes: Record<GoodKind, (random: Random) => Scene> = {
  scan: (random) => flatScene(random, anySheet(random, random.pick(white))),
  tilted: (random) => phoneScene(random, anySheet(random, random.pick(white))),
  shadow: (random) => ({
    ...phoneScene(random, anySheet(random, random.pick(white))),
    light: 0.8 + random.next() * 0.2,
    shadow: { strength: 0.25 + random.next() * 0.4, softness: 20 + random.next() * 160 },
  }),
  colored(random) {
    const sheet = anySheet(random, random.pick(paperColors));
    return random.chance(0.4) ? flatScene(random, sheet) : phoneScene(random, sheet);
  },
  sparse(random) {
    const sheet = sparse(random, random.pick(white));
    return random.chance(0.5) ? flatScene(random, sheet) : phoneScene(random, sheet);
  },
  margin: (random) =>
    phoneScene(random, random.chance(0.5) ? card(random) : anySheet(random, "#ffffff"), 0.45 + random.next() * 0.25),
  cover(random) {
    const sheet = cover(random);
    const scene = random.chance(0.25) ? flatScene(random, sheet) : phoneScene(random, sheet);
    return { ...scene, light: 0.8 + random.next() * 0.2 };
  },
};

const anyScene = (random: Random): Scene => {
  const sheet = anySheet(random, random.pick(random.chance(0.7) ? white : paperColors));
  return random.chance(0.25) ? flatScene(random, sheet) : phoneScene(random, sheet);
};

const badScenes: Record<Defect, (random: Random) => Scene> = {
  blurred: (random) => ({
    ...anyScene(random),
    ...(random.chance(0.7) ? { blur: 2 + random.next() * 3 } : { shake: random.int(7, 16), blur: 0.5 }),
  }),
  dark: (random) => ({
    ...phoneScene(random, anySheet(random, random.pick(white))),
    light: 0.06 + random.next() * 0.22,
    noise: 2 + random.next() * 5,
  }),
  small(random) {
    const scene = anyScene(random);
    const shorter = Math.min(scene.width, scene.height) / Math.max(scene.width, scene.height);
    return { ...scene, longerSide: Math.floor((240 + random.next() * 740) / shorter) };
  },
  cut_off(random) {
    const sheet = fullSheet(random, random.pick(random.chance(0.8) ? white : paperColors));
    const scene = phoneScene(random, sheet, 0.95 + random.next() * 0.1);
    const angle = (random.next() - 0.5) * 8;
    const { scale } = scene.at;
    const at = { ...scene.at, x: scene.width / 2, y: scene.height / 2, angle };
    const { box } = sheet;
    // How much of the print's width or height is outside.
    const outside = () => 0.06 + random.next() * 0.16;
    const across = random.chance(0.65) ? random.pick(["left", "right"] as const) : null;
    const along = across === null || random.chance(0.25) ? random.pick(["top", "bottom"] as const) : null;
    const [wide, high] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
    if (across === "left") at.x = (sheet.width / 2 - box.left) * scale - wide * outside();
    if (across === "right") at.x = scene.width - (box.right - sheet.width / 2) * scale + wide * outside();
    if (along === "top") at.y = (sheet.height / 2 - box.top) * scale - high * outside();
    if (along === "bottom") at.y = scene.height - (box.bottom - sheet.height / 2) * scale + high * outside();
    return { ...scene, at };
  },
};

// Sheets

/** A photo of a person, for the rules about photos. */
export async function drawPortrait(
  seed: string,
  {
    width,
    height,
    format = "jpg",
    blur = 0,
    light = 1,
  }: { width: number; height: number; format?: "jpg" | "png"; blur?: number; light?: number },
): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${portrait(seeded(seed), 0, 0, width, height)}</svg>`;
  let drawn = sharp(Buffer.from(drawing)).flatten().linear(light, 0);
  if (blur) drawn = drawn.blur(blur);
  return format === "png" ? drawn.png().toBuffer() : drawn.jpeg({ quality: 90 }).toBuffer();
}

// From a scene to a picture

const rgbOf = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

async function picture(random: Random, scene: Scene): Promise<Drawn> {
  const { width, height, sheet, at } = scene;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="translate(${at.x} ${at.y}) rotate(${at.angle}) scale(${at.scale}) translate(${-sheet.width / 2} ${-sheet.height / 2})"><rect width="${sheet.width}" height="${sheet.height}" fill="${sheet.color}"/>${sheet.print}</g></svg>`;
  const drawn = await sharp(Buffer.from(drawing), { unlimited: true }).ensureAlpha().raw().toBuffer();
  const lit = light(random, scene, drawn);
  const raw = { width, height, channels: 3 } as const;
  let bytes: Buffer = lit;
  const perPixel = Math.max(width, height) / 1200;
  if (scene.shake) {
    const length = Math.round(scene.shake * perPixel);
    const isLevel = random.chance(0.5);
    const [across, along] = isLevel ? [length, 3] : [3, length];
    const isMiddle = (index: number) => (isLevel ? Math.floor(index / length) === 1 : index % 3 === 1);
    const kernel = Array.from({ length: across * along }, (_, index) => (isMiddle(index) ? 1 : 0));
    bytes = await sharp(bytes, { raw }).convolve({ width: across, height: along, kernel }).raw().toBuffer();
  }
  if (scene.blur * perPixel > 0.3)
    bytes = await sharp(bytes, { raw })
      .blur(scene.blur * perPixel)
      .raw()
      .toBuffer();
  if (scene.noise > 0) addNoise(random, bytes, scene.noise);
  let made: Sharp = sharp(bytes, { raw });
  if (scene.longerSide) made = made.resize({ width: scene.longerSide, height: scene.longerSide, fit: "inside" });
  const encoded =
    scene.format === "png" ? made.png({ compressionLevel: 2 }) : made.jpeg({ quality: random.int(72, 92) });
  return { bytes: await encoded.toBuffer(), cut: cutEdges(scene) };
}

/** Puts the sheet on its ground, in its light. */
function light(random: Random, scene: Scene, drawn: Buffer): Buffer {
  const { width, height, ground, shadow, falloff } = scene;
  const out = Buffer.allocUnsafe(width * height * 3);
  const wave = random.next() * 6;
  const turn = random.next() * 2 * Math.PI;
  const [dx, dy] = [Math.cos(turn) / width, Math.sin(turn) / height];
  const edge = (random.next() - 0.5) * 0.5;
  const soft = shadow ? shadow.softness / width : 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const to = (y * width + x) * 3;
      const covered = (drawn[from + 3] ?? 0) / 255;
      const side = (x - width / 2) * dx + (y - height / 2) * dy;
      let level = scene.light * (1 - falloff * (side + 0.5));
      if (shadow) level *= 1 - shadow.strength * Math.min(1, Math.max(0, (side - edge) / soft + 0.5));
      const grain = covered < 1 ? grainOf(ground.texture, x, y, wave) : 1;
      for (let channel = 0; channel < 3; channel++) {
        const under = (ground.color[channel] ?? 0) * grain;
        out[to + channel] = Math.max(
          0,
          Math.min(255, ((drawn[from + channel] ?? 0) * covered + under * (1 - covered)) * level),
        );
      }
    }
  }
  return out;
}

function grainOf(texture: Ground["texture"], x: number, y: number, wave: number): number {
  switch (texture) {
    case "plain":
      return 1;
    case "wood":
      return (
        1 + 0.09 * Math.sin(y * 0.06 + 3 * Math.sin(x * 0.002 + wave)) + 0.06 * Math.sin(y * 0.37 + x * 0.01 + wave)
      );
    case "cloth":
      return 1 + 0.08 * Math.sin(x * 0.9) * Math.sin(y * 0.9);
    case "checked":
      return (Math.floor(x / 80) + Math.floor(y / 80)) % 2 === 0 ? 1.25 : 0.85;
    case "tiles":
      return x % 420 < 7 || y % 420 < 7 ? 0.55 : 1;
  }
}

/** Noise as of a sensor, the same for the three colors. */
function addNoise(random: Random, bytes: Buffer, deviation: number): void {
  // A table of normal values: drawing one for each pixel would take most of the time.
  const table = Float32Array.from({ length: 4096 }, () => {
    const sum = Array.from({ length: 6 }, () => random.next()).reduce((a, b) => a + b, 0) - 3;
    return sum * Math.SQRT2 * deviation;
  });
  let state = random.int(1, 2 ** 30);
  for (let index = 0; index < bytes.length; index += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const more = table[state >>> 20] ?? 0;
    for (let channel = index; channel < index + 3; channel++)
      bytes[channel] = Math.max(0, Math.min(255, (bytes[channel] ?? 0) + more));
  }
}

/** The edges that the corners of the print's box lie outside of. */
function cutEdges({ width, height, sheet, at }: Scene): Edge[] {
  const { left, right, top, bottom } = sheet.box;
  const turn = (at.angle * Math.PI) / 180;
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const [across, along] = [(x - sheet.width / 2) * at.scale, (y - sheet.height / 2) * at.scale];
    return {
      x: at.x + across * Math.cos(turn) - along * Math.sin(turn),
      y: at.y + across * Math.sin(turn) + along * Math.cos(turn),
    };
  });
  const isOutside: Record<Edge, boolean> = {
    left: corners.some(({ x }) => x < 0),
    right: corners.some(({ x }) => x > width),
    top: corners.some(({ y }) => y < 0),
    bottom: corners.some(({ y }) => y > height),
  };
  return edges.filter((edge) => isOutside[edge]);
}
