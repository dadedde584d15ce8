import sharp from "sharp";
import { db } from "~/db/client.server";
import type { PhotoRule } from "~/db/schema/requirements";
import type { DocumentPurpose, inspections } from "~/db/schema/values";
import { singleton } from "~/singleton.server";
import { FileRefused } from "../file-check.server";
import type { Hint } from "../hints/describe-hint";
import { arePicturesMeasured } from "../hints/picture-hints.server";
import { hintsOfPages, measurePicture, type PictureUse } from "./measure.server";
import { readPdfApart } from "./pdf-thread.server";
import type { Picture } from "./picture";
import { canUnpack, isTooLarge, mostPixels } from "./upright-picture.server";

export type { Picture } from "./picture";
export { canUnpack, uprightPicture } from "./upright-picture.server";

type FoundHint = Hint;

/** What is stored with a file. `not_checked`: the inspection was ended at a limit. */
export type Inspection = { state: (typeof inspections)[number]; hints: readonly FoundHint[] };

/** What the file is for, as far as the inspection differs. */
export type InspectOptions = { purpose?: DocumentPurpose; photoRule?: PhotoRule | null };

const limits = {
  seconds: 5,
  /** In a process. */
  files: 2,
  /** Of a PDF, that are measured. */
  pages: 10,
};

const refusals = {
  damaged: "This picture is damaged or incomplete. Please choose it again, or take it again.",
  password:
    "This PDF is protected with a password, so we can’t open it. Save a copy without the password, for example with Print and “Save as PDF”, and choose that.",
  "no page": "This PDF is damaged: it has no page that can be read. Please save or scan it again.",
};
const refused = (problem: keyof typeof refusals) => new FileRefused(problem, refusals[problem], refusals[problem]);

const slots = singleton("inspections", () => ({ free: limits.files, waiting: [] as (() => void)[] }));

/** Looks into a file after its virus scan. Throws a FileRefused for one that can't be opened by anybody. */
export async function inspectFile(
  bytes: Blob,
  contentType: string,
  { purpose = "document", photoRule = null }: InspectOptions = {},
): Promise<Inspection> {
  const [isPdf, isPicture] = [contentType === "application/pdf", contentType.startsWith("image/")];
  if (!isPdf && !isPicture) return { state: "yes", hints: [] };
  const use = (await arePicturesMeasured(db)) ? { purpose, photoRule, byteSize: bytes.size } : null;
  return inSlot((time) => (isPdf ? inspectPdf(bytes, use, time) : inspectPicture(bytes, use, time)));
}

/** Pictures of a PDF's first pages, of those that consist of a single one. None of a file that can't be read. */
export function picturesOfPdf(bytes: Uint8Array, mostPages: number): Promise<readonly Picture[]> {
  return inSlot(async ({ signal }) => (await readPdfApart(bytes, mostPages, signal))?.pictures ?? []);
}

/** `use` is null while pictures are not measured. */
async function inspectPdf(bytes: Blob, use: PictureUse | null, time: Time): Promise<Inspection> {
  const read = await readPdfApart(new Uint8Array(await bytes.arrayBuffer()), use ? limits.pages : 0, time.signal);
  if (!read) return { state: "not_checked", hints: [] };
  if (read.state === "locked") throw refused("password");
  if (read.state === "no_page") throw refused("no page");
  const hints: FoundHint[] = read.state === "damaged" ? [{ code: "incomplete", detail: {} }] : [];
  return { state: "yes", hints: [...hints, ...(use ? await measurePages(read.pictures, use, time) : [])] };
}

/** Of a PDF nobody can tell the size of a photo: its pictures only can be blurred or dark, or those of pages. */
async function measurePages(pictures: readonly Picture[], use: PictureUse, time: Time): Promise<FoundHint[]> {
  const measured: { page: number; hints: FoundHint[] }[] = [];
  for (const picture of pictures) {
    if (time.left() <= 0) break;
    if (!(await canUnpack(picture).catch(() => false))) continue;
    measured.push({ page: picture.page ?? 1, hints: await tryToMeasure(picture, { ...use, photoRule: null }, time) });
  }
  return hintsOfPages(measured);
}

/** What can't be measured in time has no hint. */
const tryToMeasure = async (picture: Picture, use: PictureUse, time: Time): Promise<FoundHint[]> =>
  time.left() > 0 ? measurePicture(picture, use, time.left()).catch(() => []) : [];

async function inspectPicture(file: Blob, use: PictureUse | null, time: Time): Promise<Inspection> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!facts) throw refused("damaged");
  // It is stored and not measured.
  if (isTooLarge(facts)) return { state: "not_checked", hints: [] };
  const strictly = await decode(bytes, "truncated", time);
  // Some cameras and programs leave out the mark after the last row.
  const decoded = strictly === "broken" ? await decode(Buffer.concat([bytes, jpegEnd]), "warning", time) : strictly;
  if (decoded === "too long") return { state: "not_checked", hints: [] };
  if (decoded === "broken") throw refused("damaged");
  return { state: "yes", hints: use ? await tryToMeasure({ bytes }, use, time) : [] };
}

const jpegEnd = Buffer.from("ffd9", "hex");

/** Reads a picture to its last row. */
async function decode(
  bytes: Uint8Array,
  failOn: "truncated" | "warning",
  time: Time,
): Promise<"whole" | "broken" | "too long"> {
  const seconds = time.left();
  if (seconds <= 0) return "too long";
  try {
    await sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true, failOn })
      .resize({ width: 64, height: 64, fit: "inside", fastShrinkOnLoad: false })
      .timeout({ seconds })
      .toBuffer();
    return "whole";
  } catch (error) {
    return error instanceof Error && error.message.includes("timeout") ? "too long" : "broken";
  }
}

/** Of one inspection. `left`: whole seconds. */
type Time = { signal: AbortSignal; left: () => number };

/** Runs an inspection, or other work that unpacks pictures, with its time limit: at most two at once in a process. */
export async function inSlot<Result>(inspect: (time: Time) => Promise<Result>): Promise<Result> {
  if (slots.free > 0) slots.free -= 1;
  else await new Promise<void>((resolve) => slots.waiting.push(resolve));
  try {
    const until = performance.now() + limits.seconds * 1000;
    const left = () => Math.ceil((until - performance.now()) / 1000);
    return await inspect({ signal: AbortSignal.timeout(limits.seconds * 1000), left });
  } finally {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.free += 1;
  }
}
