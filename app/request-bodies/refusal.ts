import { type BodyLimits, formLimits } from "./body-policy";

/** Why a body is refused, for its sender; `retryAfter` in seconds. */
export type Refusal = { status: 400 | 413 | 429 | 503; title: string; text: string; retryAfter?: number };

/** For pages without JavaScript; the script keeps the input itself. */
export const goBack = "Your browser’s Back button leads back to what you typed.";

export const tooLarge = ({ message, advice }: Pick<BodyLimits, "message" | "advice">): Refusal => ({
  status: 413,
  title: "That is more than we can take at once",
  text: `${message}, so it was not stored. ${advice ?? "Please make it smaller."}`,
});

const maxFields = formLimits.fields.toLocaleString("en-US");
export const tooMany: Refusal = {
  status: 413,
  title: "That is more than our form holds",
  text: `What you sent has more than ${maxFields} fields or ${formLimits.files} files, or longer names than our form, so it was not stored. Please send less.`,
};

export const noFilesHere: Refusal = {
  status: 400,
  title: "This form takes no files",
  text: "A file came with it, so nothing was stored. Please send it without.",
};

/** Malformed or truncated. */
export const unreadable: Refusal = {
  status: 400,
  title: "We could not read what was sent",
  text: "It did not arrive as a whole, so nothing was stored. Please send it again.",
};

export const busy: Refusal = {
  status: 503,
  title: "Many files are arriving just now",
  text: "Yours were not stored yet. Please wait half a minute and send them again.",
  retryAfter: 30,
};

/** The IP's limit is used up; checked before the body is read. `text` is whole sentences. */
export const limited = (text: string, retryAfter: number): Refusal => ({
  status: 429,
  title: "Too many requests from here",
  text,
  retryAfter,
});

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.title);
    this.refusal = refusal;
  }
}
