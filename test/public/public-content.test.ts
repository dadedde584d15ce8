import { beforeAll, expect, test } from "vitest";
import { headings, hrefs, pageThat, readPage, section, textOf } from "../harness/page-text";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";

let program: Program;
beforeAll(async () => {
  program = await sharedProgram();
});

const columnsOf = async (table: string) =>
  (
    await program.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1",
      [table],
    )
  ).map(({ name }) => name);
const cards = (html: string) =>
  html
    .split("<article")
    .slice(1)
    .map((card) => card.split("</article>")[0] ?? "");

async function post(slug: string, category: string, day: string, more: { published?: boolean; content?: string } = {}) {
  await program.query(
    `insert into blog_posts (slug, title, excerpt, content, category, author, published, published_at)
     values ($1, $2, $3, $4, $5, 'Mara Quill', $6, $7)`,
    [
      slug,
      `Title of ${slug}`,
      `Excerpt of ${slug}`,
      more.content ?? "Words.",
      category,
      more.published ?? true,
      `${day}T15:00:00Z`,
    ],
  );
}

test("[P-BLOG-1, P-BLOG-2, P-BLOG-3, P-BLOG-8, P-SHELL-20] the blog lists what is published, newest first, by category", async () => {
  const columns = await columnsOf("blog_posts");
  expect(columns).toEqual(
    expect.arrayContaining(
      "id slug title excerpt content category author published published_at created_at updated_at featured_image".split(
        " ",
      ),
    ),
  );
  expect(columns).not.toContain("is_published");
  for (const [index, slug] of ["reef", "shoal", "bank", "cay", "sound"].entries())
    await post(slug, "Tides", `2025-10-1${index + 1}`);
  await post("hidden-draft", "Tides", "2025-10-20", { published: false });
  const { html, text } = await pageThat(program, "/blog", (page) => page.text.includes("Title of sound"));
  const wanted = await program.query<{ slug: string }>(
    "select slug from blog_posts where published order by published_at desc",
  );
  expect(cards(html).map((card) => hrefs(card)[0])).toEqual(wanted.map(({ slug }) => `/blog/${slug}`));
  expect(text).not.toContain("hidden-draft");
  const card = textOf(`<article ${cards(html).find((one) => one.includes("/blog/reef"))}`);
  for (const words of ["Tides", "Title of reef", "Excerpt of reef", "Mara Quill", "October 11, 2025", "Read More"])
    expect(card).toContain(words);

  const filter = html.slice(html.indexOf('aria-label="Filter by category"')).split("</nav>")[0] ?? "";
  const categories = await program.query<{ category: string }>(
    "select distinct category from blog_posts where published",
  );
  expect(
    filter
      .split("<a ")
      .slice(1)
      .map((link) => textOf(`<a ${link}`).trim()),
  ).toEqual(["All Posts", ...categories.map(({ category }) => category).sort()]);
  const tides = await readPage(program, "/blog?category=Tides");
  expect(cards(tides.html).map((one) => hrefs(one)[0])).toEqual(
    ["sound", "cay", "bank", "shoal", "reef"].map((slug) => `/blog/${slug}`),
  );
});

test("[P-POST-1, P-POST-2, P-POST-3, P-POST-4] a post, its line breaks, and at most three of its kind", async () => {
  await program.query(
    "update blog_posts set content = E'First line\\nsecond line\\n   indented\\n\\nAnother paragraph.' where slug = 'reef'",
  );
  const { html, text } = await pageThat(program, "/blog/reef", (page) => page.text.includes("second line"));
  expect(headings(html, 1)).toEqual(["Title of reef"]);
  for (const words of ["Tides", "Mara Quill", "October 11, 2025", "Excerpt of reef"]) expect(text).toContain(words);
  expect(html).toMatch(/whitespace-pre-wrap[^>]*>First line\nsecond line\n {3}indented</);
  expect(text).toContain("Need help with");
  expect(hrefs(section(html, "related")).filter((to) => to.startsWith("/blog/"))).toEqual([
    "/blog/sound",
    "/blog/cay",
    "/blog/bank",
  ]);
});

test("[P-POST-5, P-BLOG-7] what is not published is not there", async () => {
  for (const slug of ["hidden-draft", "no-such-post"]) {
    const { status, html, text } = await readPage(program, `/blog/${slug}`);
    expect(status).toBe(404);
    expect(headings(html, 1)).toEqual(["Post Not Found"]);
    expect(text).toContain("The blog post you’re looking for doesn’t exist");
    expect(hrefs(html.slice(html.indexOf("<main")))).toContain("/blog");
  }
  expect((await readPage(program, "/blog?category=No+such+category")).text).toContain("No blog posts found.");
  await program.query("update blog_posts set published = false");
  await pageThat(program, "/blog", (page) => page.text.includes("No blog posts found."));
});

test("[P-FAQ-1, P-FAQ-3, P-FAQ-4, P-FAQ-5, P-FAQ-6, P-FAQ-7] questions in their order, by search and by category", async () => {
  expect(await columnsOf("faqs")).toEqual(
    expect.arrayContaining(["id", "question", "answer", "category", "display_order", "published"]),
  );
  await program.query(`insert into faqs (question, answer, category, display_order, published) values
    ('Is a conch a shell?', 'It wears one.', 'Beaches', -2, true), ('Is sand edible?', 'Ask the parrotfish.', 'Beaches', -1, true),
    ('Is this one hidden?', 'Parrotfish do not know.', 'Beaches', 0, false)`);
  const asked = (html: string) => headings(html.slice(html.indexOf("<main")), 3);
  const { html } = await pageThat(program, "/faqs", (page) => page.text.includes("Is sand edible?"));
  const wanted = await program.query<{ question: string }>(
    "select question from faqs where published order by display_order, question",
  );
  expect(asked(html)).toEqual(wanted.map(({ question }) => question));
  expect(hrefs(html.slice(html.indexOf("<main")).split("<footer")[0] ?? "")).toContain("/contact");
  expect(asked((await readPage(program, "/faqs?q=PARROTfish")).html)).toEqual(["Is sand edible?"]);
  expect(asked((await readPage(program, "/faqs?q=conch")).html)).toEqual(["Is a conch a shell?"]);
  expect(asked((await readPage(program, "/faqs?category=Beaches")).html)).toEqual([
    "Is a conch a shell?",
    "Is sand edible?",
  ]);
  const none = await readPage(program, "/faqs?q=zeppelin");
  expect(none.text).toContain("No FAQs found matching your search.");
  expect(asked(none.html)).toEqual([]);
});

test("[P-ABOUT-1, P-ABOUT-2, P-ABOUT-3, P-ABOUT-4, P-ABOUT-5] the people of the house", async () => {
  const { html } = await readPage(program, "/about");
  expect(headings(html, 1)).toHaveLength(1);
  const values = html.slice(html.indexOf('aria-label="What we hold to"')).split("</section>")[0] ?? "";
  expect(headings(values, 2)).toHaveLength(2);
  const founder = section(html, "founder");
  expect(founder).toContain("Founder and Principal Consultant");
  const people = cards(section(html, "team"));
  expect(people).toHaveLength(6);
  for (const person of [founder, ...people]) {
    expect(person).not.toContain("<img");
    expect(person).toMatch(/<text[^>]*>\p{Lu}{2}<\/text>/u);
  }
  for (const person of people) expect(textOf(`<article ${person}`)).toMatch(/Consultant|Client Care/);
  // Nobody shares an engraving.
  expect(new Set(people.map((person) => /<path id="[^"]*" d="([^"]+)"/.exec(person)?.[1])).size).toBeGreaterThanOrEqual(
    4,
  );
  expect(html).toContain('aria-labelledby="reviews"');
  expect(hrefs(html.slice(html.indexOf('aria-labelledby="reviews"')).split("<footer")[0] ?? "")).toContain("/contact");
});

test("[P-PRIV-1, P-PRIV-2, P-PRIV-3, P-PRIV-4, P-PRIV-5] the policy, with the addresses of the settings", async () => {
  for (const [key, value] of [
    ["address_line1", "9 Driftwood Lane"],
    ["contact_phone", "+1 242 555 0777"],
    ["contact_email", "privacy@lucaya.example"],
  ])
    await program.query("update site_settings set value = to_jsonb($2::text) where key = $1", [key, value]);
  const { html, text } = await pageThat(program, "/privacy-policy", (page) => page.text.includes("9 Driftwood Lane"));
  const body = textOf(html.slice(html.indexOf("<main")).split("<footer")[0] ?? "");
  for (const words of ["9 Driftwood Lane", "+1 242 555 0777", "privacy@lucaya.example"]) expect(body).toContain(words);
  expect(text).toMatch(/last updated October 11, 2025/i);
  expect(headings(html, 2)).toEqual(
    expect.arrayContaining([
      "What we collect",
      "What we use it for",
      "Who we share it with",
      "How we protect it",
      "Your rights",
      "Cookies",
    ]),
  );
  expect(text).toMatch(/Visa documents .* are kept for 7 years/);
  expect(text).toMatch(/We do not accept inquiries or applications from people under 18/);
});

test("[P-IMMI-2, P-IMMI-3, P-IMMI-4, P-IMMI-5, P-IMMI-6, P-IMMI-7, P-IMMI-8, P-IMMI-9, P-IMMI-10] work permits and residence", async () => {
  const { html } = await readPage(program, "/bahamas-immigration");
  const main = html.slice(html.indexOf("<main")).split("<footer")[0] ?? "";
  expect(
    headings(main, 2)
      .slice(0, 4)
      .map((title) => title.toLowerCase()),
  ).toEqual(["work permits", "permanent residency", "student permits", "family immigration"]);
  const permits = section(html, "work-permits");
  expect(headings(permits, 3)).toEqual(expect.arrayContaining(["Who needs one", "Required documents"]));
  expect(headings(permits, 4)).toEqual(["General", "Self-Employment", "Spousal", "Temporary"]);
  expect(permits.slice(permits.indexOf("Required documents")).match(/<li/g)?.length).toBeGreaterThanOrEqual(5);
  expect(textOf(permits)).toMatch(/Processing time 4-8 weeks .*Validity Typically 1 year, renewable/);
  const residency = section(html, "permanent-residency");
  expect(headings(residency, 3).slice(0, 4)).toEqual(["Economic", "Annual", "Spousal", "Persons of Independent Means"]);
  expect(textOf(residency)).toMatch(/Economic .*\$750,000\+ in real estate .*Annual .*\$500,000\+ in property/);
  expect(
    residency.slice(residency.indexOf("What permanent residency gives you")).match(/<li/g)?.length,
  ).toBeGreaterThanOrEqual(4);
  const prices = hrefs(main.slice(main.indexOf('id="prices"'))).join(" ");
  for (const way of [/tel:\+1242/, /https:\/\/wa\.me\/1242/, /mailto:/]) expect(prices).toMatch(way);
  expect(hrefs(main)).toContain("/services");
});
