import { pagePdf, tinyPng } from "../fakes/papers";

/** A file for Playwright; `asFile` converts it for a form. */
export type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** A file of this size that starts with these bytes. */
export const sizedFile = (name: string, start: string | Buffer, size = 2048): Chosen => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.concat([Buffer.from(start), Buffer.alloc(size, " ")]).subarray(0, size),
});

export const pdf = (name: string): Chosen => sizedFile(name, pagePdf());

/** One pixel, padded with bytes that decoders ignore. */
export const png = (name: string): Chosen => sizedFile(name, tinyPng());

export const asFile = ({ name, mimeType, buffer }: Chosen): File =>
  new File([new Uint8Array(buffer)], name, { type: mimeType });

export const refusedFiles: [row: string, words: string, file: Chosen][] = [
  [
    "W-UPLOAD-2",
    "File type .exe is not allowed. Accepted types: pdf, jpg, jpeg, png, doc, docx",
    sizedFile("letter.exe", "MZ"),
  ],
  ["W-UPLOAD-3", "File size exceeds 10MB limit", sizedFile("letter.pdf", "%PDF-1.4", 10 * 1024 * 1024 + 1)],
  ["W-UPLOAD-4", "File is too small (minimum 1KB)", sizedFile("letter.pdf", "%PDF-1.4", 1023)],
  ["W-UPLOAD-5", "This is a GIF picture, not a PDF. Save it as JPG", sizedFile("letter.pdf", "GIF89a")],
];
