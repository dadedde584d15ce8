import { expect, test } from "vitest";
import { pageThat } from "../../harness/page-text";
import { screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

type Facts = { slug: string; time: string; stay: string; validity: string };
type Amount = { amount: string };

const amounts = async () => {
  const rows = await app.query<Amount>(
    `select distinct to_char(n, 'FM$999,990.99') as amount from visa_services s left join visa_pricing_tiers t on t.service_id = s.id,
       unnest(array[s.total_price, s.service_fee, s.government_fee, t.total_price, t.service_fee, t.government_fee]) n
     where n > 0 and s.is_active`,
  );
  return rows.map(({ amount }) => amount.replace(/\.0*$/, ""));
};

/** Every address of the sitemap and where applications start, the feed, and what each says. */
async function everything(): Promise<Map<string, string>> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, to = ""]) => to.replace(app.url, "") || "/");
  const starts = before.flatMap(({ slug }) => [`/visa/${slug}`, `/apply?service=${slug}`]);
  const paths = new Set([...listed, ...starts, "/apply", "/apply/start", "/newsletter", "/blog/feed.xml"]);
  const texts = new Map<string, string>();
  for (const path of paths) {
    const response = await fetch(app.url + path);
    expect(response.status, path).toBe(200);
    const text = await response.text();
    texts.set(path, path.endsWith(".xml") ? text : everyWordOf(text));
  }
  return texts;
}

/** The words of a page with its title, descriptions and structured data. */
function everyWordOf(html: string): string {
  const hidden = html.match(/<title>[^<]*|content="[^"]*"|<script type="application\/ld\+json">.*?<\/script>/gs) ?? [];
  return [screenOf(html).words, ...hidden].join("\n").replaceAll("&#x27;", "'");
}

const app = await sharedApp();
const before: Facts[] = await app.query(
  "select slug, processing_time as time, max_stay as stay, validity_period as validity from visa_services where is_active",
);
await app.query(
  `update visa_services set processing_time = 'after ' || display_order || ' tides', max_stay = display_order || ' moons',
       validity_period = display_order || ' suns', processing_times = '[]'`,
);
const earlier = await amounts();
await app.query("update visa_services set service_fee = service_fee + 9007");
await app.query("update visa_pricing_tiers set service_fee = service_fee + 9007");
const today = new Set(await amounts());
/** The prices and our own fees of before, none of which is one of today. */
const formerAmounts = earlier.filter((amount) => !today.has(amount));
await app.query("update site_settings set value = $1 where key = 'office_hours'", [
  JSON.stringify({ tuesday: [["11:10", "12:40"]] }),
]);
await pageThat(app, "/contact", ({ html }) => html.includes("11:10 am"));

/** The average of all visitor visas is a claim of its own (L-FACT-10), and happens to be the time of one of them. */
const withoutAverage = (text: string) =>
  text.replaceAll(/Visitor visas take 7–14 days on average|7–14 days\s*average processing/g, "");
const formerHours = ["–5 pm", " 10 am", "–3 pm", '"09:00"', "Monday–Friday"];

test("[L-FACT-21] after a change no page shows a service's former price, time, stay or validity, or former hours", async () => {
  const texts = await everything();
  const found: string[] = [];
  for (const [path, all] of texts) {
    const text = withoutAverage(all);
    const own = before.find(({ slug }) => path === `/visa/${slug}` || path === `/apply?service=${slug}`);
    // Of another service's page the same words may be a fact of its own that is kept elsewhere.
    const former = own ? [own.time] : before.map(({ time }) => time);
    for (const formerValue of [...new Set(former), ...formerHours])
      if (text.includes(formerValue)) found.push(`${path}: ${formerValue}`);
    for (const [amount] of text.matchAll(/\$\d[\d,]*/g))
      if (formerAmounts.includes(amount.replace(/,$/, ""))) found.push(`${path}: ${amount}`);
    for (const { slug, stay, validity } of own ? [own] : [])
      for (const [word, phrase] of [
        ["stays?|visits?|visit of|stay of", stay],
        ["valid|validity|valid for", validity],
      ] as const)
        if (new RegExp(`\\b(${word})( of)?( for)?( up to)? ${phrase}`, "i").test(text))
          found.push(`${slug}: ${word} ${phrase}`);
  }
  expect(found).toEqual([]);
  expect(formerAmounts.length).toBeGreaterThan(10);
  for (const { slug } of before)
    for (const path of [`/visa/${slug}`, "/services"]) expect(texts.get(path), path).toMatch(/after \d+ tides/);
});
