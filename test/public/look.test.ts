import { expect, test } from "vitest";
import { headings, hrefs, part, readPage, region, textOfElement } from "../harness/page-text";
import { inside } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const services: { id: string; slug: string; name: string; country: string; code: string }[] = await app.query(
  `select s.id, s.slug, s.service_name as name, c.name as country, c.code
     from visa_services s join countries c on c.id = s.country_id where s.is_active order by s.service_name`,
);
const slugOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");
const countries: { path: string; code: string }[] = [
  ...new Map(
    services.map((service) => [service.code, { path: `/services/${slugOf(service.country)}`, code: service.code }]),
  ).values(),
];

const mainOf = async (path: string) => part((await readPage(app, path)).screen, "main");
const selling = () => [
  ...["/", "/services", "/bahamian-evisa", "/bahamas-immigration", "/apply", `/apply?service=${services[0]?.id}`],
  ...countries.map(({ path }) => path),
  ...services.map(({ slug }) => `/visa/${slug}`),
];

/** The sentences of eight words or more; a price with its fees is none. */
const sentencesOf = (element: Element): string[] =>
  [...element.querySelectorAll("p, li, dd, dt, summary, h1, h2, h3, blockquote")]
    .filter((block) => !block.querySelector("p, li, dd, dt, h3") && !/to us\b/.test(block.textContent ?? ""))
    .flatMap((block) => textOfElement(block).split(/(?<=[.!?:])\s+/))
    .map((sentence) =>
      sentence
        .replaceAll(/[^\p{L}\p{N}$]+/gu, " ")
        .trim()
        .toLowerCase(),
    )
    .filter((sentence) => sentence.split(" ").length >= 8);

test("[L-LOOK-1] every page that sells says that we are not a government authority", async () => {
  for (const path of selling())
    expect(textOfElement((await mainOf(path)).element), path).toContain(
      "Lucaya Visa & Immigration is a private consultancy and not a government agency.",
    );
});

test("[S-LOOK-12] no page of a service whose price contains the government’s fee says that visitors pay that fee themselves", async () => {
  const through = await app.query<{ slug: string }>(
    "select slug from visa_services where is_active and government_fee > 0 order by slug",
  );
  expect(through.length).toBeGreaterThan(10);
  for (const { slug } of through)
    expect(textOfElement((await mainOf(`/visa/${slug}`)).element), slug).not.toMatch(
      /\byou pay (?:the|their) (?:(?:embassy|government|visa|I-901|charge)\b)(?! fee on approval)|paid (?:by you )?directly to the/i,
    );
});

test("[L-LOOK-4] no service page repeats a sentence", async () => {
  for (const { slug } of services) {
    const sentences = sentencesOf((await mainOf(`/visa/${slug}`)).element);
    expect(sentences.length, slug).toBeGreaterThan(5);
    expect(
      sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index),
      slug,
    ).toEqual([]);
  }
});

test("[L-LOOK-15] home and about share no sentence except in the reviews", async () => {
  const of = async (path: string) => {
    const { element } = await mainOf(path);
    for (const part of element.querySelectorAll("[aria-labelledby=reviews]")) part.remove();
    return sentencesOf(element);
  };
  const about = new Set(await of("/about"));
  expect((await of("/")).filter((sentence) => about.has(sentence))).toEqual([]);
});

test("[L-LOOK-5] home names each country once, the Bahamas first, with its services by name", async () => {
  const list = region((await readPage(app, "/")).screen, "Every visa we prepare").element;
  const groups = [...list.querySelectorAll("ul > li")].filter((item) => item.querySelector("ul"));
  const named = groups.map((group) => (group.querySelector("p")?.textContent ?? "").trim());
  const otherCountries = [...new Set(services.map(({ country }) => country))]
    .filter((name) => name !== "Bahamas")
    .toSorted();
  expect(named).toEqual(["Bahamas", ...otherCountries]);
  for (const [index, group] of groups.entries()) {
    const own = services.filter(({ country }) => country === named[index]).map(({ name }) => name);
    const links = hrefs(inside(group as HTMLElement)).filter((href) => href.startsWith("/visa/"));
    expect(links).toHaveLength(own.length);
    const shown = [...group.querySelectorAll("a[href^='/visa/']")].map(({ textContent }) => textContent);
    expect(shown).toEqual(own);
  }
});

test("[L-LOOK-7, S-LOOK-14] every link that starts an application names its service, and is quiet in lists of services and gold elsewhere", async () => {
  const looks = new Set<string>();
  for (const path of [
    "/",
    "/services",
    "/bahamas-immigration",
    ...countries.map(({ path }) => path),
    ...services.map(({ slug }) => `/visa/${slug}`),
  ]) {
    const { screen } = await readPage(app, path);
    for (const link of screen.queryAllByRole("link", { hidden: true })) {
      const id = /^\/apply\?service=(.+)$/.exec(link.getAttribute("href") ?? "")?.[1];
      if (!id) continue;
      const name = services.find((service) => service.id === id)?.name ?? "no service";
      expect(link.getAttribute("aria-label") ?? textOfElement(link), path).toContain(name);
      const place = link.closest(".ledger, .ticket") ? "list" : "own";
      looks.add(`${place} ${[...link.classList].filter((name) => /^button-(?!sm|md|lg)/.test(name)).join(" ")}`);
    }
  }
  expect([...looks].sort()).toEqual(["list button-outline", "own button-gold"]);
});

test("[L-LOOK-8] no link or button shows an arrow without a label, except the one back to the top", async () => {
  for (const path of [...selling(), "/about", "/blog", "/faqs", "/forms", "/contact", "/newsletter", "/nowhere"]) {
    const { screen } = await readPage(app, path);
    for (const control of [
      ...screen.queryAllByRole("link", { hidden: true }),
      ...screen.queryAllByRole("button", { hidden: true }),
    ]) {
      if (!control.querySelector("svg") || control.hasAttribute("data-to-top")) continue;
      const seen = [...control.querySelectorAll("*")].filter(
        (element) => !element.classList.contains("sr-only") && !element.closest("svg"),
      );
      const words = [control, ...seen]
        .flatMap((element) => [...element.childNodes])
        .filter(({ nodeType }) => nodeType === 3);
      const isArrow = /arrow|chevron/.test(control.innerHTML);
      if (isArrow)
        expect(
          words
            .map(({ textContent }) => textContent)
            .join("")
            .trim(),
          `${path} ${control.outerHTML.slice(0, 120)}`,
        ).not.toBe("");
    }
    expect(screen.getByRole("link", { name: "Back to the top" }).getAttribute("href"), path).toBe("#top");
  }
});

test("[L-LOOK-12] each destination has its own drawing, the same on its page and its services' pages", async () => {
  const drawing = async (path: string) => {
    const drawn = (await mainOf(path)).element.querySelectorAll("[data-destination]");
    expect(drawn, path).toHaveLength(1);
    expect(drawn[0]?.getAttribute("aria-hidden")).toBe("true");
    return drawn[0]?.querySelector("path")?.getAttribute("d") ?? "";
  };
  const drawings = new Map<string, string>();
  for (const { path, code } of countries) drawings.set(code, await drawing(path));
  expect(new Set(drawings.values()).size).toBe(countries.length);
  for (const { slug, code } of services) expect(await drawing(`/visa/${slug}`), slug).toBe(drawings.get(code));
});

test("[L-LOOK-14, P-REV-15, S-LOOK-15] without reviews the panel has no counts and no bars, and its text shows 5.0 and 0", async () => {
  const panel = region((await readPage(app, "/about")).screen, "Trust index");
  expect(textOfElement(panel.element)).toMatch(/\b5\.0\b.*\b0 reviews\b/);
  expect(textOfElement(panel.element)).not.toMatch(/stars?\b|%/);
  expect(panel.queryByRole("list")).toBeNull();
  // What visitors see of it is an invitation.
  const shown = [...panel.element.children].filter((element) => !element.hasAttribute("hidden")).map(textOfElement);
  expect(shown).toEqual(["Have we worked for you? Be the first to review us on Google."]);
  expect(panel.element.querySelectorAll("[style]")).toHaveLength(0);
});

test("[L-LOOK-16] a post with several sections lists its headings as links to them", async () => {
  const { screen } = await readPage(app, "/blog/canada-eta-or-visitor-visa");
  const list = inside(screen.getByRole("navigation", { name: "In this post" }));
  const links = list.getAllByRole("link");
  const titles = [...screen.element.querySelectorAll("article .prose h2")];
  expect(titles.length).toBeGreaterThan(1);
  expect(links.map(({ textContent }) => textContent)).toEqual(titles.map(({ textContent }) => textContent));
  expect(links.map((link) => link.getAttribute("href"))).toEqual(titles.map(({ id }) => `#${id}`));
  expect(headings(screen, 2)).toContain("In this post");
});
