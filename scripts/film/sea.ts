import { seededRandom } from "../../app/ui/brand/guilloche-paths.ts";

/**
 * The hero's film, frame by frame: the sea from its horizon (top edge) to the shallows (bottom edge), under an evening
 * sun at `sun`, with engraved ribbons. Everything swings a whole number of times per loop, so that it repeats without a
 * jump.
 */
export type Frame = { width: number; height: number; pixels: Uint8Array };

/** The sun's position relative to the width. The page aligns the film by it. */
const sun = 0.74;

type Colour = readonly [number, number, number];

// From the horizon down: far water, open water, the bank, the shallows.
const depths: readonly [at: number, colour: Colour][] = [
  [0, [10, 84, 98]],
  [0.12, [11, 92, 104]],
  [0.45, [16, 121, 130]],
  [0.8, [32, 152, 154]],
  [1, [58, 176, 170]],
];
const night: Colour = [4, 44, 58];
const gold: Colour = [252, 224, 158];
const foam: Colour = [214, 246, 240];

const turn = Math.PI * 2;

function waterAt(depth: number): Colour {
  const next = depths.findIndex(([index]) => index >= depth);
  const [fromAt, from] = depths[Math.max(0, next - 1)] ?? [0, night];
  const [toAt, to] = depths[Math.max(0, next)] ?? [1, night];
  const part = toAt > fromAt ? (depth - fromAt) / (toAt - fromAt) : 0;
  return [0, 1, 2].map((index) => (from[index] ?? 0) + ((to[index] ?? 0) - (from[index] ?? 0)) * part) as never;
}

type Wave = { x: number; z: number; turns: number; phase: number; size: number };

/** Waves towards the shore, each with its own slant; shorter ones swing more often, as in water. */
function waves(seed: string, count: number, shortest: number, longest: number): Wave[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const length = longest * (shortest / longest) ** (index / (count - 1));
    const slant = (random() - 0.5) * 1.5;
    const pace = turn / length;
    return {
      x: pace * Math.sin(slant),
      z: pace * Math.cos(slant),
      turns: Math.max(1, Math.round(2.2 / Math.sqrt(length))),
      phase: random() * turn,
      size: length ** 0.85,
    };
  });
}

const swell = waves("exuma", 7, 0.5, 4.5);
const ripple = waves("andros", 6, 0.16, 0.55);
const glint = waves("bimini", 6, 0.045, 0.15);

const smoothstep = (from: number, to: number, value: number) => {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
};

/** Water and light, without the ribbons. `time` from 0 to 1 per loop. */
function paintWater(colours: Float32Array, width: number, height: number, time: number) {
  const swellTotal = swell.reduce((sum, wave) => sum + wave.size, 0);
  const rippleTotal = ripple.reduce((sum, wave) => sum + wave.size, 0);
  const glintTotal = glint.reduce((sum, wave) => sum + wave.size, 0);
  for (let row = 0; row < height; row++) {
    const depth = row / height;
    const distance = 1 / (depth * 1.15 + 0.055);
    const base = waterAt(depth);
    const near = smoothstep(0.3, 1, depth);
    const close = smoothstep(0.22, 0.75, depth);
    for (let column = 0; column < width; column++) {
      const across = (column / height - (sun * width) / height) * distance * 0.95;
      const along = distance * 2.4;
      let slope = 0;
      let height0 = 0;
      for (const wave of swell) {
        const angle = wave.x * across + wave.z * along + wave.turns * turn * time + wave.phase;
        slope += wave.size * Math.cos(angle);
        height0 += wave.size * Math.sin(angle);
      }
      slope /= swellTotal;
      height0 /= swellTotal;
      let fine = 0;
      for (const wave of ripple) {
        fine +=
          wave.size * Math.sin(wave.x * across + wave.z * along + wave.turns * turn * time + wave.phase + height0 * 2);
      }
      fine /= rippleTotal;
      // The finest ripples are visible only near the viewer.
      let finest = 0;
      if (close > 0)
        for (const wave of glint) {
          const angle = wave.x * across + wave.z * along + wave.turns * turn * time + wave.phase;
          finest += wave.size * Math.sin(angle + fine * 1.6);
        }
      fine += (finest / glintTotal) * close * 0.8;

      // Near slopes reflect the dark sky, far ones let the light of the bank through.
      const fade = smoothstep(0, 0.14, depth);
      const light = (slope * 0.34 + fine * 0.1 * near) * fade;
      // Caustics on the sand of the shallows.
      const net = turn * 1.15;
      const bend = height0 * 1.2 + fine * 0.5;
      const a = Math.sin(net * (across * 1.1 + along * 0.25) + bend * 2.2 + turn * time);
      const b = Math.sin(net * (along * 0.95 - across * 0.7) + slope * 2.6 - turn * time);
      const c = Math.sin(net * (along * 0.75 + across * 0.85) - bend * 2 + turn * time + 1);
      const web = (1 - Math.abs(a + b + c) / 3) ** 7 * smoothstep(0.35, 1, depth) * 0.34;
      // The sun's reflection: wide near the viewer, narrow at the horizon, broken by ripples.
      const aside = (column / height - (sun * width) / height) / (0.1 + depth * 0.5);
      const road = Math.exp(-aside * aside);
      const spark = smoothstep(0.05, 0.75, fine * 0.75 + slope * 0.7 + road * 0.22);
      const glow = road * (0.2 + 0.16 * (1 - depth)) + road * spark * 0.62;
      const horizon = Math.exp(-row / (height * 0.012)) * (0.3 + 0.6 * Math.exp(-((aside * 0.28) ** 2)));
      const shine = Math.min(0.92, glow + horizon * 0.8);

      const position = (row * width + column) * 3;
      for (let index = 0; index < 3; index++) {
        let value = base[index] ?? 0;
        const toward = light > 0 ? (foam[index] ?? 0) : (night[index] ?? 0);
        value += (toward - value) * Math.abs(light) * (light > 0 ? 0.62 : 1.25);
        value += ((foam[index] ?? 0) - value) * web;
        value += ((gold[index] ?? 0) - value) * shine;
        colours[position + index] = value;
      }
    }
  }
}

type Ribbon = { middle: number; swing: number; lines: number; strength: number; seed: string; pace: number };

const ribbons: readonly Ribbon[] = [
  { seed: "far", middle: 0.17, swing: 0.07, lines: 16, strength: 0.26, pace: 1 },
  { seed: "open", middle: 0.36, swing: 0.13, lines: 18, strength: 0.32, pace: -1 },
  { seed: "bank", middle: 0.6, swing: 0.17, lines: 18, strength: 0.36, pace: 1 },
  { seed: "shore", middle: 0.86, swing: 0.15, lines: 16, strength: 0.42, pace: -1 },
];

/** Hairlines that pass from one sum of sines into another: the waves of a passport's page. */
function engrave(colours: Float32Array, width: number, height: number, time: number) {
  const weight = Math.max(0.9, height / 480);
  for (const ribbon of ribbons) {
    const random = seededRandom(`film ${ribbon.seed}`);
    const parts = [1, 2, 3, 4].map((count) => ({
      count: count * 0.75,
      from: random() * turn,
      slide: (0.8 + random() * 1.5) * (random() < 0.5 ? -1 : 1),
      turns: count < 3 ? ribbon.pace : ribbon.pace * 2,
      size: (0.6 + random() * 0.4) / (1 + (count - 1) * 0.7),
    }));
    const total = parts.reduce((sum, part) => sum + part.size, 0);
    for (let line = 0; line < ribbon.lines; line++) {
      const position = line / (ribbon.lines - 1);
      let before = Number.NaN;
      for (let column = 0; column <= width; column++) {
        const across = column / (height * 3.2);
        let y = ribbon.middle + (position - 0.5) * ribbon.swing * 0.5;
        for (const part of parts) {
          const breath = 1 + 0.18 * Math.sin(turn * time + part.from);
          y +=
            ((ribbon.swing * part.size) / total) *
            Math.sin(
              turn * part.count * across + part.from + part.slide * position * breath + part.turns * turn * time,
            );
        }
        y *= height;
        if (Number.isNaN(before)) before = y;
        const steep = Math.hypot(1, y - before);
        before = y;
        if (column === width) continue;
        const aside = (column / height - (sun * width) / height) / (0.16 + (y / height) * 0.55);
        const lit = Math.exp(-aside * aside);
        const strength = ribbon.strength * (0.62 + 0.75 * lit);
        const top = Math.max(0, Math.floor(y - weight - 1));
        const bottom = Math.min(height - 1, Math.ceil(y + weight + 1));
        for (let row = top; row <= bottom; row++) {
          const far = Math.abs(row - y) / (steep * weight);
          if (far >= 1) continue;
          const cover = (1 - far) * strength;
          const offset = (row * width + column) * 3;
          for (let index = 0; index < 3; index++) {
            const color = (foam[index] ?? 0) + ((gold[index] ?? 0) - (foam[index] ?? 0)) * lit * 0.8;
            colours[offset + index] = (colours[offset + index] ?? 0) + (color - (colours[offset + index] ?? 0)) * cover;
          }
        }
      }
    }
  }
}

export function drawFrame(width: number, height: number, time: number): Frame {
  const colours = new Float32Array(width * height * 3);
  paintWater(colours, width, height, time);
  engrave(colours, width, height, time);
  const pixels = new Uint8Array(colours.length);
  for (let index = 0; index < colours.length; index++)
    pixels[index] = Math.max(0, Math.min(255, (colours[index] ?? 0) + 0.5));
  return { width, height, pixels };
}
