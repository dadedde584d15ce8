import { beforeAll, describe, expect, test } from "vitest";
import { fetchUncached, readPage as readHead } from "../../harness/page";
import {
  articles,
  headings,
  hrefs,
  pageThat,
  part,
  readPage,
  region,
  type SentPage,
  textOfElement,
} from "../../harness/page-text";
import { inside } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();

type Column = { name: string; type: string; precision: number | null; scale: number | null };
const columnsOf = (table: string) =>
  app.query<Column>(
    `select column_name as name, data_type as type, numeric_precision as precision, numeric_scale as scale
     from information_schema.columns where table_name = $1`,
    [table],
  );
const expectColumns = async (table: string, names: string) =>
  expect((await columnsOf(table)).map(({ name }) => name)).toEqual(expect.arrayContaining(names.split(" ")));

describe("the tables of the catalogue", () => {
  test("[P-SERV-7] a country has a name, a code and a flag, and every service shows its country's name", async () => {
    await expectColumns("countries", "id name code flag_emoji");
    const rows = await app.query<{ name: string; country: string }>(
      `select s.service_name as name, c.name as country from visa_services s join countries c on c.id = s.country_id
       where is_active order by 1`,
    );
    const { screen } = await readPage(app, "/services");
    const cards = articles(region(screen, "All visa services")).map(({ element }) => textOfElement(element));
    expect(cards).toHaveLength(rows.length);
    for (const [index, { name, country }] of rows.entries()) expect(cards[index]).toContain(`${country} ${name}`);
  });

  test("[P-DETAIL-15] a service has the specified columns", () =>
    expectColumns(
      "visa_services",
      "id slug service_name service_type description overview entry_type processing_time max_stay validity_period total_price is_active is_featured",
    ));

  test("[P-DETAIL-16] a service has its lists, including one of processing times", async () => {
    await expectColumns(
      "visa_services",
      "requirements eligibility_criteria application_steps faqs important_notes processing_times",
    );
    const [shapes] = await app.query(
      `select application_steps->0 ?& array['step', 'title', 'description'] as steps, faqs->0 ?& array['question', 'answer'] as faqs,
              processing_times->0 ?& array['label', 'time'] as times from visa_services where slug = 'bahamas-work-visa'`,
    );
    expect(shapes).toEqual({ steps: true, faqs: true, times: true });
  });

  test("[P-DETAIL-17] a tier has the specified columns", () =>
    expectColumns("visa_pricing_tiers", "service_id tier_name description total_price display_order"));

  test("[P-DETAIL-18] prices are numeric(10,2) and in USD", async () => {
    for (const table of ["visa_services", "visa_pricing_tiers"])
      expect((await columnsOf(table)).find(({ name }) => name === "total_price")).toMatchObject({
        type: "numeric",
        precision: 10,
        scale: 2,
      });
    const { screen } = await readPage(app, "/visa/us-travel-b1-b2-visa");
    expect(textOfElement(part(screen, "complementary").element)).toContain("$385 USD");
  });
});

describe("the grid of services", () => {
  let active: { name: string; code: string }[];
  let all: SentPage;
  const grid = ({ screen }: SentPage) => headings(part(screen, "main"), 3);
  const filter = ({ screen }: SentPage) => inside(screen.getByRole("navigation", { name: "Filter by country" }));
  const chosen = (page: SentPage) =>
    filter(page)
      .getAllByRole("link")
      .filter((link) => link.getAttribute("aria-current"))
      .map(textOfElement);
  const expectOnly = (page: SentPage, code: string, country: string) => {
    expect(grid(page)).toEqual(active.filter((row) => row.code === code).map(({ name }) => name));
    expect(chosen(page)).toEqual([country]);
  };

  /** Where an old address leads, and the page that stands there. */
  const led = async (address: string) => {
    const { status, headers } = await fetchUncached(app, address, {});
    expect(status, address).toBe(301);
    const path = headers.get("location") ?? "";
    return { path, page: await readPage(app, path) };
  };

  beforeAll(async () => {
    await app.query("update visa_services set is_active = false where slug = 'jamaica-visitor-visa'");
    active = await app.query(
      "select service_name as name, c.code from visa_services s join countries c on c.id = s.country_id where is_active order by service_name",
    );
    all = await pageThat(app, "/services", ({ html }) => !html.includes("Jamaica Visitor Visa"));
  });

  test("[P-SERV-1] the grid shows every active service and no other, by name", () => {
    expect(active.length).toBeGreaterThan(10);
    expect(grid(all)).toEqual(active.map(({ name }) => name));
  });

  test("[P-SERV-2] the filter lists all countries by name", async () => {
    const countries = await app.query<{ name: string }>("select name from countries order by name");
    const links = filter(all).getAllByRole("link").map(textOfElement);
    expect(links).toEqual(["All Countries", ...countries.map(({ name }) => name)]);
  });

  test("[P-SERV-3, P-SHELL-19] the grid starts with all countries, and a country's link shows only its services", async () => {
    expect(chosen(all)).toEqual(["All Countries"]);
    const link = filter(all).getByRole("link", { name: "United Kingdom" });
    expectOnly(await readPage(app, link.getAttribute("href") ?? ""), "GB", "United Kingdom");
    // Asking once leaves nothing behind: a fresh load shows the defaults.
    expect(grid(await readPage(app, "/services"))).toHaveLength(active.length);
  });

  test.each([
    ["usa", "US", "United States"],
    ["canada", "CA", "Canada"],
    ["uk", "GB", "United Kingdom"],
    ["gbr", "GB", "United Kingdom"],
    ["Us", "US", "United States"],
    ["BHS", "BS", "Bahamas"],
  ])("[P-SERV-4, L-SEO-3] country=%s redirects permanently to the page of %s", async (param, code, name) => {
    const { path, page } = await led(`/services?country=${param}`);
    expect(path).toBe(`/services/${name.toLowerCase().replace(" ", "-")}`);
    expectOnly(page, code, name);
  });

  test("[P-SERV-5] the footer's three countries are selected in the filter of the pages they link to", async () => {
    for (const [param, code, name] of [
      ["usa", "US", "United States"],
      ["canada", "CA", "Canada"],
      ["uk", "GB", "United Kingdom"],
    ] as const) {
      const path = `/services?country=${param}`;
      expect(hrefs(part(all.screen, "contentinfo"))).toContain(path);
      expectOnly((await led(path)).page, code, name);
    }
  });

  test.each([
    ["/services/jamaica", "Jamaica"],
    ["/services?country=atlantis", undefined],
  ])("[P-SERV-6, L-SEO-3, L-SEO-4] a country without services %s says so and is not indexed", async (path, country) => {
    const page = await readPage(app, path);
    expect(part(page.screen, "main").words).toContain("No services found for the selected country.");
    expect(articles(part(page.screen, "main"))).toEqual([]);
    expect(chosen(page)).toEqual(country ? [country] : []);
    expect((await readHead(app, path)).meta.robots).toContain("noindex");
  });

  test("[L-SEO-2, L-SEO-4] the sitemap has a page for each country with services and for no other", async () => {
    const sitemap = await (await fetchUncached(app, "/sitemap.xml", {})).text();
    const listed = [...sitemap.matchAll(/<loc>[^<]*(\/services\/[^<]+)<\/loc>/g)].map(([, path]) => path);
    const served = await app.query<{ name: string; code: string }>(
      "select name, code from countries c where exists (select from visa_services where country_id = c.id and is_active)",
    );
    const pathOf = (name: string) => `/services/${name.toLowerCase().replaceAll(" ", "-")}`;
    expect(listed.toSorted()).toEqual(served.map(({ name }) => pathOf(name)).toSorted());
    for (const { name, code } of served) {
      const path = pathOf(name);
      const head = await readHead(app, path);
      expect([head.status, head.canonical, head.headings.length], path).toEqual([200, app.url + path, 1]);
      expect(
        [head.title, head.headings[0]].filter((text) => !text?.includes(name)),
        path,
      ).toEqual([]);
      expect(head.meta.description, path).toContain(name);
      expect(head.meta.robots, path).not.toContain("noindex");
      const page = await readPage(app, path);
      expectOnly(page, code, name);
      expect(part(page.screen, "main").words).toContain("is a private consultancy and not a government agency.");
    }
  });

  test("[L-SEO-4, P-EVISA-9] an unknown country gets 404, and the eVisa's old URL still redirects to its page", async () => {
    const missing = await readHead(app, "/services/atlantis");
    expect([missing.status, missing.canonical]).toEqual([404, ""]);
    expect(missing.meta.robots).toContain("noindex");
    const moved = await fetchUncached(app, "/services/bahamian-evisa", {});
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/bahamian-evisa"]);
  });
});

describe("a service page", () => {
  const path = "/visa/us-travel-b1-b2-visa";
  let row: { id: string; name: string } | undefined;
  let page: SentPage;
  const listed = (name: string) => region(page.screen, name).getAllByRole("listitem").map(textOfElement);
  const side = (of = page) => inside(of.screen.getByRole("complementary", { name: "At a glance" }));
  beforeAll(async () => {
    [row] = await app.query(
      `update visa_services set overview = 'An overview of the tide.', eligibility_criteria = array['You can swim', 'You can float'],
         requirements = array['A towel', 'A hat', 'A map', 'A boat'], important_notes = array['Mind the reef'],
         processing_time = '3 tides', max_stay = '12 moons', validity_period = '2 seasons', entry_type = 'Multiple Entry',
         application_steps = '[{"step":2,"title":"Sail","description":"With the wind."},{"step":1,"title":"Board","description":"Bring the towel."}]',
         processing_times = '[{"label":"By sail","time":"3 tides"},{"label":"By oar","time":"9 tides"}]'
       where slug = 'us-travel-b1-b2-visa' returning id, service_name as name`,
    );
    page = await pageThat(app, path, ({ html }) => html.includes("overview of the tide"));
  });

  test("[P-DETAIL-1] the heading is the service's name, followed by its overview", () => {
    expect(headings(page.screen, 1)).toEqual([row?.name]);
    expect(region(page.screen, "Overview").words).toContain("An overview of the tide.");
  });

  test("[P-DETAIL-2] the page names who the visa is for and which documents to bring", () => {
    expect(listed("Who it is for")).toEqual(["You can swim", "You can float"]);
    for (const [index, text] of ["A towel", "A hat", "A map", "A boat"].entries())
      expect(listed("What you need")[index]).toContain(text);
  });

  test("[P-DETAIL-3] the steps are listed by their numbers", () => {
    const [first, second, ...more] = listed("How it works");
    expect([first, second, more]).toEqual(["01 Board Bring the towel.", "02 Sail With the wind.", []]);
  });

  test("[P-DETAIL-6] Apply Now in the sidebar starts an application for this service", () => {
    const link = side().getByRole("link", { name: /^Apply Now/ });
    expect(link.getAttribute("href")).toBe(`/apply?service=${row?.id}`);
  });

  test("[P-DETAIL-7] the sidebar shows processing time, stay, validity and entries at a glance", () => {
    expect(textOfElement(side().element)).toContain(
      "Processing time 3 tides Max stay 12 moons Validity period 2 seasons Entry type Multiple Entry",
    );
  });

  test("[P-DETAIL-10] the page shows the service's notes", () => {
    expect(listed("Important notes")).toEqual(["Mind the reef"]);
  });

  test("[P-DETAIL-11] several processing times are listed, and a single one is not", async () => {
    expect(region(page.screen, "Processing times").getAllByRole("term").map(textOfElement)).toEqual(
      expect.arrayContaining(["By sail", "By oar"]),
    );
    await app.query(
      `update visa_services set processing_times = '[{"label":"By sail","time":"3 tides"}]' where slug = 'us-travel-b1-b2-visa'`,
    );
    const updated = await pageThat(app, path, ({ html }) => !html.includes("By oar"));
    expect(updated.screen.queryByRole("heading", { name: "Processing times" })).toBeNull();
  });
});

test("[P-DETAIL-8, P-DETAIL-9] the page shows the tiers in their order, or the single price", async () => {
  const path = "/visa/uk-visitor-visa";
  const side = ({ screen }: SentPage) => textOfElement(screen.getByRole("complementary", { name: "At a glance" }));
  const [{ id } = { id: "" }] = await app.query<{ id: string }>(
    "select id from visa_services where slug = 'uk-visitor-visa'",
  );
  await app.query("delete from visa_pricing_tiers where service_id = $1", [id]);
  const single = side(await pageThat(app, path, (page) => side(page).includes("$400 USD")));
  expect(single).not.toContain("Lighthouse");
  await app.query(
    `insert into visa_pricing_tiers (service_id, tier_name, description, total_price, display_order)
     values ($1, 'Lighthouse', 'Seen from afar', 1234.50, 2), ($1, 'Buoy', 'Floats', 77, 1)`,
    [id],
  );
  const tiers = side(await pageThat(app, path, ({ html }) => html.includes("Lighthouse")));
  const unknown = "we confirm both fees before you pay";
  expect(tiers).toContain(
    `From $77 USD ${unknown} Buoy $77 ${unknown} Floats Lighthouse $1,234.50 ${unknown} Seen from afar`,
  );
  expect(tiers).not.toContain("$400 USD");
});

test("[P-DETAIL-12] a missing or inactive service gets 404 with a link to the others", async () => {
  await app.query("update visa_services set is_active = false where slug = 'canadian-eta'");
  await pageThat(app, "/visa/canadian-eta", ({ status }) => status === 404);
  for (const slug of ["no-such-visa", "canadian-eta"]) {
    const { status, screen } = await readPage(app, `/visa/${slug}`);
    expect([status, headings(screen, 1)], slug).toEqual([404, ["Visa Service Not Found"]]);
    expect(hrefs(part(screen, "main"))).toContain("/services");
  }
});
