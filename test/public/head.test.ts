import { expect, test } from "vitest";
import { startApp } from "../harness/app-server";
import { cachedPaths } from "../harness/browser/public-paths";
import { blockOf, readPage } from "../harness/page";

const origin = "https://visas.example";

const app = await startApp({ PUBLIC_URL: origin });

const pages = [...cachedPaths, "/visa/us-travel-b1-b2-visa", "/blog/proof-of-funds-an-officer-can-read"];

test("[P-SEO-1] every page has its own title, description, URL and structured data", async () => {
  const read = await Promise.all(pages.map((path) => readPage(app, path)));
  for (const [index, page] of read.entries()) {
    const path = pages[index] ?? "";
    expect(page.repeated, path).toEqual([]);
    expect(page.canonical, path).toBe(origin + path);
    expect(page.meta["og:url"], path).toBe(origin + path);
    expect(page.meta["og:image"], path).toMatch(/^https:\/\/visas\.example\/social\/.+\.png$/);
    expect(page.meta["twitter:card"], path).toBe("summary_large_image");
    expect(page.meta["twitter:title"], path).toBe(page.meta["og:title"]);
    expect(page.meta.description?.length, path).toBeGreaterThan(50);
    expect(page.data.length, path).toBeGreaterThan(0);
  }
  const titles = new Set(read.map((page) => page.title));
  const descriptions = new Set(read.map((page) => page.meta.description));
  const data = new Set(read.map((page) => JSON.stringify(page.data)));
  expect([titles.size, descriptions.size, data.size]).toEqual([pages.length, pages.length, pages.length]);
});

const stored = {
  title: "A stored title",
  description: "A stored description, long enough to be one.",
  keywords: "stored, words",
  og_title: "A title for friends",
  og_description: "A description for friends",
  og_image: "/pictures/stored.jpg",
  og_type: "profile",
  canonical_url: "/elsewhere",
  robots: "noindex, nofollow",
};

test.each(["/bahamas-immigration", "/bahamian-evisa", "/about", "/"])(
  "[P-SEO-2, P-IMMI-1, P-EVISA-1] the head of %s comes from its stored row",
  async (path) => {
    const data = { "@type": "WebPage", name: "</script><script>alert(1)</script>" };
    const [before] = await app.query("select * from seo_metadata where page_path = $1", [path]);
    const columns = Object.keys(stored);
    const set = columns.map((column, index) => `${column} = $${index + 3}`).join(", ");
    const write = (structuredData: unknown, row: object) =>
      app.query(`update seo_metadata set structured_data = $2, ${set} where page_path = $1`, [
        path,
        structuredData === null ? null : JSON.stringify(structuredData),
        ...columns.map((column) => Reflect.get(row, column)),
      ]);
    await write(data, stored);
    const page = await readPage(app, path);
    expect(page.title).toBe(`${stored.title} | Lucaya`);
    expect(page.meta).toMatchObject({
      description: stored.description,
      keywords: stored.keywords,
      robots: stored.robots,
      "og:title": stored.og_title,
      "og:description": stored.og_description,
      "og:image": `${origin}/pictures/stored.jpg`,
      "og:type": stored.og_type,
      "og:url": `${origin}/elsewhere`,
      "twitter:title": stored.og_title,
      "twitter:image": `${origin}/pictures/stored.jpg`,
    });
    expect(page.canonical).toBe(`${origin}/elsewhere`);
    // Stored values stay inside their own block.
    expect(blockOf(page, "WebPage")).toMatchObject({ "@context": "https://schema.org", name: data.name });
    expect(page.html).not.toContain("<script>alert(1)");
    await write(before?.structured_data ?? null, before ?? stored);
  },
);

test("[P-SEO-3] the metadata table has one row per path, with the specified columns", async () => {
  await expect(
    app.query("insert into seo_metadata (page_path, title, description) values ('/about', 'x', 'y')"),
  ).rejects.toThrow(/unique/);
  const columns = await app.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'seo_metadata'",
  );
  expect(columns.map((row) => row.column_name)).toEqual(
    expect.arrayContaining([
      ...Object.keys(stored),
      "page_path",
      "structured_data",
      "priority",
      "change_frequency",
      "updated_at",
    ]),
  );
});

test("[P-SEO-4] a page without stored metadata has the company's claims in its title and description", async () => {
  const [row] = await app.query("delete from seo_metadata where page_path = '/about' returning *");
  const page = await readPage(app, "/about");
  const text = `${page.title} ${page.meta.description}`;
  for (const claim of ["99%", "15+", "150+"]) expect(text).toContain(claim);
  expect(page.canonical).toBe(`${origin}/about`);
  expect(page.meta.robots).toBe("index, follow");
  expect(page.title).toBe(`${page.meta["og:title"]} | Lucaya`);
  await app.query("insert into seo_metadata select * from jsonb_populate_record(null::seo_metadata, $1::jsonb)", [
    JSON.stringify(row),
  ]);
});

test("[P-FAIL-3] metadata that can't be read is treated as missing, and the page is served", async () => {
  await app.query("alter table seo_metadata rename to seo_metadata_away");
  try {
    // Searches aren't cached.
    const page = await readPage(app, "/faqs?q=passport");
    expect(page.status).toBe(200);
    expect(page.title).toContain("15+ Years");
    expect(page.meta.description).toContain("150+ countries");
    expect(page.headings).toHaveLength(1);
  } finally {
    await app.query("alter table seo_metadata_away rename to seo_metadata");
  }
});

test("[L-SEO-6, L-SEO-8] the structured data of a service is offered in the Bahamas, with both fees in its price and each tier", async () => {
  const services = await app.query<{ slug: string; gov: string; own: string; total: string }>(
    "select slug, government_fee::text as gov, service_fee::text as own, total_price::text as total from visa_services where is_active",
  );
  const part = (name: string, price: string) => ({
    "@type": "UnitPriceSpecification",
    name,
    price,
    priceCurrency: "USD",
  });
  const offerDataOf = ({ gov, own, total }: { gov: string; own: string; total: string }) => ({
    ...{ "@type": "Offer", price: total, priceCurrency: "USD" },
    // A government fee paid elsewhere isn't a fee of zero.
    priceSpecification: [part("Service fee", own), ...(Number(gov) > 0 ? [part("Government fee", gov)] : [])],
  });
  for (const { slug, ...fees } of services) {
    const block = blockOf(await readPage(app, `/visa/${slug}`), "Service");
    expect(block.areaServed, slug).toEqual({ "@type": "Country", name: "Bahamas" });
    const tiers = await app.query<{ name: string; gov: string; own: string; total: string }>(
      `select tier_name as name, t.government_fee::text as gov, t.service_fee::text as own, t.total_price::text as total
       from visa_pricing_tiers t join visa_services s on s.id = service_id where slug = $1 order by t.display_order`,
      [slug],
    );
    const sums = tiers.map(({ total }) => Number(total));
    expect(block.offers, slug).toMatchObject(
      tiers.length === 0
        ? offerDataOf(fees)
        : {
            ...{ "@type": "AggregateOffer", offerCount: tiers.length, priceCurrency: "USD" },
            ...{ lowPrice: Math.min(...sums).toFixed(2), highPrice: Math.max(...sums).toFixed(2) },
            offers: tiers.map(({ name, ...tier }) => ({ name, ...offerDataOf(tier) })),
          },
    );
  }
});

test("[P-SEO-5, P-SEO-7] the head of a service comes from its row, with prices in USD", async () => {
  const path = "/visa/permit-to-reside";
  const found = await readPage(app, path);
  const all = blockOf(found, "Service").offers as { offers: Record<string, unknown>[] };
  expect(all).toMatchObject({ "@type": "AggregateOffer", lowPrice: "650.00", highPrice: "1500.00", offerCount: 4 });
  const { offers } = all;
  expect(offers.length).toBeGreaterThan(0);
  for (const offer of offers) expect(offer).toMatchObject({ "@type": "Offer", priceCurrency: "USD" });
  const tiers = await app.query<{ total_price: string }>(
    "select t.total_price from visa_pricing_tiers t join visa_services s on s.id = service_id where slug = $1 order by t.display_order",
    ["permit-to-reside"],
  );
  expect(offers.map(({ price }) => price)).toEqual(tiers.map((tier) => tier.total_price));

  await app.query(
    `update visa_services set meta_title = 'Its own title', meta_description = 'Its own description', meta_keywords = 'its, own',
       og_image = 'https://pictures.example/own.png', canonical_url = 'https://other.example/own',
       structured_data = '{"@type": "Service", "name": "As stored"}' where slug = 'permit-to-reside'`,
  );
  const page = await readPage(app, path);
  expect(page.title).toBe("Its own title | Lucaya");
  expect(page.meta).toMatchObject({
    description: "Its own description",
    keywords: "its, own",
    "og:image": "https://pictures.example/own.png",
  });
  expect(page.canonical).toBe("https://other.example/own");
  expect(page.data.filter((data) => data["@type"] === "Service")).toEqual([
    { "@context": "https://schema.org", "@type": "Service", name: "As stored" },
  ]);
});

test("[L-SEO-9] a service is a product with its amount in USD, the lowest if it has tiers", async () => {
  const sold = await app.query<{ slug: string; amount: string }>(
    `select slug, coalesce((select min(total_price) from visa_pricing_tiers t where t.service_id = s.id), total_price)::text
       as amount from visa_services s where is_active order by slug`,
  );
  const heads = await Promise.all(
    sold.map(async ({ slug }) => {
      const { meta } = await readPage(app, `/visa/${slug}`);
      return [slug, meta["og:type"], meta["product:price:amount"], meta["product:price:currency"]];
    }),
  );
  expect(heads.length).toBeGreaterThan(10);
  expect(heads).toEqual(sold.map(({ slug, amount }) => [slug, "product", amount, "USD"]));
  const { meta } = await readPage(app, "/about");
  expect([meta["og:type"], meta["product:price:amount"]]).toEqual(["website", undefined]);
});

test("[L-SEO-7] the business has its location, profiles and price range, and omits what is not set", async () => {
  const business = async (path: string) => blockOf(await readPage(app, path), "ProfessionalService");
  const defaults = await business("/about");
  expect([defaults.geo, defaults.sameAs]).toEqual([undefined, undefined]);
  expect(defaults.priceRange).toMatch(/^\$65–\$\d,\d{3}$/);
  const set = (key: string, value: unknown) =>
    app.query(
      "insert into site_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
      [key, JSON.stringify(value)],
    );
  await set("office_latitude", 25.0781);
  // One coordinate alone is no place.
  expect((await business("/about")).geo).toBeUndefined();
  await set("office_longitude", "-77.3431");
  await set("profiles", ["https://social.example/lucaya"]);
  await app.query("update visa_services set service_fee = 12, government_fee = 0 where slug = 'canadian-eta'");
  await app.query(
    "update visa_pricing_tiers set service_fee = 98765, government_fee = 0, total_price = 98765 where total_price = (select max(total_price) from visa_pricing_tiers)",
  );
  for (const path of ["/", "/about", "/contact"])
    expect(await business(path), path).toMatchObject({
      geo: { "@type": "GeoCoordinates", latitude: 25.0781, longitude: -77.3431 },
      sameAs: ["https://social.example/lucaya"],
      priceRange: "$12–$98,765",
    });
});

test("[P-SEO-6] the head of a post comes from its row", async () => {
  const path = "/blog/proof-of-funds-an-officer-can-read";
  await app.query(
    `update blog_posts set meta_title = 'A post''s title', meta_description = 'A post''s description', meta_keywords = 'a, post',
       og_image = '/own.png', canonical_url = 'https://other.example/post' where slug = 'proof-of-funds-an-officer-can-read'`,
  );
  const page = await readPage(app, path);
  expect(page.title).toBe("A post's title | Lucaya");
  expect(page.meta).toMatchObject({
    description: "A post's description",
    keywords: "a, post",
    "og:image": `${origin}/own.png`,
    "og:type": "article",
  });
  expect(page.canonical).toBe("https://other.example/post");
});

test("every page has one canonical URL, also with a filter, and searches and private pages are not indexed", async () => {
  for (const path of ["/blog?category=United+States", "/faqs?category=Fees", "/about?utm=x"]) {
    const page = await readPage(app, path);
    expect(page.canonical).toBe(`${origin}${path.replace(/\?.*/, "")}`);
    expect(page.meta.robots, path).not.toContain("noindex");
  }
  for (const path of ["/faqs?q=passport", "/forms?q=letter", "/apply/start", "/apply"])
    expect((await readPage(app, path)).meta.robots, path).toContain("noindex");
  for (const path of ["/apply", "/admin/login", "/application/resume"])
    expect((await fetch(app.url + path)).headers.get("x-robots-tag"), path).toContain("noindex");
});

test("other spellings of a URL redirect permanently to it, and never to another site", async () => {
  const moved = {
    "/About": "/about",
    "/about/": "/about",
    "/VISA/Bahamian-eVisa/?a=B": "/visa/bahamian-evisa?a=B",
    "//other.example/": "/other.example",
  };
  for (const [path, target] of Object.entries(moved)) {
    const { status, location } = await readPage(app, path);
    expect([status, location], path).toEqual([301, target]);
  }
  for (const path of ["/visa/none", "/blog/none", "/none"]) {
    const page = await readPage(app, path);
    expect(page.status, path).toBe(404);
    expect(page.meta.robots, path).toContain("noindex");
    expect(page.canonical, path).toBe("");
  }
});
