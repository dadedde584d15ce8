import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { defaultMetadata } from "~/content/texts/default-metadata";
import { defaultFigures, figureNames } from "~/content/texts/figures";
import { hrefs, linesOf, pageThat, part, readPage, region, textOfElement } from "../../harness/page-text";
import { inside } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

// How figures, ranges and claims are worded, on whatever is sent for a public address.
const app = await sharedApp();
const pages: [path: string, lines: string[]][] = await everything();

async function everything(): Promise<typeof pages> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => address.replace(app.url, "") || "/");
  const services = await app.query<{ id: string }>("select id from visa_services where is_active");
  const more = [
    "/apply/start",
    "/newsletter",
    "/verify",
    "/newsletter/confirm",
    "/consultation/confirm",
    "/newsletter/unsubscribe",
    "/reminders",
    "/no-such-page",
  ];
  const paths = [...listed, ...more, ...services.map(({ id }) => `/apply?service=${id}`)];
  const all: typeof pages = [["/blog/feed.xml", await feedLines()]];
  for (const path of paths) {
    const { status, html } = await readPage(app, path);
    // Without the token of a mail there is nothing to confirm or to end.
    expect(status, path).toBe(/no-such|confirm|unsubscribe|reminders/.test(path) ? 404 : 200);
    all.push([path, linesOf(html)]);
  }
  return all;
}

/** The feed's texts, of which some are pages of their own. */
async function feedLines(): Promise<string[]> {
  const xml = await (await fetch(`${app.url}/blog/feed.xml`)).text();
  const { document } = new JSDOM(xml, { contentType: "text/xml" }).window;
  const leaves = [...document.querySelectorAll("*")].filter(({ childElementCount }) => childElementCount === 0);
  return leaves.flatMap(({ textContent }) => linesOf(`<p>${textContent ?? ""}</p>`));
}

/** The lines of all pages in which something stands, each with its page. */
const linesWith = (pattern: RegExp) =>
  pages.flatMap(([path, lines]) => lines.filter((line) => pattern.test(line)).map((line) => `${path}: ${line}`));

const day = "(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?s?";
/** An end of a range: a number, with what may stand before or after it, a time of day, or a day of the week. */
const from = `(?:\\d(?:[\\d.,:]*)(?: ?(?:am|pm|%|days?|weeks?|months?|years?))?|\\b${day})`;
const to = `(?:[$€£]?\\d|${day}\\b)`;

/** Addresses, dates and numbers of applications are none. */
const wrong = new RegExp(
  `(?<![\\w/-])(?!\\d{4}-\\d\\d-\\d\\d)(?:US)?[$€£]?${from}(?:-|\\s+[-–—]\\s*|[–—]\\s+)${to}`,
  "i",
);

describe("[L-FACT-14] ranges with an en dash and no spaces", () => {
  test.each([
    ...["7-14 days", "ages 6-11", "$100-$200", "US$5-7", "9 am-5 pm", "9-5", "Mon-Fri", "Monday-Friday", "9:30-11"],
    ...["7 - 14 days", "7 – 14 days", "7– 14", "Monday – Friday", "9 am – 5 pm", "5 —7", "7 days-2 weeks"],
  ])("the pattern finds %s", (range) => {
    expect(range).toMatch(wrong);
    expect(`Often ${range}, by mail`).toMatch(wrong);
  });

  test.each([
    ...["7–14 days", "Child 6–11", "$65–$4,700", "9 am–5 pm", "Monday–Friday", "30-minute", "24-hour", "F-1", "DS-160"],
    ...["I-901", "e-visa", "+1 242 555 0142", "90/180-day", "BV26-K7QM-4TXP", "2026-10-01", "Saturday – we are open"],
  ])("the pattern ignores %s", (text) => {
    expect(text).not.toMatch(wrong);
  });

  test("every range on the pages, in heads, data and the feed is written correctly", () => {
    expect(pages.length).toBeGreaterThan(50);
    expect(linesWith(/\d–\d/).length).toBeGreaterThan(60);
    expect(linesWith(wrong)).toEqual([]);
  });
});

describe("[L-FACT-10] the average processing time", () => {
  test("every average is stated for visitor visas", () => {
    const averages = linesWith(/\baverage\b.*\d–\d|\d–\d.*\baverage\b/i);
    expect(averages.filter((line) => line.startsWith("/: ")).join()).toContain(
      "from 7–14 days average processing for visitor visas",
    );
    expect(averages.filter((line) => line.startsWith("/faqs: ")).join()).toContain(
      "Visitor visas take 7–14 days on average",
    );
    expect(
      averages.filter((line) => !/7–14 days average processing for visitor visas|Visitor visas take 7–14/.test(line)),
    ).toEqual([]);
    expect(linesWith(/\bour average|average (processing )?time/i)).toEqual([]);
  });
});

/** A text with the delivered figures that it names. */
const asDefault = (text: string): string =>
  figureNames
    .reduce((text, name) => text.replaceAll(`{figure:${name}}`, defaultFigures[name].value), text)
    .replaceAll("{response}", "one business day");

describe("[L-FACT-15] the approval rate", () => {
  const rate = /99\s?%/;
  const ofWhat = (years: string) =>
    new RegExp(
      `99% approval rate of the applications we filed${years}(?!, \\d{4})|Of the applications we filed${years}, 99% were`,
    );

  test("the rate is on home and about only, with its scope and years", () => {
    // Pages for which nothing is stored have the head of P-SEO-4, in which there is no year.
    const description = asDefault(defaultMetadata.description);
    const shown = linesWith(rate).filter((line) => !line.endsWith(description));
    expect(new Set(shown.map((line) => line.replace(/: .*/, "")))).toEqual(new Set(["/", "/about"]));
    expect(shown.filter((line) => !ofWhat(", 2010–2025").test(line))).toEqual([]);
    expect(description).toMatch(ofWhat(""));
    expect(asDefault(defaultMetadata.title)).not.toMatch(rate);
  });

  test.each([
    ['"2012–2026"', ", 2012–2026"],
    ["null", ""],
  ])("the rate states the years of the setting %s", async (value, years) => {
    await app.query("update site_settings set value = $1 where key = 'approval_period'", [value]);
    for (const path of ["/", "/about"]) {
      const now = ({ html }: { html: string }) => linesOf(html).filter((line) => rate.test(line));
      const page = await pageThat(app, path, (sent) => !sent.html.includes(years === "" ? "2012–2026" : "2010–2025"));
      expect(now(page).length, path).toBeGreaterThan(0);
      expect(
        now(page).filter((line) => !ofWhat(years).test(line)),
        path,
      ).toEqual([]);
      expect(page.html).not.toContain("{approval");
    }
  });

  test("the rate states no years without the setting", async () => {
    await app.query("delete from site_settings where key = 'approval_period'");
    const page = await readPage(app, "/about");
    expect(textOfElement(part(page.screen, "main").element)).toContain(
      "Of the applications we filed, 99% were approved.",
    );
  });
});

test.each([
  ["permit-to-reside", "Property Owner", "a year at a time", "Permanent Residence", "permanent-residence"],
  ["permanent-residence", "Annual", "the plan for a later certificate", "Permit to Reside", "permit-to-reside"],
])(
  "[L-FACT-19] the price of %s, %s, explains the difference and links to the other",
  async (slug, tier, how, otherName, its) => {
    const { screen } = await readPage(app, `/visa/${slug}`);
    const prices = inside(screen.getByRole("complementary", { name: "At a glance" }));
    const row = inside(prices.getAllByText(tier, { selector: "dt" })[0]?.parentElement ?? prices.element);
    expect(row.words).toContain(how);
    expect(row.getByRole("link", { name: otherName }).getAttribute("href")).toBe(`/visa/${its}`);
  },
);

test("[L-FACT-20] no page says that we submit to IRCC, and the Canadian pages say that the applicant does", () => {
  expect(linesWith(/\b(we|us)\b[^.]{0,60}\b(submit|file|lodge|send)\b[^.]{0,60}\b(IRCC|Canada)\b/i)).toEqual([]);
  const filedLines = linesWith(/^You file with IRCC in your own account/).map((line) => line.replace(/: .*/, ""));
  expect(filedLines).toEqual(expect.arrayContaining(["/visa/canadian-eta", "/visa/canadian-visitor-visa-trv"]));
});

test("[L-WORDS-2] the immigration page's button leads to the lowest price of each Bahamas service, with quotes below", async () => {
  const { screen } = await readPage(app, "/bahamas-immigration");
  const button = screen.getByRole("link", { name: "See prices" });
  expect(button.getAttribute("href")).toMatch(/^(\/bahamas-immigration)?#prices$/);
  const prices = region(screen, "Prices for the Bahamas");
  expect(prices.element.id).toBe("prices");
  const sold = await app.query<{ slug: string; lowest: number }>(
    `select slug, coalesce((select min(t.total_price) from visa_pricing_tiers t where service_id = s.id), s.total_price)::float as lowest
     from visa_services s join countries c on c.id = country_id where c.code = 'BS' and is_active`,
  );
  expect(sold.length).toBeGreaterThanOrEqual(4);
  for (const { slug, lowest } of sold) {
    const [line] = [...prices.element.querySelectorAll("li")].filter((item) =>
      item.querySelector(`a[href="/visa/${slug}"]`),
    );
    expect(textOfElement(line ?? prices.element), slug).toContain(`$${lowest.toLocaleString("en-US")}`);
  }
  const quote = prices.getByRole("heading", { name: "A quote for your case" });
  const below = hrefs(prices).filter((href) => /^(tel:|mailto:|https:\/\/wa\.me)/.test(href));
  expect(below).toHaveLength(3);
  const first = prices.element.querySelector('a[href^="tel:"]');
  expect(first && quote.compareDocumentPosition(first) & 4).toBeTruthy();
});
