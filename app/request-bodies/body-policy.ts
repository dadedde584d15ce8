import {
  isClientImport,
  isContent,
  isDecision,
  isInboundMail,
  isInquiry,
  isMessage,
  isRequestsForm,
  isService,
  isStepForm,
  isUpload,
} from "~/core/paths";

/** `maxSize` in bytes; `fields` and `fieldBytes` of an urlencoded form; the message past a limit, and what helps. */
export type BodyLimits = { maxSize: number; message: string; advice?: string; fields?: number; fieldBytes?: number };
/** `files`: whether it may contain files. */
export type BodyPolicy = BodyLimits & { files: boolean };

/** Most of our forms. */
const forms: BodyPolicy = { maxSize: 256 * 1024, message: "What you sent is larger than 256 KB", files: false };
/** Thirty details of 2,000 characters, at nine bytes each when encoded, and the fields around them. */
export const answers: BodyPolicy = { maxSize: 1024 * 1024, message: "What you sent is larger than 1 MB", files: false };
/** One file of at most 10 MB, with the fields around it. */
const uploads: BodyPolicy = {
  maxSize: 11 * 1024 * 1024,
  message: "File size exceeds 10MB limit",
  advice: "Choose a smaller copy: take a screenshot of a picture, or scan a document at a lower resolution.",
  files: true,
};
/** Five files: messages, inquiries without JavaScript, answers in a case, samples of a service. */
const fiveFiles: BodyPolicy = {
  maxSize: 55 * 1024 * 1024,
  message: "Each file can be up to 10 MB, and all files together up to 50 MB",
  files: true,
};

/** A file of at most 5 MB; up to twice as much, the refusal says its size. */
const clientImport: BodyPolicy = {
  maxSize: 11 * 1024 * 1024,
  message: "The file of an import can be up to 5 MB",
  files: true,
};

/** A picture or two, and the text of a post: 100,000 characters, as JSON. */
const content: BodyPolicy = {
  maxSize: 24 * 1024 * 1024,
  message: "Each picture can be up to 10 MB",
  files: true,
  fieldBytes: 4 * 1024 * 1024,
};

/** A decision with up to ten documents. */
const tenFiles: BodyPolicy = {
  maxSize: 105 * 1024 * 1024,
  message: "Each file can be up to 10 MB, and all files together up to 100 MB",
  files: true,
};

/** Bytes of a received mail, encoded as it is sent. */
export const longestMail = 25 * 1024 * 1024;
const inboundMail: BodyPolicy = { maxSize: longestMail, message: "The email is larger than 25 MB", files: false };

/** For every form, whatever its size; `fieldBytes`: names and values of one with files. */
export const formLimits = { fields: 2_000, files: 200, nameLength: 200, fieldBytes: 256 * 1024 };

/** The limits of a path: only forms that can contain files may be as large. */
export function bodyPolicyOf(path: string, isMultipart: boolean): BodyPolicy {
  if (isMultipart && isUpload(path)) return uploads;
  if (isMultipart && (isInquiry(path) || isMessage(path) || isRequestsForm(path) || isService(path))) return fiveFiles;
  if (isMultipart && isContent(path)) return content;
  if (isMultipart && isClientImport(path)) return clientImport;
  if (isMultipart && isDecision(path)) return tenFiles;
  if (isInboundMail(path)) return inboundMail;
  return isStepForm(path) ? answers : forms;
}
