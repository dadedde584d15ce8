import { registerSiteFacts } from "~/mail/texts/facts.server";
import { nameIn } from "~/mail/texts/placeholders";
import { interpolateFacts, mapStrings } from "./facts.server";

/** Stands behind the brace of a fact that is the mail's own, such as `{email}`: it is none of the site's. */
const mark = "\u0001";
const braces = /\{([^{}\n]{1,80})\}/g;

/** Lets the words of mails name the facts of the site, as other texts do. */
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
