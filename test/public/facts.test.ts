import { beforeAll, describe, expect, test } from "vitest";
import { blockOf, type ReadPage, readPage as readHead } from "../harness/page";
import { pageThat, part, readPage, region, type SentPage, textOfElement } from "../harness/page-text";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

type Service = {
  id: string;
  slug: string;
  name: string;
  country: string;
  gov: number;
  own: number;
  to: string;
  later: string;
  time: string;
  stay: string;
  tiers: { name: string; gov: number; own: number }[];
};

const app = await sharedApp();

/** The services in the database, read without the app's code. */
const stored = () =>
  app.query<Service>(
    `select s.id, slug, service_name as name, c.code as country, s.government_fee::float as gov, s.service_fee::float as own,
       coalesce(nullif(fee_recipient, ''), 'the government') as to, further_fee as later, processing_time as time,
       max_stay as stay, coalesce((select json_agg(json_build_object('name', tier_name, 'gov', t.government_fee::float,
         'own', t.service_fee::float) order by total_price) from visa_pricing_tiers t where service_id = s.id), '[]') as tiers
     from visa_services s left join countries c on c.id = country_id where is_active order by service_name`,
  );
let services = await stored();

const usd = (amount: number) =>
  `$${amount.toLocaleString("en-US", { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`;
const split = (gov: number, own: number, to: string) =>
  gov === 0 ? `${usd(own)} to us; you pay the government fee directly` : `${usd(own)} to us + ${usd(gov)} to ${to}`;
/** What must be shown of a service's price, in order. */
function pricePhrases({ gov, own, to, later, tiers: [lowest] }: Service): string[] {
  const price = lowest ?? { gov, own };
  const amount = `${lowest ? "From " : ""}${usd(price.gov + price.own)}`;
  return [amount, split(price.gov, price.own, to), ...(later ? [later] : [])];
}

/** The smallest element with the link to a service and a price: its card or row. */
function rowTextOf(page: SentPage, { slug }: Service, section: string): string {
  const row = region(page.screen, section).element.querySelector(`a[href="/visa/${slug}"]`)?.closest("article, li");
  if (!row) throw new Error(`${slug} is not in ${section}`);
  return textOfElement(row);
}

function expectPrices(text: string, service: Service, where: string) {
  let from = 0;
  for (const part of pricePhrases(service)) {
    expect(text.slice(from), `${service.slug} ${where}`).toContain(part);
    from = text.indexOf(part, from) + part.length;
  }
}

/** Checks every place with a price or a processing time of a service. */
async function expectSingleFact() {
  const [home, list, immigration] = await Promise.all(
    ["/", "/services", "/bahamas-immigration"].map((path) => readPage(app, path)),
  );
  if (!home || !list || !immigration) throw new Error("No pages");
  for (const service of services) {
    const detail = await readPage(app, `/visa/${service.slug}`);
    const start = await readPage(app, `/apply?service=${service.slug}`);
    const texts = [
      ["on home", rowTextOf(home, service, "Every visa we prepare")],
      ["on /services", rowTextOf(list, service, "All visa services")],
      ["on its page", textOfElement(detail.screen.getByRole("complementary", { name: "At a glance" }))],
      ["where it starts", textOfElement(part(start.screen, "main").element)],
      ...(service.country === "BS"
        ? [["on immigration", rowTextOf(immigration, service, "Prices for the Bahamas")]]
        : []),
    ];
    for (const [where = "", text = ""] of texts) {
      expectPrices(text, service, where);
      expect(text, `${service.slug} ${where}`).toContain(service.time);
      for (const tier of where === "on its page" || where === "where it starts" ? service.tiers : [])
        expect(text, `${tier.name} ${where}`).toContain(
          `${tier.name} ${usd(tier.gov + tier.own)} ${split(tier.gov, tier.own, service.to)}`,
        );
    }
  }
}

const amounts = (text: string) => text.match(/\$\d{1,3}(?:,\d{3})*(?:\.\d\d)?/g) ?? [];
/** Amounts of no service: thresholds, and incomes that a government requires. */
const thresholds = ["$750,000", "$500,000", "$50,000"];
const ofService = ({ gov, own, tiers }: Service) =>
  [{ gov, own }, ...tiers].flatMap((price) => [usd(price.gov), usd(price.own), usd(price.gov + price.own)]);

/** Everything sent by public URLs: pages with heads and structured data, and the feed. */
async function everything(): Promise<[string, string][]> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => address.replace(app.url, "") || "/");
  const read = async (path: string): Promise<[string, string]> => {
    const html = await (await fetch(app.url + path)).text();
    return [path, html.replace(/<style.*?<\/style>/gs, "").replaceAll("<!-- -->", "")];
  };
  return Promise.all([...listed, "/blog/feed.xml", "/apply/start"].map(read));
}

/** Only current amounts of services; on a service's page only its own, and those it links to. */
async function expectNoOtherAmount() {
  const known = new Set([...thresholds, ...services.flatMap(ofService)]);
  const sold = new Map(services.map((service) => [`/visa/${service.slug}`, service]));
  const residence = services.filter(({ slug }) => /reside/.test(slug)).flatMap(ofService);
  for (const [path, text] of await everything()) {
    const service = sold.get(path);
    const allowed = service ? new Set([...thresholds, ...ofService(service), ...residence]) : known;
    expect(
      [...new Set(amounts(text))].filter((amount) => !allowed.has(amount)),
      path,
    ).toEqual([]);
  }
}

const metaOf = ({ meta }: ReadPage) => [meta["product:price:amount"], meta["product:price:currency"]];
async function expectPricesForMachines() {
  for (const service of services) {
    const page = await readHead(app, `/visa/${service.slug}`);
    const prices = service.tiers.length > 0 ? service.tiers : [service];
    const totals = prices.map(({ gov, own }) => (gov + own).toFixed(2));
    expect(metaOf(page), service.slug).toEqual([totals[0], "USD"]);
    const offers = blockOf(page, "Service").offers as Record<string, unknown>;
    if (service.tiers.length === 0) expect(offers, service.slug).toMatchObject({ "@type": "Offer", price: totals[0] });
    else expect(offers, service.slug).toMatchObject({ lowPrice: totals[0], highPrice: totals.at(-1) });
  }
}

describe("the default facts", () => {
  test(
    "[L-FACT-1, L-FACT-3, L-FACT-9] a price says what it includes, and price and time are the same everywhere",
    expectSingleFact,
  );

  test("[L-FACT-2, L-FACT-6] a price says who receives each fee and what is due later", async () => {
    const phrases = new Map(services.map((service) => [service.slug, pricePhrases(service)]));
    expect(phrases.get("us-travel-b1-b2-visa")).toEqual(["$385", "$200 to us + $185 to the embassy"]);
    expect(phrases.get("canadian-eta")).toEqual(["$65", "$60 to us + $5 to IRCC"]);
    expect(phrases.get("bahamas-work-visa")?.[2]).toBe("plus the annual permit fee on approval");
    expect(phrases.get("bahamian-evisa")).toEqual(["$299", "$299 to us; you pay the government fee directly"]);
  });

  test("[L-FACT-5] no page calls a price total", async () => {
    for (const [path, text] of await everything()) expect(text, path).not.toMatch(/total price/i);
  });

  test("[L-FACT-7] search engines and social networks get the same price", expectPricesForMachines);

  test("[L-FACT-21] no page states an amount that is no fact of its service", expectNoOtherAmount);
});

describe("facts after a change of services and tiers", () => {
  let before: Service[];
  beforeAll(async () => {
    before = services;
    await app.query(
      `update visa_services set government_fee = case when government_fee = 0 then 0 else 6000 + display_order end,
         service_fee = 7000 + display_order, processing_time = 'after ' || display_order || ' tides',
         max_stay = display_order || ' moons', fee_recipient = 'the harbor'`,
    );
    await app.query(
      "update visa_pricing_tiers set government_fee = government_fee + 8000.25, service_fee = service_fee + 100",
    );
    services = await stored();
    await pageThat(app, "/services", ({ html }) => html.includes("after 14 tides"));
  });

  test("[L-FACT-1, L-FACT-3, L-FACT-9] every place shows the new price and time", expectSingleFact);
  test("[L-FACT-7] structured data and meta tags show the new price", expectPricesForMachines);
  test("[L-FACT-21] no page shows a former amount", expectNoOtherAmount);

  test("[L-FACT-21] no page shows a former time or stay of the eVisa", async () => {
    const former = before.find(({ slug }) => slug === "bahamian-evisa");
    for (const path of ["/", "/services", "/bahamian-evisa", "/visa/bahamian-evisa", "/faqs"]) {
      const { html } = await readPage(app, path);
      expect(html, path).not.toContain(former?.time);
      expect(html, path).not.toMatch(new RegExp(`(visits|stay) of up to ${former?.stay}|Up to ${former?.stay}, with`));
    }
  });
});

describe("office hours", () => {
  const contact = async () => textOfElement(part((await readPage(app, "/contact")).screen, "main").element);
  const answers = async () => (await readPage(app, "/faqs")).html;

  test("[L-FACT-13] the hours set by staff are the same on the page, in the FAQ answers and in structured data", async () => {
    expect(await contact()).toContain("Monday–Friday 9 am–5 pm Saturday 10 am–3 pm Sunday Closed");
    expect(await contact()).toContain("Nassau time (EST, in summer EDT)");
    expect(await answers()).toContain(
      "open Monday–Friday 9 am–5 pm and Saturday 10 am–3 pm, Nassau time (EST, in summer EDT), and closed on Sunday",
    );
    const hours = { monday: [["08:30", "12:00"]], friday: [["10:00", "16:00"]] };
    await app.query("update site_settings set value = $1 where key = 'office_hours'", [JSON.stringify(hours)]);
    await pageThat(app, "/contact", ({ html }) => html.includes("8:30 am"));
    expect(await answers()).toContain("Monday 8:30 am–12 pm and Friday 10 am–4 pm, Nassau time (EST, in summer EDT)");
    const block = blockOf(await readHead(app, "/contact"), "ProfessionalService");
    expect(block.openingHoursSpecification).toEqual([
      { "@type": "OpeningHoursSpecification", dayOfWeek: ["Monday"], opens: "08:30", closes: "12:00" },
      { "@type": "OpeningHoursSpecification", dayOfWeek: ["Friday"], opens: "10:00", closes: "16:00" },
    ]);
  });
});

describe("dates of checks, and licences to represent", () => {
  const path = "/visa/canadian-eta";
  const notes = ({ screen }: SentPage) => part(screen, "main");

  test("[L-FACT-16] a service names the day and source of its last check, and claims neither if they are not set", async () => {
    expect(notes(await readPage(app, path)).words).toContain("Please ask us for the fees in force today");
    await app.query(
      "update visa_services set checked_on = '2026-10-01', official_source = 'https://www.canada.ca/eta' where slug = 'canadian-eta'",
    );
    const page = await pageThat(app, path, ({ html }) => html.includes("canada.ca/eta"));
    expect(notes(page).words).toContain("Fees and rules checked on October 1, 2026 (official source)");
    expect(notes(page).getByRole("link", { name: "official source" }).getAttribute("href")).toBe(
      "https://www.canada.ca/eta",
    );
    expect(notes(page).words).not.toContain("Please ask us");
  });

  test("[L-FACT-17] a threshold is shown with its day and source once they are set", async () => {
    const words = ({ screen }: SentPage) => textOfElement(region(screen, "Permanent residency").element);
    expect(words(await readPage(app, "/bahamas-immigration"))).not.toContain("Checked on");
    await app.query("insert into site_settings (key, value) values ('thresholds', $1)", [
      JSON.stringify({ economic: { amount: 1_000_000, checkedOn: "2026-10-01", source: "https://gov.example/x" } }),
    ]);
    const page = await pageThat(app, "/bahamas-immigration", ({ html }) => html.includes("$1,000,000+"));
    expect(words(page)).toMatch(/\$1,000,000\+ in real estate Checked on October 1, 2026 \( ?official source ?\)/);
    expect(words(page)).toContain("$500,000+ in property");
  });

  test("[L-FACT-18] a post or question about rules says when they were checked, or asks to check them", async () => {
    const note = "Please check the official source before you pay";
    const post = "/blog/canada-eta-or-visitor-visa";
    expect((await readPage(app, post)).html).toContain(note);
    const questions = await readPage(app, "/faqs");
    const answer = (name: string) =>
      textOfElement(screenOf(questions.html).getByText(name).closest("details") ?? new Element());
    expect(answer("How long must my passport be valid?")).toContain(note);
    expect(answer("Which cards do you accept?")).not.toContain(note);
    await app.query("update blog_posts set checked_on = '2026-10-01' where slug = 'canada-eta-or-visitor-visa'");
    const checked = await pageThat(app, post, ({ html }) => html.includes("Checked on October 1, 2026"));
    expect(checked.html).not.toContain(note);
  });

  test("[L-FACT-20] a licence is shown in the footer, on about and in structured data, and without one the applicant files", async () => {
    expect(notes(await readPage(app, path)).words).toContain("You file with IRCC in your own account");
    for (const [at, text] of await everything()) expect(text, at).not.toMatch(/\bwe (submit|file)[^.]{0,40}IRCC/i);
    await app.query("insert into site_settings (key, value) values ('licences', $1)", [
      JSON.stringify([{ authority: "RCIC", number: "R500001", name: "Ann Rolle" }]),
    ]);
    const page = await pageThat(app, path, ({ html }) => html.includes("R500001"));
    expect(notes(page).words).toContain("Ann Rolle, RCIC R500001, may represent you before IRCC.");
    const about = await readPage(app, "/about");
    expect(textOfElement(part(about.screen, "contentinfo").element)).toContain("Ann Rolle, RCIC R500001");
    expect(textOfElement(part(about.screen, "main").element)).toContain("Ann Rolle, RCIC R500001");
    expect(blockOf(await readHead(app, "/about"), "ProfessionalService").hasCredential).toMatchObject([
      { identifier: "R500001", name: "Ann Rolle", recognizedBy: { name: "RCIC" } },
    ]);
  });
});

test("[L-FACT-11] no page promises a reply within 24 hours or a day", async () => {
  for (const [path, text] of await everything()) {
    const pageText = text
      // Ignore a page's scripts, but not structured data.
      .replace(/<script(?![^>]*ld\+json)[^>]*>.*?<\/script>/gs, " ")
      .replace(/<[^>]+>/g, " ")
      .replaceAll(/up to 24 hours|(leave|flight) within 24 hours|for 24 hours|24 hours airside/gi, "");
    expect(pageText, path).not.toMatch(/(answer|reply|back to you|response)[^.]{0,30}24 hours|within a day\b/i);
  }
});
