import {
  isContent,
  isDecision,
  isInquiry,
  isMessage,
  isRequestsForm,
  isService,
  isStepForm,
  isUpload,
} from "~/core/paths";

/** Limits of a body: its bytes, and the fields of an urlencoded form; the message past a limit, and what helps. */
export type BodyLimits = { maxSize: number; message: string; advice?: string; fields?: number; fieldBytes?: number };
/** `files`: whether files may come with it. */
export type BodyPolicy = BodyLimits & { files: boolean };

/** Most of our forms (D27). */
const forms: BodyPolicy = { maxSize: 256 * 1024, message: "What you sent is larger than 256 KB", files: false };
/** Room for thirty details of 2,000 characters, at nine bytes each in a form, and for the fields around them. */
export const answers: BodyPolicy = { maxSize: 1024 * 1024, message: "What you sent is larger than 1 MB", files: false };
/** One file of at most 10 MB, with the fields around it. */
const uploads: BodyPolicy = {
  maxSize: 11 * 1024 * 1024,
  message: "File size exceeds 10MB limit",
  advice: "Choose a smaller copy: of a picture take a screenshot, and scan a document with a lower resolution.",
  files: true,
};
/**
 * A message and the inquiry without script bring up to five files along, answers in a case those of their items, a
 * service its samples.
 */
const fiveFiles: BodyPolicy = {
  maxSize: 55 * 1024 * 1024,
  message: "Each file can be up to 10 MB, and all files together up to 50 MB",
  files: true,
};

/** What the owner edits may bring a picture or two, and the text of a post: 100,000 characters, as JSON. */
const content: BodyPolicy = {
  maxSize: 24 * 1024 * 1024,
  message: "Each picture can be up to 10 MB",
  files: true,
  fieldBytes: 4 * 1024 * 1024,
};

/** A decision brings up to ten documents along. */
const tenFiles: BodyPolicy = {
  maxSize: 105 * 1024 * 1024,
  message: "Each file can be up to 10 MB, and all files together up to 100 MB",
  files: true,
};

/** What a form may have, whatever it weighs (V-ATK-2, V-ATK-3); `fieldBytes`: names and values of one with files. */
export const formLimits = { fields: 2_000, files: 200, nameLength: 200, fieldBytes: 256 * 1024 };

/** What a body sent to an address may weigh: only a form that can hold files may be as large as they are. */
export function bodyPolicyOf(path: string, isMultipart: boolean): BodyPolicy {
  if (isMultipart && isUpload(path)) return uploads;
  if (isMultipart && (isInquiry(path) || isMessage(path) || isRequestsForm(path) || isService(path))) return fiveFiles;
  if (isMultipart && isContent(path)) return content;
  if (isMultipart && isDecision(path)) return tenFiles;
  return isStepForm(path) ? answers : forms;
}
