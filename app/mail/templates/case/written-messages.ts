import { z } from "zod";
import { parseJson } from "~/core/parse-json";
import { nassauMoment } from "~/core/time";
import { message, type Part } from "~/mail/letter";
import { instant } from "~/mail/template";

const written = z.array(z.object({ at: instant, text: z.string(), files: z.number() }));
type Written = z.output<typeof written>;

/** JSON in the messages' order, each with its number of files. */
export const storedMessages = z.string().refine((text) => written.safeParse(parseJson(text)).success);

export const messagesIn = (stored: string): Written => written.parse(parseJson(stored));

/** Below a text: how many files came with it. */
export const filesText = (text: string, files: number): string =>
  files === 0 ? "" : `${text ? "\n\n" : ""}With ${files === 1 ? "1 file" : `${files} files`}.`;

/** `shown` changes a text for the mail. */
export const messageBlocks = (messages: Written, shown: (text: string) => string = (text) => text): Part[] =>
  messages.map(({ at, text, files }) => message(nassauMoment(at), shown(text) + filesText(text, files)));
