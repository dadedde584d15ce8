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
let home = await readPage(app, "/");

const featured = (page: SentPage) => region(page.screen, "Where are you going?");
const allServices = (page: SentPage) => region(page.screen, "Every visa we prepare");

test("[P-SHELL-17] home states the company's claims", () => {
  // A figure that counts is drawn by the script beside the whole one: each is said once.
  const text = textOfElement(home.screen.getByRole("main")).replace(
    /(\S+)(?: \1)+ (?=years|approval|countries|clients)/g,
    "$1 ",
  );
  for (const claim of [
    "15+ years of experience",
    "99% approval rate of the applications we filed, 2010–2025",
    "150+ countries",
    "5000+ clients",
    "7–14 days average processing for visitor visas",
    "Free 30-minute consultation",
    "24-hour response time on business days",
  ])
    expect(text).toContain(claim);
});

test("[P-HOME-1] home starts with its heading over a moving picture", () => {
  const [opening] = inside(home.screen.getByRole("main")).getAllByRole("heading");
  expect(opening?.tagName).toBe("H1");
  const hero = opening?.closest("section");
  expect(hero?.querySelector("picture source")?.getAttribute("srcset")).toMatch(/\.avif$/);
  expect(hero && inside(hero).getByRole("checkbox", { name: "Pause animation" })).toBeTruthy();
});

test("[P-HOME-2] a teaser links to the team on about", () => {
  expect(hrefs(region(home.screen, "The people who read your file"))).toContain("/about");
});

test("[P-HOME-3] the ticker has five phrases, and its repetition is hidden from screen readers", () => {
  const [points, echo, ...more] = region(home.screen, "In short").getAllByRole("list");
  expect(more).toEqual([]);
  expect(points && inside(points).getAllByRole("listitem")).toHaveLength(5);
  expect(echo?.closest("[aria-hidden='true']")).not.toBeNull();
});

test("[P-HOME-11, P-HOME-12] home answers the first FAQs and ends with a call to action", async () => {
  const [{ question } = { question: "" }] = await app.query<{ question: string }>(
    "select question from faqs where published order by display_order limit 1",
  );
  expect(headings(region(home.screen, "What people ask first"), 3)).toContain(question);
  const main = part(home.screen, "main");
  expect(headings(main, 2)).toContain("Tell us where you are going");
  expect(hrefs(main)).toEqual(expect.arrayContaining(["/contact", "/services"]));
});

describe("home with more than four services", () => {
  type Service = { id: string; slug: string; name: string };
  let services: Service[];
  beforeAll(async () => {
    await app.query("update visa_services set is_featured = true");
    await app.query("update visa_services set is_active = false where slug = 'canadian-eta'");
    services = await app.query<Service>(
      "select id, slug, service_name as name from visa_services where is_active order by service_name",
    );
    for (const [index, requirements] of [
      ["One", "Two", "Three", "Four", "Five"],
      ["One", "Two", "Three"],
    ].entries())
      await app.query("update visa_services set requirements = $2 where id = $1", [services[index]?.id, requirements]);
    // The second service's list is the last of these changes.
    home = await pageThat(app, "/", (page) => {
      const cards = page.html.includes("Three") ? articles(featured(page)) : [];
      return cards[1]?.words.includes("OneTwoThree") ?? false;
    });
  });

  test("[P-HOME-4] home features four services, by name", () => {
    expect(headings(featured(home), 3)).toEqual(services.slice(0, 4).map(({ name }) => name));
  });

  test("[P-HOME-8] a card names three documents and the number of others", () => {
    const [five, three] = articles(featured(home)).map((card) =>
      inside(card.getByRole("list", { name: "What you need" }))
        .getAllByRole("listitem")
        .map(textOfElement),
    );
    expect(five).toEqual(["One", "Two", "Three", "+2 more"]);
    expect(three).toEqual(["One", "Two", "Three"]);
  });

  test("[P-HOME-6, P-HOME-9] home lists every active service with a link to it, and no other", () => {
    const links = hrefs(allServices(home)).filter((to) => to.startsWith("/visa/"));
    // In which order says L-LOOK-5.
    expect(links.toSorted()).toEqual(services.map(({ slug }) => `/visa/${slug}`).toSorted());
    expect(home.html).not.toContain("/visa/canadian-eta");
  });

  test("[P-HOME-10] each service's link starts an application for it", () => {
    for (const { id, name } of services) {
      const link = allServices(home).getByRole("link", { name: `Apply for ${name}` });
      expect(link.getAttribute("href"), name).toBe(`/apply?service=${id}`);
    }
  });
});

test("[P-HOME-5] home says so if no service is featured", async () => {
  await app.query("update visa_services set is_featured = false");
  const quiet = await pageThat(app, "/", ({ html }) => html.includes("No Featured Services"));
  expect(featured(quiet).words).toContain("No Featured Services");
  expect(quiet.html).not.toContain("No Services Available");
});

test("[P-HOME-7] home says so if no service is active", async () => {
  await app.query("update visa_services set is_active = false");
  const empty = await pageThat(app, "/", ({ html }) => html.includes("No Services Available"));
  expect(allServices(empty).words).toContain("Check back soon for our visa services");
});
