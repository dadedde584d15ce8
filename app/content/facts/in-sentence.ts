/** The first words of times and stays that have a capital only where a sentence begins. */
const ordinary =
  /^(?:About|As|At|For|From|Indefinite|Minutes|Often|Only|Permanent|Several|Single|Typically|Until|Up|Usually|When|Within)\b/;

/** A service’s time, stay or validity for within a sentence: `Up to 5 years` as `up to 5 years`. */
export const inSentence = (fact: string): string =>
  fact.replace(ordinary, (word) => word.charAt(0).toLowerCase() + word.slice(1));
