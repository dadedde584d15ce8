/** A service for matching texts: `kinds` are its type and its visa's, such as `Work Permit` and `TRV`. */
export type Topic = {
  slug: string;
  name: string;
  kinds: readonly string[];
  country: { name: string; code: string; aliases: readonly string[] } | null;
};

/**
 * A text that may be about services: `head` determines the country, `body` also counts for services, `country` is set
 * if the text has a country field.
 */
export type Text = { head: string; body?: string; country?: string };

/** The countries (codes) and services (slugs) that a text is about. */
type About = { countries: ReadonlySet<string>; services: ReadonlySet<string> };

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const spaced = (words: readonly string[]) => ` ${words.join(" ")} `;

/**
 * Returns a function that finds a phrase as whole words. A short single word such as `eTA` or `CAN` is case-sensitive.
 * The text is tokenized once, because a page looks for a hundred phrases in a hundred texts.
 */
export function phrasesOf(text: string): (phrase: string) => boolean {
  const found = spaced(wordsOf(text));
  const lower = found.toLowerCase();
  return (phrase) => {
    const words = wordsOf(phrase);
    const [only = ""] = words;
    if (only === "") return false;
    const isShort = words.length === 1 && only.length <= 3;
    return isShort ? found.includes(spaced(words)) : lower.includes(spaced(words).toLowerCase());
  };
}

/** `Visitor` and `Work` are in every text; `TRV`, `F-1` and `Work Permit` are specific. */
const isTelling = (kind: string) => !/^\p{L}\p{Ll}*$/u.test(kind);

/** Slugs of the services whose facts a text names (`content/facts/texts.ts`). */
const slugsIn = (text: string) => [...text.matchAll(/\{[a-z-]+:([a-z0-9-]+)/g)].map(([, slug = ""]) => slug);

/**
 * What a text is about (L-SEO-10). The country must be in its head. A service matches by a fact, its name, or its kind,
 * if the text is about its country or no other country has services of this kind.
 */
function aboutOf({ head, body = "", country }: Text, topics: readonly Topic[]): About {
  const whole = `${head} ${body}`;
  const [inHead, inBody, inWhole] = [phrasesOf(head), phrasesOf(body), phrasesOf(whole)];
  const facts = new Set(slugsIn(whole));
  const countries = new Set(
    topics.flatMap(({ country: of }) => {
      if (!of) return [];
      const isOf = country === undefined ? [of.name, ...of.aliases].some(inHead) : country === of.name;
      return isOf ? [of.code] : [];
    }),
  );
  const isOfOne = (kind: string) =>
    new Set(topics.filter(({ kinds }) => kinds.includes(kind)).map((topic) => topic.country?.code)).size === 1;
  const services = topics.filter(({ slug, name, kinds, country: of }) => {
    if (facts.has(slug) || inWhole(name)) return true;
    const isHere = of !== null && countries.has(of.code);
    if (country !== undefined && !isHere) return false;
    // In a form, the kind of visa alone is enough.
    if (country !== undefined && kinds.some(inBody)) return true;
    return kinds.some((kind) => isTelling(kind) && (isHere || isOfOne(kind)) && inWhole(kind));
  });
  return { countries, services: new Set(services.map(({ slug }) => slug)) };
}

/** The services that a text is about: those it names, otherwise all of its countries. */
export function servicesOf<Service extends Topic>(text: Text, topics: readonly Service[]): Service[] {
  const { countries, services } = aboutOf(text, topics);
  if (services.size > 0) return topics.filter(({ slug }) => services.has(slug));
  return topics.filter(({ country }) => country !== null && countries.has(country.code));
}

/** The items about a service or its country, those about the service first, otherwise in their order. */
export function relatedTo<Item>(
  slug: string,
  items: readonly Item[],
  textOf: (item: Item) => Text,
  topics: readonly Topic[],
): Item[] {
  const code = topics.find((topic) => topic.slug === slug)?.country?.code;
  const ranked = items.map((item) => {
    const { countries, services } = aboutOf(textOf(item), topics);
    return { item, rank: services.has(slug) ? 2 : code !== undefined && countries.has(code) ? 1 : 0 };
  });
  return ranked
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
}
