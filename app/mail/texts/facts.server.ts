import type { Queryable } from "~/db/client.server";
import { type ChangedTexts, emptySender } from "~/mail/template";
import { previewMail } from "~/mail/templates";
import { publishedTexts } from "./published.server";

/** The site's facts, registered by the module above that knows them. */
type SiteFacts = {
  /** Fills in the site's facts; `own`: placeholders of the mail itself, which stay. */
  state: <Texts extends ChangedTexts>(from: Queryable, texts: Texts, own: readonly string[]) => Promise<Texts>;
  /** The promised response time. */
  response: (from: Queryable) => Promise<string>;
};
let facts: SiteFacts | undefined;
export function registerSiteFacts(known: SiteFacts): void {
  facts = known;
}

export const currentResponseTime = async (from: Queryable): Promise<{ response?: string }> =>
  facts ? { response: await facts.response(from) } : {};

const ownOf = (kind: string) => Object.keys(previewMail(kind, {})?.chips(emptySender) ?? {});

/** Fills in the site's present facts. */
export const interpolateMailText = async <Texts extends ChangedTexts>(from: Queryable, kind: string, texts: Texts) =>
  facts ? facts.state(from, texts, ownOf(kind)) : texts;

const issue = "newsletter_issue";

export async function currentMailText(from: Queryable, kind: string): Promise<ChangedTexts> {
  if (kind !== "newsletter_test") return interpolateMailText(from, kind, await publishedTexts(from, kind));
  // The test of an issue uses the issue's texts.
  const texts = await interpolateMailText(from, issue, await publishedTexts(from, issue));
  return texts.subject === undefined ? texts : { ...texts, subject: `[Test] ${texts.subject}` };
}
