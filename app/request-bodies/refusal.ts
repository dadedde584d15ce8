import { type BodyLimits, formLimits } from "./body-policy";

/** Why a body is refused, for its sender; `retryAfter` in seconds. */
export type Refusal = { status: 400 | 413 | 429 | 503; title: string; text: string; retryAfter?: number };

/** For pages without JavaScript; the script keeps the input itself. */
export const goBack = "Use your browser’s Back button to get back to what you typed.";

export const tooLarge = ({ message, advice }: Pick<BodyLimits, "message" | "advice">): Refusal => ({
  status: 413,
  title: "That’s too much to send at once",
  text: `${message}, so it wasn’t saved. ${advice ?? "Please make it smaller."}`,
});

const maxFields = formLimits.fields.toLocaleString("en-US");
export const tooMany: Refusal = {
  status: 413,
  title: "That’s more than this form accepts",
  text: `What you sent has more than ${maxFields} fields or ${formLimits.files} files, or field names that are too long, so it wasn’t saved. Please send less.`,
};

export const noFilesHere: Refusal = {
  status: 400,
  title: "This form doesn’t accept files",
  text: "Nothing was saved because a file was attached. Please send the form again without it.",
};

/** Malformed or truncated. */
export const unreadable: Refusal = {
  status: 400,
  title: "We couldn’t read what you sent",
  text: "It didn’t arrive complete, so nothing was saved. Please send it again.",
};

export const busy: Refusal = {
  status: 503,
  title: "We’re receiving a lot of files right now",
  text: "Yours haven’t been saved yet. Please wait 30 seconds and send them again.",
  retryAfter: 30,
};

/** The IP's limit is used up; checked before the body is read. `text` is whole sentences. */
export const limited = (text: string, retryAfter: number): Refusal => ({
  status: 429,
  title: "Too many requests from your network",
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
