import { inflateSync } from "node:zlib";

/** The words of a PDF as a reader copies them, a line for each text: by the fonts' own maps to Unicode. */
export function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const maps = new Map<string, Map<number, string>>();
  for (const { words } of objects.values())
    for (const [, name = "", id = ""] of words.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.words ?? "")?.[1];
      maps.set(name, unicodeOf(objects.get(map ?? "")?.stream ?? ""));
    }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    let font: Map<number, string> | undefined;
    for (const [whole, name] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(?:<[0-9a-f]*>|[-\d. ])*\] TJ/g)) {
      if (name) font = maps.get(name);
      else lines.push(drawn(whole, font));
    }
  }
  return lines;
}

const drawn = (text: string, font: Map<number, string> | undefined): string =>
  [...text.matchAll(/<([0-9a-f]*)>/g)]
    .flatMap(([, codes = ""]) => codes.match(/.{4}/g) ?? [])
    .map((code) => font?.get(Number.parseInt(code, 16)) ?? "\u{fffd}")
    .join("");

function objectsOf(pdf: Buffer) {
  const objects = new Map<string, { words: string; stream: string }>();
  const whole = pdf.toString("latin1");
  for (const [, id = "", body = ""] of whole.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [words = "", bytes] = body.split(/\nstream\n/);
    const stream = bytes === undefined ? "" : bytes.replace(/\nendstream$/, "");
    const isPacked = words.includes("/FlateDecode") && !words.includes("/Length1");
    objects.set(id, { words, stream: isPacked ? unpacked(stream) : stream });
  }
  return objects;
}

/** Streams of fonts are packed as well, and hold no words. */
function unpacked(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}

function unicodeOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = "0", codes = ""] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [at, [, code = ""]] of [...codes.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters.set(
        Number.parseInt(first, 16) + at,
        Buffer.from(code.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
      );
  return letters;
}
