import { beforeAll, expect, test } from "vitest";
import { headings, hrefs, pageThat, readPage, section, textOf } from "../harness/page-text";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";
import { until, Visitor } from "../harness/visitor";

let program: Program;
beforeAll(async () => {
  program = await sharedProgram();
});

const footerOf = (html: string) => html.slice(html.lastIndexOf("<footer"));
const topBar = (html: string) =>
  textOf(html.slice(html.indexOf('aria-label="Contact and language"')).split("</section>")[0] ?? "");

test("[P-SHELL-1, P-SHELL-2, P-SHELL-3, P-SHELL-4, P-SHELL-21] the shell shows the settings, and the fallback of each that is missing", async () => {
  const columns = await program.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'site_settings'",
  );
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(["key", "value"]));
  const stored = await program.query<{ key: string }>("select key from site_settings");
  expect(stored.map(({ key }) => key)).toEqual(
    expect.arrayContaining(
      "contact_phone contact_email contact_location languages default_language whatsapp_phone apply_email address_line1 address_line2 admin_notification_email".split(
        " ",
      ),
    ),
  );
  const delivered = await readPage(program, "/");
  expect(topBar(delivered.html)).toMatch(/Language: English English Español Creole French/);
  expect(delivered.text).toContain("© 2025 Lucaya Visa & Immigration");

  const set = (key: string, value: unknown) =>
    program.query("update site_settings set value = $2 where key = $1", [key, JSON.stringify(value)]);
  await set("contact_phone", "+1 242 555 7001");
  await set("contact_email", "bridge@lucaya.example");
  await set("contact_location", "Marsh Harbour, Abaco");
  await set("languages", ["English", "Português"]);
  await set("default_language", "Português");
  await program.query(
    "insert into site_settings (key, value) values ('site_name', $1) on conflict (key) do update set value = excluded.value",
    [JSON.stringify("Abaco Papers")],
  );
  const changed = await pageThat(program, "/faqs", ({ text }) => text.includes("© 2025 Abaco Papers"));
  const bar = topBar(changed.html);
  for (const words of ["+1 242 555 7001", "bridge@lucaya.example", "Marsh Harbour, Abaco"])
    expect(bar).toContain(words);
  expect(bar).toMatch(/Language: Português English Português/);
  expect(bar).not.toContain("Español");

  await program.query("delete from site_settings where key <> 'admin_notification_email'");
  const bare = await pageThat(program, "/contact", ({ text }) => text.includes("Nassau, Bahamas"));
  expect(topBar(bare.html)).toMatch(
    /\+1 242 555 \d{4} \S+@\S+ Nassau, Bahamas Language: English English Español Creole French/,
  );
  expect(footerOf(bare.html)).toMatch(/WhatsApp.*\+1 242 555 \d{4}/s);
  expect(textOf(footerOf(bare.html))).toMatch(/\d+ [A-Z]\w+ Street Nassau, New Providence/);
  const visitor = new Visitor(program);
  const lost = async () => (await visitor.get("/apply/start")).text();
  expect(await lost()).toContain('href="mailto:apply@lucaya.example"');
  await program.query("insert into site_settings (key, value) values ('apply_email', $1)", [
    JSON.stringify("papers@lucaya.example"),
  ]);
  await until("another address for applications", async () => (await lost()).includes("mailto:papers@lucaya.example"));
});

test("[P-SHELL-9, P-SHELL-10, P-SHELL-11, P-SHELL-12, P-SHELL-13, P-SHELL-15] every page ends with the footer, and breadcrumbs begin with Home", async () => {
  const [{ slug } = { slug: "" }] = await program.query<{ slug: string }>(
    "select slug from visa_services where is_active limit 1",
  );
  const [{ post } = { post: "" }] = await program.query<{ post: string }>(
    "select slug as post from blog_posts where published limit 1",
  );
  for (const path of [
    "/",
    "/services",
    "/about",
    "/blog",
    "/contact",
    "/faqs",
    "/forms",
    "/privacy-policy",
    "/bahamas-immigration",
    "/bahamian-evisa",
    `/visa/${slug}`,
    `/blog/${post}`,
  ]) {
    const { html } = await readPage(program, path);
    const footer = footerOf(html);
    expect(hrefs(footer), path).toEqual(
      expect.arrayContaining([
        "/services/bahamian-evisa",
        "/services?country=usa",
        "/services?country=canada",
        "/services?country=uk",
        "/contact",
      ]),
    );
    const legal = [...footer.matchAll(/<a[^>]*href="\/privacy-policy"[^>]*>([^<]*)/g)].map(([, label]) => label);
    expect(legal).toEqual(["Privacy Policy", "Cookie Policy", "Data Protection Policy", "Terms Of Service"]);
    for (const words of ["Visa", "Mastercard", "American Express", "© 2025"]) expect(textOf(footer)).toContain(words);
    if (path === "/") continue;
    const crumbs = html.slice(html.indexOf('aria-label="Breadcrumb"')).split("</nav>")[0] ?? "";
    expect(textOf(crumbs.slice(crumbs.indexOf(">") + 1)).trim(), path).toMatch(/^Home /);
    expect(hrefs(crumbs)[0], path).toBe("/");
  }
});

test("[P-SHELL-17, P-HOME-1, P-HOME-2, P-HOME-3, P-HOME-11, P-HOME-12] home has its parts and its claims", async () => {
  const { html, text } = await readPage(program, "/");
  const hero = html.slice(html.indexOf("<main")).split("</section>")[0] ?? "";
  expect(hero).toMatch(/<h1/);
  expect(hero).toMatch(/<picture>.*\.avif/s);
  for (const claim of [
    "15+ years of experience",
    "99% approval rate",
    "150+ countries",
    "5000+ clients",
    "7-14 days average processing",
    "Free 30-minute consultation",
    "24-hour response time",
  ])
    expect(text.replace(/(\S+) \1 (?=years|approval|countries|clients)/g, "$1 "), claim).toMatch(
      new RegExp(claim.replace("+", "\\+")),
    );
  expect(hrefs(section(html, "about-us"))).toContain("/about");
  const ticker = html.slice(html.indexOf('aria-label="In short"')).split("</section>")[0] ?? "";
  const [said = "", echo = ""] = ticker.split("</ul>");
  expect(said.match(/<li/g)).toHaveLength(5);
  expect(echo).toContain('aria-hidden="true"');
  const [{ question } = { question: "" }] = await program.query<{ question: string }>(
    "select question from faqs where published order by display_order limit 1",
  );
  expect(textOf(section(html, "questions"))).toContain(question);
  expect(text).toContain("Tell us where you are going");
  expect(hrefs(html)).toEqual(expect.arrayContaining(["/contact", "/services", "/about"]));
});

test("[P-HOME-4, P-HOME-6, P-HOME-9, P-HOME-10, P-HOME-8] home features four services and lists every active one, by name", async () => {
  await program.query("update visa_services set is_featured = true");
  await program.query("update visa_services set is_active = false where slug = 'canadian-eta'");
  const services = await program.query<{ id: string; slug: string; name: string }>(
    "select id, slug, service_name as name from visa_services where is_active order by service_name",
  );
  const [first, second] = services;
  await program.query(
    "update visa_services set requirements = array['One','Two','Three','Four','Five'] where id = $1",
    [first?.id],
  );
  await program.query("update visa_services set requirements = array['One','Two','Three'] where id = $1", [second?.id]);
  const { html } = await pageThat(
    program,
    "/",
    (page) =>
      section(page.html, "featured").includes("Five") || textOf(section(page.html, "featured")).includes("+2 more"),
  );
  const featured = section(html, "featured");
  expect(headings(featured, 3)).toEqual(services.slice(0, 4).map(({ name }) => name));
  const cards = featured.split("<article").slice(1).map(textOf);
  expect(cards[0]).toMatch(/One Two Three \+ ?2 more/);
  expect(cards[0]).not.toContain("Four");
  expect(cards[1]).toContain("One Two Three");
  expect(cards[1]).not.toMatch(/more/);
  const all = section(html, "all-services");
  expect(hrefs(all).filter((to) => to.startsWith("/visa/"))).toEqual(services.map(({ slug }) => `/visa/${slug}`));
  expect(hrefs(all).filter((to) => to.startsWith("/apply"))).toEqual(services.map(({ id }) => `/apply?service=${id}`));
  expect(html).not.toContain("/visa/canadian-eta");
});

test("[P-HOME-5, P-HOME-7] without services home says so", async () => {
  await program.query("update visa_services set is_featured = false");
  const quiet = await pageThat(program, "/", ({ text }) => text.includes("No Featured Services"));
  expect(quiet.text).not.toContain("No Services Available");
  await program.query("update visa_services set is_active = false");
  const empty = await pageThat(program, "/", ({ text }) => text.includes("No Services Available"));
  expect(textOf(section(empty.html, "all-services"))).toContain("Check back soon for our visa services");
});
