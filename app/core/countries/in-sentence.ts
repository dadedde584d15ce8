const withArticle =
  /^(United|Bahamas|Netherlands|Philippines|Maldives|Seychelles|Gambia|Democratic|People’s|People's|Republic|State of|Islamic|Isle|Holy See|Central African|Czech|Dominican|Russian|Syrian)\b|(Republic|Islands|[Aa]rea)$/;

/** A country's name within a sentence: `the United Kingdom`, `Canada`. */
export const countryInSentence = (name: string): string =>
  name.startsWith("The ") ? `the ${name.slice(4)}` : withArticle.test(name) ? `the ${name}` : name;
