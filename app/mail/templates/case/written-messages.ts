import { z } from "zod";
import { nassauMoment } from "~/core/time";
import { message, type Part } from "~/mail/letter";
import { instant } from "~/mail/template";

const written = z.array(z.object({ at: instant, text: z.string(), files: z.number() }));
type Written = z.output<typeof written>;

/** JSON in the messages' order, each with its number of files. */
export const storedMessages = z.string().refine((text) => written.safeParse(parsed(text)).success);

export const messagesIn = (stored: string): Written => written.parse(parsed(stored));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const filesInWords = (files: number) => (files === 1 ? "1 file" : `${files} files`);

/** `shown` changes a text for the mail. */
export const messageBlocks = (messages: Written, shown: (text: string) => string = (text) => text): Part[] =>
  messages.map(({ at, text, files }) => {
    const withFiles = files > 0 ? `${text ? "\n\n" : ""}With ${filesInWords(files)}.` : "";
    return message(nassauMoment(at), shown(text) + withFiles);
  });
