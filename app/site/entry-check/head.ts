import { entryCheckPath } from "~/content/rules/check-path";
import { officerDecides } from "~/content/rules/words";
import type { PageHead } from "~/content/seo/head";
import type { StructuredData } from "~/content/seo/structured-data";
import type { AnswerView } from "./answer.server";
import type { Chosen } from "./trip";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Passport of the Bahamas, going to the United Kingdom: do I need a visa?` */
function questionOf({ trip }: AnswerView, { purpose }: Chosen): string {
  const where = purpose === "visit" ? trip.where.replace(/ for a short visit$/, "") : trip.where;
  return `${capital(trip.who)}, ${where}: do I need a visa?`;
}

/** The answer in plain text, as the page shows it. */
function answerText(answer: AnswerView): string {
  const { lastChecked, headline, stay, conditions, otherwise, notes, source } = answer;
  const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
  return [
    lastChecked,
    headline,
    stay && sentence(capital(stay)),
    ...(conditions.length > 0 ? ["No visa is needed if all of this is true:", ...conditions] : []),
    otherwise && `Otherwise: ${otherwise}`,
    ...notes,
    source && `${source.before}${source.link.label}${source.after}`,
    officerDecides,
  ]
    .filter(Boolean)
    .join(" ");
}

/** In characters: search results cut longer ones. */
const longestDescription = 160;

/** The head of an answered trip, over the page's stored one. */
export function answeredHead(stored: PageHead, answer: AnswerView, chosen: Chosen, origin: string): PageHead {
  const question = questionOf(answer, chosen);
  const text = answerText(answer);
  const cut = text.slice(0, longestDescription);
  const description = text.length > cut.length ? `${cut.slice(0, cut.lastIndexOf(" "))}…` : text;
  return {
    ...stored,
    ...{ title: question, ogTitle: question, description, ogDescription: description },
    canonical: `${origin}${entryCheckPath({ ...chosen, passport: chosen.passport })}`,
  };
}

/** The question with its answer, the day of the check and the source, for search engines. */
export const answerData = (answer: AnswerView, chosen: Chosen): StructuredData => ({
  "@context": "https://schema.org",
  "@type": "FAQPage",
  mainEntity: [
    {
      "@type": "Question",
      name: questionOf(answer, chosen),
      acceptedAnswer: { "@type": "Answer", text: answerText(answer) },
    },
  ],
  ...(answer.checkedOn ? { dateModified: answer.checkedOn } : {}),
  ...(answer.source ? { citation: answer.source.link.url } : {}),
});
