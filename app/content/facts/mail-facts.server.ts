import { registerSiteFacts } from "~/mail/texts/facts.server";
import { nameIn } from "~/mail/texts/placeholders";
import { interpolateFacts, mapStrings } from "./facts.server";

/** Marks the brace of a mail's own fact, such as `{email}`, so that the site's facts aren't looked up for it. */
const marker = "\u0001";
const braces = /\{([^{}\n]{1,80})\}/g;

export const registerFactsOfMails = () =>
  registerSiteFacts({
    async state(from, texts, own) {
      const marked = mapStrings(texts, (text) =>
        text.replace(braces, (whole, placeholder: string) =>
          own.includes(nameIn(placeholder)) ? `{${marker}${placeholder}}` : whole,
        ),
      );
      return mapStrings(await interpolateFacts(marked, undefined, from), (text) => text.replaceAll(marker, ""));
    },
    response: (from) => interpolateFacts("{response}", undefined, from),
  });
