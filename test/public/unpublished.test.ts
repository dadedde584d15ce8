import { expect, test } from "vitest";
import { pageThat } from "../harness/page-text";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

/** One row of each kind that is shown and one that is not; every word of theirs holds `shownmark` or `hiddenmark`. */
async function write(marker: string, shown: boolean): Promise<{ post: string; form: string; service: string }> {
  const textFor = (part: string) => `${marker} ${part}`;
  await app.query(
    `insert into blog_posts (slug, title, excerpt, content, category, author, published, published_at)
     values ($1, $2, $3, $3, $4, $5, $6, now())`,
    [`${marker}-post`, textFor("title"), textFor("text"), textFor("category"), textFor("author"), shown],
  );
  await app.query(
    "insert into faqs (question, answer, category, display_order, published) values ($1, $2, $3, -9, $4)",
    [textFor("question"), textFor("answer"), textFor("topic"), shown],
  );
  const [form] = await app.query<{ id: string }>(
    `insert into forms (title, description, country, visa_type, published) values ($1, $2, $3, $4, $5) returning id`,
    [textFor("form"), textFor("purpose"), textFor("land"), textFor("kind"), shown],
  );
  await app.query(
    `insert into visa_services (slug, service_name, description, overview, country_id, is_featured, is_active)
     values ($1, $2, $3, $3, (select id from countries where code = 'US'), true, $4)`,
    [`${marker}-visa`, textFor("service"), textFor("overview"), shown],
  );
  await app.query(
    "insert into google_reviews (author_name, rating, review_text, review_date, is_visible) values ($1, 5, $2, current_date, $3)",
    [textFor("person"), textFor("praise"), shown],
  );
  return { post: `${marker}-post`, form: form?.id ?? "", service: `${marker}-visa` };
}

test("[P-PERM-1] unpublished, inactive or hidden content is in no list, feed, sitemap, search, page or router data", async () => {
  await write("shownmark", true);
  const hidden = await write("hiddenmark", false);
  await pageThat(app, "/", ({ html }) => html.includes("shownmark service"));

  // Where the twins that are shown must be found: an answer that names neither proves nothing.
  const lists = [
    "/",
    "/services",
    "/services/united-states",
    "/about",
    "/blog",
    "/blog?category=shownmark+category",
    "/blog/shownmark-post",
    "/visa/shownmark-visa",
    "/faqs",
    "/faqs?q=answer",
    "/forms",
    "/forms?q=form",
  ];
  const dataOf = (path: string) => {
    const [pathname = "", query] = path.split("?");
    return `${pathname === "/" ? "/_" : pathname}.data${query ? `?${query}` : ""}`;
  };
  // The pages that are read have no data of the router (L-STILL-4); those with a form do.
  for (const path of [...lists, "/blog/feed.xml", "/sitemap.xml"]) {
    const response = await fetch(app.url + path);
    const body = await response.text();
    expect(response.status, path).toBe(200);
    expect([path, body.includes("shownmark"), body.includes("hiddenmark")]).toEqual([path, true, false]);
  }

  // Asked for by its own address, or searched for by its own words: the answer names only what was asked.
  const paths = [
    `/blog/${hidden.post}`,
    `/visa/${hidden.service}`,
    `/forms/${hidden.form}/unavailable`,
    `/forms/${hidden.form}/download`,
    "/faqs?q=hiddenmark+answer",
    "/forms?q=hiddenmark+form",
    "/blog?category=hiddenmark+category",
    "/forms?country=hiddenmark+land",
    `/apply?service=${hidden.service}`,
    `/contact?service=${hidden.service}`,
  ];
  for (const path of [...paths, ...paths.filter((path) => !path.endsWith("/download")).map(dataOf)]) {
    const response = await fetch(app.url + path, { redirect: "manual" });
    const body = await response.text();
    expect(response.status, path).toBeLessThan(500);
    for (const word of [
      "title",
      "text",
      "author",
      "question",
      "topic",
      "purpose",
      "kind",
      "service",
      "overview",
      "person",
      "praise",
    ])
      expect([path, word, body.includes(`hiddenmark ${word}`)]).toEqual([path, word, false]);
  }
  for (const path of paths.slice(0, 3))
    expect((await fetch(app.url + path, { redirect: "manual" })).status, path).toBe(404);
});
