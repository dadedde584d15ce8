/** A service as texts name it: `kinds` are its type and its visa's, such as `Work Permit` and `TRV`. */
export type Topic = {
  slug: string;
  name: string;
  kinds: readonly string[];
  country: { name: string; code: string; aliases: readonly string[] } | null;
};

/**
 * A text that may be about services: `head` says of which country it is, `body` of which services as well, `country` is
 * a country's name where the text has one of its own.
 */
export type Text = { head: string; body?: string; country?: string };

/** The countries, by code, and the services, by slug, that a text is about. */
type About = { countries: ReadonlySet<string>; services: ReadonlySet<string> };

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const spaced = (words: readonly string[]) => ` ${words.join(" ")} `;

/**
 * Asks a text for phrases as whole words. One short word such as `eTA` or `CAN` counts in its own case alone. The text
 * is taken apart once: a page asks a hundred texts for a hundred phrases.
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

/** `Visitor` and `Work` are words of every text; `TRV`, `F-1` and `Work Permit` tell something. */
const isTelling = (kind: string) => !/^\p{L}\p{Ll}*$/u.test(kind);

/** Slugs of the services whose facts a text names in braces (`content/facts/texts.ts`). */
const slugsIn = (text: string) => [...text.matchAll(/\{[a-z-]+:([a-z0-9-]+)/g)].map(([, slug = ""]) => slug);

/**
 * What a text is about (L-SEO-10). A country is named in its head. A service is named by a fact or its name, or by its
 * kind where the text is of its country, or no other country has services of this kind.
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
    // A form's kind of visa is a word by itself.
    if (country !== undefined && kinds.some(inBody)) return true;
    return kinds.some((kind) => isTelling(kind) && (isHere || isOfOne(kind)) && inWhole(kind));
  });
  return { countries, services: new Set(services.map(({ slug }) => slug)) };
}

/** The services that a text is about: those that it names, or all of its countries. */
export function servicesOf<Service extends Topic>(text: Text, topics: readonly Service[]): Service[] {
  const { countries, services } = aboutOf(text, topics);
  if (services.size > 0) return topics.filter(({ slug }) => services.has(slug));
  return topics.filter(({ country }) => country !== null && countries.has(country.code));
}

/** The items that are about a service or its country, those about the service first, else in their order. */
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
