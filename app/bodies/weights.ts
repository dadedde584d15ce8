import { isAnswers, isInquiry, isUpload } from "~/ground/paths";

/** How much a body may be: in bytes, and of an urlencoded form in fields; how that is said, and what helps. */
export type Most = { maxSize: number; said: string; advice?: string; fields?: number };
/** `files`: whether files may come with it. */
export type Weight = Most & { files: boolean };

/** Most of our forms (D27). */
const forms: Weight = { maxSize: 256 * 1024, said: "What you sent is larger than 256 KB", files: false };
/** Thirty details of 2,000 characters that take nine bytes each in a form, and what stands around them. */
export const answers: Weight = { maxSize: 1024 * 1024, said: "What you sent is larger than 1 MB", files: false };
/** A file has 10 MB, and its form some words around it. */
const uploads: Weight = { maxSize: 11 * 1024 * 1024, said: "File size exceeds 10MB limit", files: true };
/** The inquiry without script brings its five files along. */
const inquiry: Weight = { maxSize: 55 * 1024 * 1024, said: "Files can be 10 MB each and 50 MB together", files: true };

/** What a form may have, whatever it weighs (V-ATK-2, V-ATK-3); `fieldBytes`: names and values of one with files. */
export const formLimits = { fields: 2_000, files: 200, nameLength: 200, fieldBytes: 256 * 1024 };

/** What a body sent to an address may weigh: only a form that can hold files may be as large as they are. */
export function weightOf(path: string, isMultipart: boolean): Weight {
  if (isMultipart && isUpload(path)) return uploads;
  if (isMultipart && isInquiry(path)) return inquiry;
  return isAnswers(path) ? answers : forms;
}
