import type { Queryable } from "~/db/client.server";
import { type ChangedWords, nobody } from "~/mail/template";
import { previewMail } from "~/mail/templates";
import { publishedWords } from "./published.server";

/** What the site says of itself, which the room that knows it registers, because this one stands below. */
type SiteFacts = {
  /** The words with the facts of the site that they name; `own` are names of the mail's own facts, which stay. */
  state: <Said extends ChangedWords>(from: Queryable, words: Said, own: readonly string[]) => Promise<Said>;
  /** Within which time an answer is promised. */
  response: (from: Queryable) => Promise<string>;
};
let facts: SiteFacts | undefined;
export function registerSiteFacts(known: SiteFacts): void {
  facts = known;
}

export const currentResponseTime = async (from: Queryable): Promise<{ response?: string }> =>
  facts ? { response: await facts.response(from) } : {};

/** What a kind of mail knows itself. */
const ownOf = (kind: string) => Object.keys(previewMail(kind, {})?.chips(nobody) ?? {});

/** The words of a kind with the facts of the site that they name, as they are now (O-FACT-1). */
export const interpolateMailText = async <Said extends ChangedWords>(from: Queryable, kind: string, words: Said) =>
  facts ? facts.state(from, words, ownOf(kind)) : words;

const issue = "newsletter_issue";

/** The words that the owner has published of a kind, as a mail is written with them now. */
export async function currentMailText(from: Queryable, kind: string): Promise<ChangedWords> {
  if (kind !== "newsletter_test") return interpolateMailText(from, kind, await publishedWords(from, kind));
  // The test of an issue is the issue in its words.
  const words = await interpolateMailText(from, issue, await publishedWords(from, issue));
  return words.subject === undefined ? words : { ...words, subject: `[Test] ${words.subject}` };
}
