import { registerSiteFacts } from "~/mail/texts/facts.server";
import { nameIn } from "~/mail/texts/placeholders";
import { interpolateFacts, mapStrings } from "./facts.server";

/** Marks the brace of a mail's own fact, such as `{email}`, so that the site's facts aren't looked up for it. */
const mark = "\u0001";
const braces = /\{([^{}\n]{1,80})\}/g;

export const registerFactsOfMails = () =>
  registerSiteFacts({
    async state(from, words, own) {
      const kept = mapStrings(words, (text) =>
        text.replace(braces, (whole, typed: string) => (own.includes(nameIn(typed)) ? `{${mark}${typed}}` : whole)),
      );
      return mapStrings(await interpolateFacts(kept, undefined, from), (text) => text.replaceAll(mark, ""));
    },
    response: (from) => interpolateFacts("{response}", undefined, from),
  });
