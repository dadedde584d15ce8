import { foldedNameParts } from "~/db/folded";
import type { PersonName } from "~/form-engine/names";

/** Without what ICAO 9303 writes for an accent: `MUELLER`, `MUXXLLER` and `Müller` are one name. */
const wordsOf = (name: string | undefined): string[] =>
  foldedNameParts(name ?? "").map((word) =>
    word
      .replace(/([nu])xx/g, "$1")
      .replace(/([aou])e/g, "$1")
      .replaceAll("aa", "a"),
  );

const isLatin = (word: string) => /^[a-z0-9]*$/.test(word);

/** The words that are not among the others, each counted once. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const index = left.indexOf(word);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/**
 * Whether two lists of given names are written apart differently (`Anne Marie`, `ANNEMARIE`), or one lacks the last.
 */
function beginAlike(a: readonly string[], b: readonly string[]): boolean {
  for (let own = 1; own <= a.length; own++)
    for (let other = 1; other <= b.length; other++)
      if ((own === a.length || other === b.length) && a.slice(0, own).join("") === b.slice(0, other).join(""))
        return true;
  return false;
}

/**
 * Whether a name of step 1 is the one in the two lines of a passport. Case, accents, hyphens, order, transliterations
 * and middle names that one of them lacks are no difference. A name in another script can't be compared.
 */
export function isNameOnPage({ lastName, firstName }: { lastName: string; firstName?: string }, person: PersonName) {
  const own = { last: wordsOf(person.last), given: wordsOf(person.first), middle: wordsOf(person.middle) };
  const page = { last: wordsOf(lastName), given: wordsOf(firstName) };
  const [ownWords, pageWords] = [
    [...own.last, ...own.given, ...own.middle],
    [...page.last, ...page.given],
  ];
  if (!ownWords.every(isLatin)) return true;
  if (page.given.length === 0) return without(page.last, ownWords).length === 0;

  const initials = ownWords.filter((word) => word.length === 1);
  const added = without(ownWords, [...pageWords, ...initials]);
  const lacking = without(pageWords, ownWords).filter((word) => !initials.some((letter) => word.startsWith(letter)));
  const areMain = (words: readonly string[], given: readonly string[], among: readonly string[]) =>
    without([...words, ...given.slice(0, 1)], among).length === 0;
  if (
    (added.length === 0 || lacking.length === 0) &&
    areMain(own.last, own.given, pageWords) &&
    areMain(page.last, page.given, ownWords)
  )
    return true;
  return own.last.join("") === page.last.join("") && beginAlike([...own.given, ...own.middle], page.given);
}
