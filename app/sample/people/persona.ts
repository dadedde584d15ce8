import { longestTerm } from "~/applications/steps/contradictions/passport-terms";
import { dayAfter } from "~/sample/clock";
import { destinations, durations, type Place } from "~/sample/destinations";
import type { Random } from "~/sample/random";
import type { Applicant } from "./applicant";
import { fillMask, mailAddress, originOf } from "./contact-data";
import type { OriginCode } from "./people";

type Relative = { givenName: string; family: string; born: string };

/** An applicant with the data that several steps share. */
export type Persona = Applicant & {
  email: string;
  phone: string;
  born: string;
  birthplace: readonly [city: string, state: string];
  home: { line: string; city: string; state: string; postalCode: string };
  passport: { number: string; issued: string; expires: string };
  maiden: string | undefined;
  father: Relative;
  mother: Relative;
  arrival: string;
  departure: string;
  stay: Place & { isHotel: boolean };
};

type PersonaInput = {
  random: Random;
  phones: (code: OriginCode) => string;
  applicant: Applicant;
  startedAt: Date;
  /** The position in the list, to vary choices such as the hotel. */
  index: number;
};

export function personaOf({ random, phones, applicant, startedAt, index }: PersonaInput): Persona {
  const { givenName, family, from, lives, age, service } = applicant;
  const [origin, home] = [originOf(from), originOf(lives)];
  const [city, state, postalCode] = homeTown(random, applicant);
  const line = `${random.int(2, 240)} ${random.pick(home.streets)}`;
  const [cityOfBirth, stateOfBirth] = random.pick(origin.cities);
  const { years } = longestTerm(from);
  const issued = -random.int(120, Math.min(years, age) * 300);
  const arrival = random.int(...durations[service].lead);
  const maiden = maidenName(random, applicant);
  const born = dayAfter(startedAt, -Math.round(age * 365.25) - random.int(4, 350));
  return {
    ...applicant,
    email: mailAddress(random, givenName, family),
    phone: phones(lives),
    born,
    birthplace: [cityOfBirth, stateOfBirth],
    home: { line, city, state, postalCode },
    passport: {
      number: fillMask(random, origin.passport),
      issued: dayAfter(startedAt, issued),
      expires: dayAfter(startedAt, issued + years * 365 + 1),
    },
    maiden,
    father: parent(random, applicant, "father", maiden ?? family, born),
    mother: parent(random, applicant, "mother", random.pick(origin.families), born),
    arrival: dayAfter(startedAt, arrival),
    departure: dayAfter(startedAt, arrival + applicant.days),
    stay: stayOf(random, applicant, index) ?? { name: "At home", address: line, city, state, isHotel: false },
  };
}

/** A couple lives and travels together. */
export const travelling = (person: Persona, along: Persona | undefined): Persona =>
  along
    ? { ...person, home: along.home, arrival: along.arrival, departure: along.departure, stay: along.stay }
    : person;

/** Most people in the Bahamas live in Nassau, the first two places of its list. */
function homeTown(random: Random, { lives, purpose }: Applicant) {
  const { cities } = originOf(lives);
  if (lives !== "BS") return random.pick(cities);
  const named = cities.slice(2).find(([city]) => purpose.includes(`lived in ${city}`));
  return named ?? random.pick(random.chance(0.12) ? cities.slice(2) : cities.slice(0, 2));
}

/** The name before marriage, of a wife with her husband's name. */
function maidenName(random: Random, { sex, family, from, spouse }: Applicant): string | undefined {
  if (sex !== "f" || !spouse) return undefined;
  if (family.endsWith(`-${spouse[1]}`)) return family.slice(0, -spouse[1].length - 1);
  if (family !== spouse[1]) return undefined;
  return random.pick(originOf(from).families.filter((name) => name !== family));
}

/** A parent; one who is named as host or payer has that name. */
function parent(
  random: Random,
  person: Applicant,
  who: "father" | "mother",
  family: string,
  childBorn: string,
): Relative {
  const { from, host, payer, givenName } = person;
  const origin = originOf(from);
  const born = dayAfter(new Date(`${childBorn}T12:00:00Z`), -random.int(22 * 365, 34 * 365));
  const named = [host, payer?.slice(1)]
    .find((relative) => relative?.[1]?.toLowerCase() === who)?.[0]
    ?.replace("Dr. ", "");
  if (named) {
    const space = named.lastIndexOf(" ");
    return { givenName: named.slice(0, space), family: named.slice(space + 1), born };
  }
  const pool = (who === "father" ? origin.men : origin.women).filter((name) => name !== givenName);
  return { givenName: random.pick(pool), family, born };
}

/** A place that the purpose mentions, otherwise one of the list; undefined for residents. */
function stayOf(
  random: Random,
  { service, host, purpose, lives, at = "" }: Applicant,
  index: number,
): Persona["stay"] | undefined {
  if (lives === "BS" && /work-visa|permit|permanent/.test(service)) return undefined;
  const named = destinations[service].filter(({ city, state, address }) =>
    [city, state, city.split(" ")[0], address.split(", ")[1]].some(
      (word) => word && word.length > 4 && `${purpose} ${at}`.includes(word),
    ),
  );
  const usual = destinations[service].filter(({ state }) => state === destinations[service][0]?.state);
  const candidates = named.length > 0 ? named : usual;
  const place = candidates[index % candidates.length] ?? random.pick(candidates);
  if (!host)
    return { ...place, isHotel: !/residence|housing|hall|Apartment|Villa|House|Unit|Cottage/i.test(place.name) };
  const street = service === "bahamian-evisa" ? random.pick(originOf("BS").streets) : random.pick(cityStreets);
  const { name: _, ...rest } = place;
  return { ...rest, address: `${random.int(3, 180)} ${street}`, name: `Home of ${host[0]}`, isHotel: false };
}

const cityStreets = ["Maple Avenue", "Chestnut Street", "Park Road", "Church Street", "Elm Grove", "Station Road"];
