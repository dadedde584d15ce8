import { type BodyLimits, formLimits } from "./body-policy";

/** Why a body is not taken, in words for who sent it; `retryAfter`: seconds until another try makes sense. */
export type Refusal = { status: 400 | 413 | 429 | 503; title: string; text: string; retryAfter?: number };

/** For pages without script; the script keeps the typed text itself. */
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

/** A form that is no form, or one that broke off on its way. */
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

/** The limit of an address is used up; checked before its body is read (V-ATK-4). `text` is whole sentences. */
export const limited = (text: string, retryAfter: number): Refusal => ({
  status: 429,
  title: "Too many requests from here",
  text,
  retryAfter,
});

/** Thrown by a reader past a limit. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.title);
    this.refusal = refusal;
  }
}
