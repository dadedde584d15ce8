import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { PassportValues } from "../values.ts";
import { findLinePairs, type Gray, type LinePair } from "./find-lines.ts";
import { type ReadLine, valuesOf } from "./lines.ts";
import { heightsIn, margin, pitch, sharpened, straightenedInCells } from "./straighten.ts";

/**
 * What we use of Tesseract's program, which tesseract.js calls from a thread of its own that we could not slow down.
 */
type Tesseract = {
  FS: { writeFile: (path: string, bytes: string | Uint8Array) => void; unlink: (path: string) => void };
  TessBaseAPI: new () => Recognizer;
};
type Recognizer = {
  Init: (folder: null, language: string, engine: number, settings: string) => number;
  SetVariable: (name: string, value: string) => void;
  /** Reads `/input`; 1 if it can't. */
  SetImageFile: (orientation: number, angle: number) => number;
  Recognize: (monitor: null) => number;
  /** A line for each character: itself, left, bottom, right, top, page. */
  GetBoxText: (page: number) => string;
};

/**
 * Tesseract's two engines. The older one knows shapes and tells fillers from letters; the network tells letters apart.
 */
const engines = { shapes: 0, network: 1 };
/** Without dictionaries, which make words of numbers. */
const dictionaries = ["system", "freq", "punc", "number", "unambig", "bigram"];
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
const lettersAndDigits = `${letters}0123456789`;

type PassportReader = (picture: Gray, today: string) => PassportValues | undefined;

/** Loads Tesseract with its English data from the installed packages; nothing is fetched. */
export async function openPassportReader(): Promise<PassportReader> {
  const require = createRequire(import.meta.url);
  const load: () => Promise<Tesseract> = require("tesseract.js-core/tesseract-core-simd");
  const program = await load();
  const data = require.resolve("@tesseract.js-data/eng/4.0.0/eng.traineddata.gz");
  program.FS.writeFile("./eng.traineddata", gunzipSync(readFileSync(data)));
  program.FS.writeFile("/settings", dictionaries.map((name) => `load_${name}_dawg 0\n`).join(""));
  const open = (engine: number) => {
    const recognizer = new program.TessBaseAPI();
    if (recognizer.Init(null, "eng", engine, "/settings") !== 0) throw new Error("Tesseract can't read its data");
    // One line of text.
    recognizer.SetVariable("tessedit_pageseg_mode", "7");
    recognizer.SetVariable("user_defined_dpi", "300");
    return recognizer;
  };
  const recognizers = { shapes: open(engines.shapes), network: open(engines.network) };
  program.FS.unlink("./eng.traineddata");

  function read(line: Gray, characters: string): ReadLine {
    program.FS.writeFile("/input", printOf(line));
    return {
      shapes: charactersOf(recognizers.shapes, characters),
      network: charactersOf(recognizers.network, characters),
      heights: heightsIn(line),
    };
  }
  return (picture, today) => {
    for (const pair of findLinePairs(picture).flatMap(bothWaysUp)) {
      const upper = straightenedInCells(picture, pair.first);
      const first = read(upper, letters);
      if (!looksLikePassport(first)) continue;
      const lower = straightenedInCells(picture, pair.second);
      const values =
        valuesOf(first, read(lower, lettersAndDigits), today) ??
        valuesOf(read(sharpened(upper), letters), read(sharpened(lower), lettersAndDigits), today);
      if (values) return values;
    }
    return undefined;
  };
}

const looksLikePassport = ({ shapes, network }: ReadLine) => shapes.startsWith("P") || network.startsWith("P");

function bothWaysUp(pair: LinePair): LinePair[] {
  const turned = ({ left, right }: LinePair["first"]) => ({ left: right, right: left });
  return [pair, { first: turned(pair.second), second: turned(pair.first) }];
}

/** The rows of a straightened line that its own characters are in, as a file that Tesseract reads. */
function printOf({ width, height, pixels }: Gray): Uint8Array {
  const top = height / 2 - 22;
  const head = Buffer.from(`P5\n${width} 44\n255\n`);
  return Buffer.concat([head, pixels.subarray(top * width, (top + 44) * width)]);
}

function charactersOf(recognizer: Recognizer, characters: string): string {
  recognizer.SetVariable("tessedit_char_whitelist", characters);
  if (recognizer.SetImageFile(1, 0) === 1) throw new Error("Tesseract can't read a line");
  recognizer.Recognize(null);
  const cells = Array<string>(44).fill("_");
  for (const box of recognizer.GetBoxText(0).split("\n")) {
    const [character = "", left, , right] = box.split(" ");
    const cell = Math.floor(((Number(left) + Number(right)) / 2 - margin * pitch) / pitch);
    if (cells[cell] === "_") cells[cell] = character;
  }
  return cells.join("");
}
