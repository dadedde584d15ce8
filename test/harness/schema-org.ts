/**
 * What search engines require of structured data in addition to its vocabulary, which types check: the properties
 * without which Google shows nothing (https://developers.google.com/search/docs/appearance/structured-data).
 */
const needed: Record<string, readonly string[]> = {
  ProfessionalService: ["name", "url", "telephone", "address", "openingHoursSpecification", "image"],
  PostalAddress: ["streetAddress", "addressLocality", "addressCountry"],
  OpeningHoursSpecification: ["dayOfWeek", "opens", "closes"],
  WebSite: ["name", "url", "publisher"],
  WebPage: ["name"],
  AboutPage: ["name", "about"],
  Service: ["name", "description", "provider", "offers"],
  Offer: ["price", "priceCurrency"],
  AggregateOffer: ["lowPrice", "highPrice", "offerCount", "priceCurrency"],
  UnitPriceSpecification: ["name", "price", "priceCurrency"],
  GeoCoordinates: ["latitude", "longitude"],
  EducationalOccupationalCredential: ["name", "identifier", "recognizedBy"],
  Organization: ["name"],
  FAQPage: ["mainEntity"],
  Question: ["name", "acceptedAnswer"],
  Answer: ["text"],
  Blog: ["name", "url", "blogPost"],
  BlogPosting: ["headline", "author", "datePublished"],
  Person: ["name"],
  BreadcrumbList: ["itemListElement"],
  ItemList: ["itemListElement"],
  ListItem: ["position", "name"],
  Country: ["name"],
  Thing: ["name"],
};

/** Of hours that only apply on some days, such as a holiday in the weeks before it. */
const ofSomeDays = ["validFrom", "validThrough", "opens", "closes"];

/** What is wrong with a block of JSON-LD; empty if it is valid. */
export function faultsOf(data: unknown, at = ""): string[] {
  if (Array.isArray(data)) return data.flatMap((entry, index) => faultsOf(entry, `${at}[${index}]`));
  if (typeof data !== "object" || data === null) return data === "" || data === null ? [`${at} is empty`] : [];
  const type = "@type" in data ? String(data["@type"]) : undefined;
  const here = type ? `${at} ${type}` : at;
  const nested = Object.entries(data).flatMap(([key, value]) => faultsOf(value, `${here}.${key}`));
  const problems = [
    ...nested,
    ...(at === "" && !("@context" in data) ? ["it has no @context"] : []),
    ...(/Rating|Review/i.test(type ?? "") || "aggregateRating" in data ? [`${here}: nobody rates themself`] : []),
    ...["url", "item", "@id", "image", "logo"].flatMap((key) => addressProblems(data, key, here)),
  ];
  if (!type) return "@id" in data ? problems : [...problems, `${at} has no @type`];
  // Defined elsewhere: a reference needs nothing more.
  const reference = at !== "" && ("@id" in data || type === "ProfessionalService" || type === "Service");
  if (reference) return problems;
  if (!(type in needed)) return [...problems, `${here} is a type that nobody checks`];
  const keys = type === "OpeningHoursSpecification" && "validFrom" in data ? ofSomeDays : needed[type];
  return [...problems, ...(keys ?? []).filter((key) => !(key in data)).map((key) => `${here} has no ${key}`)];
}

function addressProblems(data: object, key: string, here: string): string[] {
  const property: unknown = Reflect.get(data, key);
  const values = property === undefined ? [] : [property].flat();
  return values
    .filter((value) => typeof value === "string" && !URL.canParse(value))
    .map(() => `${here}.${key} is no address`);
}
