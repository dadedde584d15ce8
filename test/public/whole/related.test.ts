import { expect, test } from "vitest";
import { hrefs, pageThat, part, readPage, region, type SentPage, textOfElement } from "../../harness/page-text";
import { sharedApp } from "../../harness/shared";

const read = (path: string) => readPage(app, path);
const main = (page: SentPage) => hrefs(part(page.screen, "main"));
const once = (links: readonly string[], where: string) =>
  expect(
    links.filter((to, index) => /^\/(visa|blog|forms|faqs)[/#]/.test(to) && links.indexOf(to) !== index),
    `twice on ${where}`,
  ).toEqual([]);

const app = await sharedApp();
const services: { slug: string; country: string; kind: string }[] = await app.query(
  "select slug, c.name as country, visa_type as kind from visa_services s join countries c on c.id = country_id where is_active",
);
await app.query(
  `insert into blog_posts (slug, title, excerpt, content, category, author, published, published_at) values
       ('reef-jamaica', 'A reef off Jamaica', 'x', 'y', 'Reefs', 'Ann', true, now()),
       ('hidden-jamaica', 'Another reef off Jamaica', 'x', 'y', 'Reefs', 'Ann', false, null)`,
);
await app.query(
  `insert into faqs (question, answer, category, published) values ('Are there reefs off Jamaica?', 'Yes.', 'Reefs', true),
       ('Are there ghosts off Jamaica?', 'No.', 'Reefs', false)`,
);
await pageThat(app, "/blog", ({ html }) => html.includes("reef-jamaica"));

test("[L-SEO-10] a service links once to each published form and post of its country and visa", async () => {
  const forms = await app.query<{ id: string; country: string }>("select id, country from forms where published");
  for (const { slug, country } of services) {
    const page = await read(`/visa/${slug}`);
    const wanted = forms.filter((form) => form.country === country).map(({ id }) => `/forms#form-${id}`);
    const all = wanted.length > 0 ? hrefs(region(page.screen, "Before you apply")) : main(page);
    once(all, slug);
    expect(all.filter((to) => to.startsWith("/forms#")).toSorted(), slug).toEqual(wanted.toSorted());
  }
  const [reef] = await app.query<{ id: string }>("select id from faqs where question like 'Are there reefs%'");
  const jamaica = hrefs(region((await read("/visa/jamaica-visitor-visa")).screen, "Before you apply"));
  expect(jamaica).toEqual(["/blog/reef-jamaica", "/blog", `/faqs#question-${reef?.id}`, "/faqs"]);
  // What is about the visa itself stands before what is about its country.
  const transit = hrefs(region((await read("/visa/uk-transit-visa")).screen, "Before you apply"));
  expect(transit[0]).toBe("/blog/changing-planes-in-london");
  const client = region((await read("/visa/canadian-visitor-visa-trv")).screen, "Before you apply");
  expect(textOfElement(client.element)).toContain("Invitation Letter for Canada TRV");
  // They are there: the form on its page, the question opened by its address.
  expect((await read("/faqs")).html).toContain(`id="question-${reef?.id}"`);
});

test("[L-SEO-10] a post links once to each of its services, and to another post", async () => {
  const expected: Record<string, string[]> = {
    "changing-planes-in-london": ["uk-transit-visa"],
    "annual-or-permanent-residence": ["permanent-residence", "permit-to-reside"],
    "canada-eta-or-visitor-visa": ["canadian-eta", "canadian-visitor-visa-trv"],
    "flying-to-the-us-without-a-visa": ["us-student-f-1-visa", "us-travel-b1-b2-visa"],
    "reef-jamaica": ["jamaica-visitor-visa"],
    "after-a-refusal": [],
  };
  for (const [slug, about] of Object.entries(expected)) {
    const links = main(await read(`/blog/${slug}`));
    once(links, slug);
    expect(links.filter((to) => to.startsWith("/visa/")).toSorted(), slug).toEqual(
      about.map((otherSlug) => `/visa/${otherSlug}`),
    );
    const posts = links.filter((to) => /^\/blog\/[a-z]/.test(to));
    expect(posts.length, slug).toBeGreaterThan(0);
    expect(posts).not.toContain(`/blog/${slug}`);
  }
  await app.query("update visa_services set is_active = false where slug = 'uk-transit-visa'");
  const page = await pageThat(app, "/blog/changing-planes-in-london", ({ html }) => !html.includes("/visa/uk-transit"));
  expect(main(page)).toContain("/visa/uk-visitor-visa");
});

test("[L-SEO-10, L-SEO-14] a form links once to each of its services, and its own URL leads to it", async () => {
  const { screen } = await read("/forms");
  for (const form of await app.query<{ id: string; title: string; country: string; kind: string }>(
    "select id, title, country, visa_type as kind from forms where published",
  )) {
    const card = screen.getByRole("heading", { name: form.title }).closest("article");
    expect(card?.id).toBe(`form-${form.id}`);
    const links = [...(card?.querySelectorAll("a[href^='/visa/']") ?? [])].map(
      (link) => link.getAttribute("href") ?? "",
    );
    once(links, form.title);
    const own = services.filter(({ country }) => country === form.country);
    const named = own.filter(({ kind }) => kind === form.kind);
    const wanted = (named.length > 0 ? named : own).map(({ slug }) => `/visa/${slug}`);
    expect(links.toSorted(), form.title).toEqual(wanted.toSorted());
  }
});

test("[L-SEO-11] the feed contains a post's headings as its page does", async () => {
  const slug = "annual-or-permanent-residence";
  const feed = await (await fetch(`${app.url}/blog/feed.xml`)).text();
  const item = feed.split("<item>").find((part) => part.includes(`/blog/${slug}<`)) ?? "";
  const { screen } = await read(`/blog/${slug}`);
  const text = screen.element.querySelector(".prose");
  const onPage = [...(text?.querySelectorAll("h2") ?? [])].map(textOfElement);
  const inFeed = [...item.matchAll(/&lt;h2&gt;(.*?)&lt;\/h2&gt;/g)].map(([, text]) => text);
  expect(onPage.length).toBeGreaterThan(3);
  expect(inFeed).toEqual(onPage);
  expect(item.match(/&lt;p&gt;/g)).toHaveLength(text?.querySelectorAll("p").length ?? 0);
});
