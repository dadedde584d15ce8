import { foldedNameParts } from "~/db/folded";

/** What one record says about a person. */
export type Known = {
  name: string;
  /** `1990-05-17`, or as far as known `1990-05` or `1990`; empty if unknown. */
  birthDate: string;
  /** As `passport:key:{key} {country}:{digest}`. */
  passports: readonly string[];
  /** The person that the record belonged to before it was assigned again. */
  person?: string | undefined;
};

/** Whether one name has all words of the other, such as one without middle names. */
function canBeSameName(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.every((word) => long.includes(word)) || a.join("") === b.join("");
}

/** Includes the key of the digest: digests of two keys can't be compared. */
const issuerOf = (passport: string) => passport.slice(0, passport.lastIndexOf(":"));

/** Whether records have passports of one country without a common one. */
function haveDifferentPassports(records: readonly Known[]): boolean {
  const known = new Map<string, Set<string>[]>();
  for (const { passports } of records)
    for (const [issuer, own] of Map.groupBy(passports, issuerOf)) {
      const sets = known.get(issuer) ?? [];
      const [shared, separate] = [[], []] as [Set<string>[], Set<string>[]];
      for (const set of sets) (own.some((passport) => set.has(passport)) ? shared : separate).push(set);
      known.set(issuer, [...separate, new Set([...own, ...shared.flatMap((set) => [...set])])]);
    }
  return [...known.values()].some((sets) => sets.length > 1);
}

/** Whether dates of birth contradict each other: one may only be less exact than another. */
function areDifferentDays(dates: readonly string[]): boolean {
  const known = [...new Set(dates.filter(Boolean))].sort();
  return known.some((date, index) => index > 0 && !date.startsWith(`${known[index - 1]}-`));
}

/**
 * Whether records can't belong to one person, as far as known: two dates of birth, two passports of one country, two
 * names, or two persons that staff declared different.
 */
export function isContradictory(
  records: readonly Known[],
  areDeclaredDifferent: (a: string, b: string) => boolean = () => false,
): boolean {
  if (areDifferentDays(records.map(({ birthDate }) => birthDate))) return true;
  if (haveDifferentPassports(records)) return true;
  const names = [...new Set(records.map(({ name }) => foldedNameParts(name).join(" ")))].filter(Boolean);
  const words = names.map((name) => name.split(" "));
  if (words.some((word, index) => words.slice(0, index).some((earlier) => !canBeSameName(word, earlier)))) return true;
  const persons = [...new Set(records.flatMap(({ person }) => person ?? []))];
  return persons.some((person, index) =>
    persons.slice(0, index).some((earlier) => areDeclaredDifferent(person, earlier)),
  );
}
