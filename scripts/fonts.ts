// Makes subsets of the typefaces for public pages from node_modules: `node scripts/fonts.ts`. The files are committed;
// HarfBuzz is a package that only this script needs and nothing installs.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printed } from "../app/ui/brand/fonts/printed.ts";

const fontFolder = "app/ui/brand/fonts";
const folder = mkdtempSync(join(tmpdir(), "fonts-"));
try {
  execFileSync("npm", ["install", "--prefix", folder, "--silent", "harfbuzzjs@1.6.4", "fontverter@2.0.0"]);
  const installed = join(folder, "node_modules");
  const { convert } = createRequire(import.meta.url)(join(installed, "fontverter"));
  const wasm = await WebAssembly.instantiate(readFileSync(join(installed, "harfbuzzjs/dist/harfbuzz-subset.wasm")));
  const harfbuzz: Harfbuzz = Object(wasm.instance.exports);
  harfbuzz._initialize();
  mkdirSync(fontFolder, { recursive: true });
  for (const part of printed) {
    const whole = await convert(readFileSync(join("node_modules", part.from)), "truetype");
    const font = await convert(subset(harfbuzz, whole, part), "woff2", "truetype");
    writeFileSync(join(fontFolder, part.file), font);
    console.log(`${join(fontFolder, part.file)}  ${font.length} bytes`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** HarfBuzz's functions; arguments and results are numbers, including pointers. */
type Harfbuzz = { memory: WebAssembly.Memory } & Record<HarfbuzzCall, (...values: number[]) => number>;
type HarfbuzzCall =
  | "_initialize"
  | "malloc"
  | "hb_blob_create"
  | "hb_blob_get_data"
  | "hb_blob_get_length"
  | "hb_face_create"
  | "hb_face_reference_blob"
  | "hb_set_add"
  | "hb_set_clear"
  | "hb_set_invert"
  | "hb_subset_input_create_or_fail"
  | "hb_subset_input_pin_axis_location"
  | "hb_subset_input_set"
  | "hb_subset_input_set_flags"
  | "hb_subset_input_unicode_set"
  | "hb_subset_or_fail";

/** Returns a subset of a TrueType font; by default all characters or all weights. */
function subset(hb: Harfbuzz, font: Uint8Array, { characters, weight }: { characters?: string; weight?: number }) {
  const pointer = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, pointer);
  const face = hb.hb_face_create(hb.hb_blob_create(pointer, font.length, 2, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  const tag = (name: string) => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
  const unicodes = hb.hb_subset_input_unicode_set(input);
  if (characters === undefined) {
    hb.hb_set_clear(unicodes);
    hb.hb_set_invert(unicodes);
  }
  for (const character of characters ?? "") hb.hb_set_add(unicodes, character.charCodeAt(0));
  // Without substitutes of its characters and without mirrored ones (`>` for `<`).
  if (characters !== undefined) hb.hb_subset_input_set_flags(input, 0x200 | 0x800);
  const features = hb.hb_subset_input_set(input, 6);
  hb.hb_set_clear(features);
  hb.hb_set_invert(features);
  if (weight !== undefined) hb.hb_subset_input_pin_axis_location(input, face, tag("wght"), weight);
  const part = hb.hb_subset_or_fail(face, input);
  if (part === 0) throw new Error("HarfBuzz could not cut the font");
  const blob = hb.hb_face_reference_blob(part);
  const start = hb.hb_blob_get_data(blob, 0);
  return Buffer.from(new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob)));
}
