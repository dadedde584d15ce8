import sharp, { type Sharp } from "sharp";
import type { HintDetail } from "~/db/schema/documents";
import type { PhotoRule } from "~/db/schema/requirements";
import type { DocumentHintCode, DocumentPurpose, inspections } from "~/db/schema/values";
import { singleton } from "~/singleton.server";
import { FileRefused } from "../file-check.server";
import { readPdfApart } from "./pdf-thread.server";
import type { Picture } from "./picture";

export type { Picture } from "./picture";

export type FoundHint = { code: DocumentHintCode; detail: HintDetail };

/** What is stored with a file. `not_checked`: the inspection was ended at a limit. */
export type Inspection = { state: (typeof inspections)[number]; hints: readonly FoundHint[] };

/** What the file is for, as far as the inspection differs. */
export type InspectOptions = { purpose?: DocumentPurpose; photoRule?: PhotoRule | null };

const limits = {
  seconds: 5,
  /** In a process. */
  files: 2,
  /** A larger picture is stored and not measured. */
  pixels: 268_402_689,
  /** A picture that is drawn in several passes is unpacked in memory as a whole. */
  passedPixels: 64_000_000,
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
  _options: InspectOptions = {},
): Promise<Inspection> {
  if (contentType === "application/pdf") return inSlot((signal) => inspectPdf(bytes, signal));
  if (contentType.startsWith("image/")) return inSlot(() => inspectPicture(bytes));
  return { state: "yes", hints: [] };
}

/** Pictures of a PDF's first pages, of those that consist of a single one. None of a file that can't be read. */
export function picturesOfPdf(bytes: Uint8Array, mostPages: number): Promise<readonly Picture[]> {
  return inSlot(async (signal) => (await readPdfApart(bytes, mostPages, signal))?.pictures ?? []);
}

/** A picture as it is meant to be seen, for everything that shows, measures or reads it. */
export function uprightPicture({ bytes, raw, turn }: Picture): Sharp {
  const options = { limitInputPixels: limits.pixels, failOn: "truncated", sequentialRead: true } as const;
  if (raw) return sharp(bytes, { ...options, raw }).rotate(turn ?? 0);
  // A PDF's page doesn't follow the EXIF orientation.
  return turn === undefined ? sharp(bytes, options).autoOrient() : sharp(bytes, options).rotate(turn);
}

async function inspectPdf(bytes: Blob, signal: AbortSignal): Promise<Inspection> {
  const read = await readPdfApart(new Uint8Array(await bytes.arrayBuffer()), 0, signal);
  if (!read) return { state: "not_checked", hints: [] };
  if (read.state === "locked") throw refused("password");
  if (read.state === "no_page") throw refused("no page");
  return { state: "yes", hints: read.state === "damaged" ? [{ code: "incomplete", detail: {} }] : [] };
}

async function inspectPicture(file: Blob): Promise<Inspection> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!facts) throw refused("damaged");
  const most = facts.isProgressive ? limits.passedPixels : limits.pixels;
  if (facts.width * facts.height > most) return { state: "not_checked", hints: [] };
  const decoded = await decode(bytes, "truncated");
  if (decoded === "too long") return { state: "not_checked", hints: [] };
  // Some cameras and programs leave out the mark after the last row.
  const isWhole = decoded === "whole" || (await decode(Buffer.concat([bytes, jpegEnd]), "warning")) === "whole";
  if (!isWhole) throw refused("damaged");
  return { state: "yes", hints: [] };
}

const jpegEnd = Buffer.from("ffd9", "hex");

/** Reads a picture to its last row. */
async function decode(bytes: Uint8Array, failOn: "truncated" | "warning"): Promise<"whole" | "broken" | "too long"> {
  try {
    await sharp(bytes, { limitInputPixels: limits.pixels, sequentialRead: true, failOn })
      .resize({ width: 64, height: 64, fit: "inside", fastShrinkOnLoad: false })
      .timeout({ seconds: limits.seconds })
      .toBuffer();
    return "whole";
  } catch (error) {
    return error instanceof Error && error.message.includes("timeout") ? "too long" : "broken";
  }
}

/** Runs an inspection with its time limit, at most two at once. */
async function inSlot<Result>(inspect: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  if (slots.free > 0) slots.free -= 1;
  else await new Promise<void>((resolve) => slots.waiting.push(resolve));
  try {
    return await inspect(AbortSignal.timeout(limits.seconds * 1000));
  } finally {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.free += 1;
  }
}
