import { beforeAll, describe, expect, test } from "vitest";
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

const columnsOf = async (table: string) =>
  (
    await app.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1",
      [table],
    )
  ).map(({ name }) => name);
const main = ({ screen }: SentPage) => part(screen, "main");

async function post(slug: string, day: string, published = true) {
  await app.query(
    `insert into blog_posts (slug, title, excerpt, content, category, author, published, published_at)
     values ($1, $2, $3, 'Words.', 'Tides', 'Mara Quill', $4, $5)`,
    [slug, `Title of ${slug}`, `Excerpt of ${slug}`, published, `${day}T15:00:00Z`],
  );
}

describe("the blog", () => {
  let blog: SentPage;
  const posts = (page: SentPage) => articles(main(page)).map((card) => hrefs(card)[0]);
  beforeAll(async () => {
    for (const [index, slug] of ["reef", "shoal", "bank", "cay", "sound"].entries())
      await post(slug, `2025-10-1${index + 1}`);
    await post("hidden-draft", "2025-10-20", false);
    blog = await pageThat(app, "/blog", ({ html }) => html.includes("Title of sound"));
  });

  test("[P-BLOG-8] a post has the specified columns", async () => {
    const columns = await columnsOf("blog_posts");
    const wanted =
      "id slug title excerpt content category author published published_at created_at updated_at featured_image";
    expect(columns).toEqual(expect.arrayContaining(wanted.split(" ")));
    expect(columns).not.toContain("is_published");
  });

  test("[P-BLOG-1] the blog lists published posts only, newest first", async () => {
    const wanted = await app.query<{ slug: string }>(
      "select slug from blog_posts where published order by published_at desc",
    );
    expect(posts(blog)).toEqual(wanted.map(({ slug }) => `/blog/${slug}`));
    expect(blog.html).not.toContain("hidden-draft");
  });

  test("[P-BLOG-3, P-SHELL-20] a card shows category, title, excerpt, author and day, and links to the post", () => {
    const card = articles(main(blog)).find((article) => article.words.includes("Title of reef"));
    for (const text of ["Tides", "Title of reef", "Excerpt of reef", "Mara Quill", "October 11, 2025"])
      expect(card?.words).toContain(text);
    expect(card?.getByRole("link", { name: /^Read More/ }).getAttribute("href")).toBe("/blog/reef");
  });

  test("[P-BLOG-2] the filter lists all categories, and a category's link shows only its posts", async () => {
    const categories = await app.query<{ category: string }>(
      "select distinct category from blog_posts where published",
    );
    const links = inside(blog.screen.getByRole("navigation", { name: "Filter by category" })).getAllByRole("link");
    expect(links.map(textOfElement)).toEqual(["All Posts", ...categories.map(({ category }) => category).sort()]);
    const address = links.find((link) => textOfElement(link) === "Tides")?.getAttribute("href") ?? "";
    expect(posts(await readPage(app, address))).toEqual(
      ["sound", "cay", "bank", "shoal", "reef"].map((slug) => `/blog/${slug}`),
    );
  });

  describe("a blog post", () => {
    let reef: SentPage;
    beforeAll(async () => {
      await app.query(
        "update blog_posts set content = E'First line\\nsecond line\\n   indented\\n\\nAnother paragraph.' where slug = 'reef'",
      );
      reef = await pageThat(app, "/blog/reef", ({ html }) => html.includes("second line"));
    });

    test("[P-POST-1] the post shows its title as heading, its category, author, day and excerpt", () => {
      expect(headings(reef.screen, 1)).toEqual(["Title of reef"]);
      for (const text of ["Tides", "Mara Quill", "October 11, 2025", "Excerpt of reef"])
        expect(main(reef).words).toContain(text);
    });

    test("[P-POST-2] the post keeps its line breaks", () => {
      const paragraph = main(reef).getByText(/^First line/, { normalizer: (text) => text });
      const lines = [...paragraph.childNodes].map((node) => (node.nodeName === "BR" ? "\n" : node.textContent));
      expect(lines.join("")).toBe("First line\nsecond line\n   indented");
      expect(paragraph.closest(".whitespace-pre-wrap")).not.toBeNull();
    });

    test("[P-POST-3] the post offers help", () => {
      main(reef).getByRole("heading", { name: /^Need help with/ });
    });

    test("[P-POST-4] the post links to at most three others of its category", () => {
      const related = hrefs(region(reef.screen, "Related posts")).filter((to) => to.startsWith("/blog/"));
      expect(related).toEqual(["/blog/sound", "/blog/cay", "/blog/bank"]);
    });
  });

  test.each(["hidden-draft", "no-such-post"])("[P-POST-5] /blog/%s gets 404", async (slug) => {
    const page = await readPage(app, `/blog/${slug}`);
    expect([page.status, headings(page.screen, 1)]).toEqual([404, ["Post Not Found"]]);
    expect(main(page).words).toContain("The blog post you’re looking for doesn’t exist");
    expect(hrefs(main(page))).toContain("/blog");
  });

  test("[P-BLOG-7] a blog without posts says so", async () => {
    expect(main(await readPage(app, "/blog?category=No+such+category")).words).toContain("No blog posts found.");
    await app.query("update blog_posts set published = false");
    await pageThat(app, "/blog", ({ html }) => html.includes("No blog posts found."));
  });
});

describe("the FAQs", () => {
  let faqs: SentPage;
  const questionsOn = (page: SentPage) => headings(main(page), 3);
  const questionsAt = async (search: string) => questionsOn(await readPage(app, `/faqs?${search}`));
  beforeAll(async () => {
    await app.query(`insert into faqs (question, answer, category, display_order, published) values
      ('Is a conch a shell?', 'It wears one.', 'Beaches', -2, true), ('Is sand edible?', 'Ask the parrotfish.', 'Beaches', -1, true),
      ('Is this one hidden?', 'Parrotfish do not know.', 'Beaches', 0, false)`);
    faqs = await pageThat(app, "/faqs", ({ html }) => html.includes("Is sand edible?"));
  });

  test("[P-FAQ-7] a question has the specified columns", async () => {
    const wanted = ["id", "question", "answer", "category", "display_order", "published"];
    expect(await columnsOf("faqs")).toEqual(expect.arrayContaining(wanted));
  });

  test("[P-FAQ-1] the page lists the published questions in their order, and no others", async () => {
    const wanted = await app.query<{ question: string }>(
      "select question from faqs where published order by display_order, question",
    );
    expect(questionsOn(faqs)).toEqual(wanted.map(({ question }) => question));
  });

  test("[P-FAQ-3] a search finds text of questions and answers", async () => {
    expect(await questionsAt("q=PARROTfish")).toEqual(["Is sand edible?"]);
    expect(await questionsAt("q=conch")).toEqual(["Is a conch a shell?"]);
  });

  test("[P-FAQ-4] a category shows only its questions", async () => {
    expect(await questionsAt("category=Beaches")).toEqual(["Is a conch a shell?", "Is sand edible?"]);
  });

  test("[P-FAQ-5] the page links to the contact page", () => {
    expect(hrefs(main(faqs))).toContain("/contact");
  });

  test("[P-FAQ-6] a search that finds nothing says so", async () => {
    const none = await readPage(app, "/faqs?q=zeppelin");
    expect(main(none).words).toContain("No FAQs found matching your search.");
    expect(questionsOn(none)).toEqual([]);
  });
});
