import { nameWords } from "~/db/folded";

/** What is known of a person by one record. */
export type Known = {
  name: string;
  /** Date of birth, `1990-05-17`, or what is known of it, `1990-05` or `1990`; empty while it is not known. */
  birthDate: string;
  /** Its passports as `passport:key:{key} {country}:{digest}`. */
  passports: readonly string[];
  /** The person that the record belonged to before it was assigned again. */
  person?: string | undefined;
};

/** Whether two names can be those of one person: one has all words of the other, such as one without middle names. */
function canBeOneName(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.every((word) => long.includes(word)) || one.join("") === other.join("");
}

/** The country of a passport's key, with the key that its digest was made with: digests of two keys say nothing. */
const issuerOf = (passport: string) => passport.slice(0, passport.lastIndexOf(":"));

/** Whether records name passports of one country that have nothing in common. */
function haveOtherPassports(records: readonly Known[]): boolean {
  const known = new Map<string, Set<string>[]>();
  for (const { passports } of records)
    for (const [issuer, own] of Map.groupBy(passports, issuerOf)) {
      const sets = known.get(issuer) ?? [];
      const [shared, others] = [[], []] as [Set<string>[], Set<string>[]];
      for (const set of sets) (own.some((passport) => set.has(passport)) ? shared : others).push(set);
      known.set(issuer, [...others, new Set([...own, ...shared.flatMap((set) => [...set])])]);
    }
  return [...known.values()].some((sets) => sets.length > 1);
}

/** Whether dates of birth can't be one: of two, one is more exact at most (F-DATE-1). */
function areOtherDays(dates: readonly string[]): boolean {
  const known = [...new Set(dates.filter(Boolean))].sort();
  return known.some((date, at) => at > 0 && !date.startsWith(`${known[at - 1]}-`));
}

/**
 * Whether records can't all be of one person, as far as is known: two dates of birth, two passports of one country, two
 * names, or two persons that staff told apart.
 */
export function isContradictory(
  records: readonly Known[],
  areToldApart: (one: string, other: string) => boolean = () => false,
): boolean {
  if (areOtherDays(records.map(({ birthDate }) => birthDate))) return true;
  if (haveOtherPassports(records)) return true;
  const names = [...new Set(records.map(({ name }) => nameWords(name).join(" ")))].filter(Boolean);
  const words = names.map((name) => name.split(" "));
  if (words.some((one, at) => words.slice(0, at).some((other) => !canBeOneName(one, other)))) return true;
  const persons = [...new Set(records.flatMap(({ person }) => person ?? []))];
  return persons.some((one, at) => persons.slice(0, at).some((other) => areToldApart(one, other)));
}
