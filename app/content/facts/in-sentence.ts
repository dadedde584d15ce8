/** First words of times and stays that are capitalized only at the beginning of a sentence. */
const ordinary =
  /^(?:About|As|At|For|From|Indefinite|Minutes|Often|Only|Permanent|Several|Single|Typically|Until|Up|Usually|When|Within)\b/;

/** Lower-cases a service's time, stay or validity within a sentence: `up to 5 years`. */
export const inSentence = (fact: string): string =>
  fact.replace(ordinary, (word) => word.charAt(0).toLowerCase() + word.slice(1));
