import type { CheckedFile } from "~/documents/store.server";

/** A file of an email that was not taken, as both sides read it: `holiday.zip (File type .zip is not allowed…)`. */
export type RefusedFile = { name: string; reason: string };

/** Parsed, with its files checked and not stored yet. */
export type ReceivedMail = {
  /** Address of its one `From`; its name may be empty. */
  sender: string;
  senderName: string;
  subject: string;
  /** The new text, and what it quotes; addresses of ours with a token are replaced in both. */
  body: string;
  quoted: string;
  files: CheckedFile[];
  refusedFiles: RefusedFile[];
  /** Small pictures and other parts that were left out. */
  leftOut: number;
};

/** What a valid token names. */
export type MailTarget = { kind: "case" | "inquiry"; id: string };

/** Files of one email that are taken. */
export const mostMailFiles = 10;
export const tooManyMailFiles = `An email can have up to ${mostMailFiles} files. Please send the others separately.`;

/** Shown for a text that an email doesn't have. */
export const noText = "(no text)";
