import { beforeAll, expect, test } from "vitest";
import { headings, hrefs, pageThat, readPage, section, textOf } from "../harness/page-text";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";

let program: Program;
beforeAll(async () => {
  program = await sharedProgram();
});

type Column = { name: string; type: string; precision: number | null; scale: number | null };
const columnsOf = (table: string) =>
  program.query<Column>(
    `select column_name as name, data_type as type, numeric_precision as precision, numeric_scale as scale
     from information_schema.columns where table_name = $1`,
    [table],
  );
const names = (columns: readonly Column[]) => columns.map(({ name }) => name);
const filterOf = (html: string) => html.slice(html.indexOf('aria-label="Filter by country"')).split("</nav>")[0] ?? "";
const grid = (html: string) => headings(section(html, "results"), 3);

test("[P-SERV-7, P-DETAIL-15, P-DETAIL-16, P-DETAIL-17, P-DETAIL-18] the tables are those that were promised", async () => {
  expect(names(await columnsOf("countries"))).toEqual(expect.arrayContaining(["id", "name", "code", "flag_emoji"]));
  const services = await columnsOf("visa_services");
  expect(names(services)).toEqual(
    expect.arrayContaining(
      "id slug service_name service_type description overview entry_type processing_time max_stay validity_period total_price is_active is_featured requirements eligibility_criteria application_steps faqs important_notes processing_times".split(
        " ",
      ),
    ),
  );
  const [shapes] = await program.query(
    `select application_steps->0 ?& array['step', 'title', 'description'] as steps, faqs->0 ?& array['question', 'answer'] as faqs,
            jsonb_typeof(processing_times) as times from visa_services where slug = 'bahamas-work-visa'`,
  );
  expect(shapes).toEqual({ steps: true, faqs: true, times: "object" });
  const tiers = await columnsOf("visa_pricing_tiers");
  expect(names(tiers)).toEqual(
    expect.arrayContaining(["service_id", "tier_name", "description", "total_price", "display_order"]),
  );
  for (const columns of [services, tiers])
    expect(columns.find(({ name }) => name === "total_price")).toMatchObject({
      type: "numeric",
      precision: 10,
      scale: 2,
    });
  // Each service comes with its country: the card of every one in the grid names it.
  const { html } = await readPage(program, "/services");
  const rows = await program.query<{ name: string; country: string }>(
    "select s.service_name as name, c.name as country from visa_services s join countries c on c.id = s.country_id where is_active order by 1",
  );
  const cards = section(html, "results").split("<article").slice(1).map(textOf);
  for (const [index, { name, country }] of rows.entries()) expect(cards[index]).toContain(`${country} ${name}`);
  expect(textOf((await readPage(program, "/visa/us-travel-b1-b2-visa")).html)).toMatch(/\$385 ?USD/);
});

test("[P-SERV-1, P-SERV-2, P-SERV-3, P-SERV-4, P-SERV-5, P-SERV-6, P-SHELL-19] the grid and its country filter, by address alone", async () => {
  await program.query("update visa_services set is_active = false where slug = 'jamaica-visitor-visa'");
  const countries = await program.query<{ name: string }>("select name from countries order by name");
  const active = await program.query<{ name: string; code: string }>(
    "select service_name as name, c.code from visa_services s join countries c on c.id = s.country_id where is_active order by service_name",
  );
  const { html } = await pageThat(program, "/services", (page) => !page.text.includes("Jamaica Visitor Visa"));
  expect(grid(html)).toEqual(active.map(({ name }) => name));
  const links = filterOf(html)
    .split("<a ")
    .slice(1)
    .map((link) => textOf(`<a ${link}`).trim());
  expect(links).toEqual(["All Countries", ...countries.map(({ name }) => name)]);
  const chosen = (page: string) =>
    textOf(
      `<a ${filterOf(page)
        .split("<a ")
        .find((link) => link.includes("aria-current"))}`,
    ).trim();
  expect(chosen(html)).toBe("All Countries");

  for (const [param, code, name] of [
    ["usa", "US", "United States"],
    ["canada", "CA", "Canada"],
    ["uk", "GB", "United Kingdom"],
    ["gbr", "GB", "United Kingdom"],
    ["Us", "US", "United States"],
    ["BHS", "BS", "Bahamas"],
  ]) {
    const page = await readPage(program, `/services?country=${param}`);
    expect(grid(page.html), param).toEqual(active.filter((row) => row.code === code).map((row) => row.name));
    expect(chosen(page.html), param).toBe(name);
  }
  for (const param of ["jamaica", "jm", "atlantis"]) {
    const page = await readPage(program, `/services?country=${param}`);
    expect(page.text, param).toContain("No services found for the selected country.");
    expect(grid(page.html).filter((title) => title.endsWith("Visa"))).toEqual([]);
  }
  // Asking once leaves nothing behind: a fresh load shows the defaults.
  expect(grid((await readPage(program, "/services")).html)).toHaveLength(active.length);
});

test("[P-DETAIL-1, P-DETAIL-2, P-DETAIL-3, P-DETAIL-6, P-DETAIL-7, P-DETAIL-10, P-DETAIL-11] a service says all that is stored of it", async () => {
  const [row] = await program.query<Record<string, string & string[] & { title: string; description: string }[]>>(
    `update visa_services set overview = 'An overview of the tide.', eligibility_criteria = array['You can swim', 'You can float'],
       requirements = array['A towel', 'A hat', 'A map', 'A boat'], important_notes = array['Mind the reef'],
       processing_time = '3 tides', max_stay = '12 moons', validity_period = '2 seasons', entry_type = 'Multiple Entry',
       application_steps = '[{"step":2,"title":"Sail","description":"With the wind."},{"step":1,"title":"Board","description":"Bring the towel."}]',
       processing_times = '{"By sail":"3 tides","By oar":"9 tides"}'
     where slug = 'us-travel-b1-b2-visa' returning id, service_name as name`,
  );
  const { html, text } = await pageThat(program, "/visa/us-travel-b1-b2-visa", (page) =>
    page.text.includes("overview of the tide"),
  );
  expect(headings(html, 1)).toEqual([row?.name]);
  for (const words of ["You can swim", "You can float", "A towel", "A hat", "A map", "A boat", "Mind the reef"])
    expect(text).toContain(words);
  expect(text).toMatch(/01 Board Bring the towel\. 02 Sail With the wind\./);
  expect(text).toMatch(/Processing time 3 tides Max stay 12 moons Validity period 2 seasons Entry type Multiple Entry/);
  const side = html.slice(html.indexOf("<aside")).split("</aside>")[0] ?? "";
  expect(side).toMatch(new RegExp(`href="/apply\\?service=${row?.id}"[^>]*>.*Apply Now`, "s"));
  expect(textOf(side)).toMatch(/Processing times By (sail|oar)/);
  await program.query(
    `update visa_services set processing_times = '{"By sail":"3 tides"}' where slug = 'us-travel-b1-b2-visa'`,
  );
  await pageThat(program, "/visa/us-travel-b1-b2-visa", (page) => !page.text.includes("Processing times"));
});

test("[P-DETAIL-8, P-DETAIL-9] tiers in their order, or the one price", async () => {
  const path = "/visa/uk-visitor-visa";
  const [{ id } = { id: "" }] = await program.query<{ id: string }>(
    "select id from visa_services where slug = 'uk-visitor-visa'",
  );
  await program.query("delete from visa_pricing_tiers where service_id = $1", [id]);
  const single = await pageThat(program, path, (page) => page.text.includes("$400 USD"));
  expect(single.text).not.toContain("Lighthouse");
  await program.query(
    `insert into visa_pricing_tiers (service_id, tier_name, description, total_price, display_order)
     values ($1, 'Lighthouse', 'Seen from afar', 1234.50, 2), ($1, 'Buoy', 'Floats', 77, 1)`,
    [id],
  );
  const tiers = await pageThat(program, path, (page) => page.text.includes("Lighthouse"));
  expect(tiers.text).toMatch(/Buoy \$77 Floats Lighthouse \$1,234\.50 Seen from afar/);
  expect(tiers.text).not.toContain("$400 USD");
});

test("[P-EVISA-2, P-EVISA-3, P-EVISA-4, P-EVISA-5, P-EVISA-6, P-EVISA-7, P-EVISA-8, P-EVISA-9] the e-visa's page states its facts", async () => {
  const moved = await fetch(`${program.url}/services/bahamian-evisa`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/bahamian-evisa"]);
  const { html, text } = await readPage(program, "/bahamian-evisa");
  for (const words of [
    /5-7 business days/,
    /\$299 plus a government fee that you pay directly/,
    /Single entry/,
    /Maximum stay 90 days/,
  ])
    expect(text).toMatch(words);
  expect(headings(html, 2)).toEqual(
    expect.arrayContaining(["What the e-visa is", "Who needs it", "Required documents", "What the service includes"]),
  );
  expect(headings(section(html, "documents"), 3)).toEqual([
    "Passport valid at least 6 months",
    "Photograph",
    "Travel itinerary",
    "Proof of accommodation",
    "Proof of funds",
    "Return or onward ticket",
  ]);
  expect(headings(section(html, "process"), 3)).toHaveLength(4);
  const [{ id } = { id: "" }] = await program.query<{ id: string }>(
    "select id from visa_services where slug = 'bahamian-evisa'",
  );
  expect(hrefs(html)).toContain(`/apply?service=${id}`);
});
