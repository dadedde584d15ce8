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
import { inside, type Screen } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

// The pages whose words are the house's own: about, privacy, immigration.
const app = await sharedApp();

const main = ({ screen }: SentPage) => part(screen, "main");

describe("the page about us", () => {
  let about: SentPage;
  let founder: Screen;
  let people: Screen[];
  beforeAll(async () => {
    about = await readPage(app, "/about");
    founder = region(about.screen, "Marguerite Adderley");
    people = articles(region(about.screen, "The people who will answer you"));
  });

  test("[P-ABOUT-1] the page has an opening, two values and the founder", () => {
    expect(headings(about.screen, 1)).toHaveLength(1);
    expect(headings(region(about.screen, "What we stand for"), 2)).toHaveLength(2);
    expect(founder.words).toContain("Founder and Principal Consultant");
  });

  test("[P-ABOUT-2] the page shows six people with their roles", () => {
    expect(people).toHaveLength(6);
    for (const person of people) expect(person.words).toMatch(/Consultant|Client Care/);
  });

  test("[P-ABOUT-3] each person without a photo is shown by initials, in several engravings", () => {
    for (const { element, queryByRole } of [founder, ...people]) {
      expect(queryByRole("img", { name: /./ })).toBeNull();
      expect(element.querySelector("img")).toBeNull();
      expect(element.querySelector("svg text")?.textContent).toMatch(/^\p{Lu}{2}$/u);
    }
    const engravings = people.map(({ element }) => element.querySelector("svg path[id]")?.getAttribute("d"));
    expect(new Set(engravings).size).toBeGreaterThanOrEqual(4);
  });

  test("[P-ABOUT-4, P-ABOUT-5] the page shows the reviews, followed by a link to the contact page", () => {
    const reviews = about.screen.getByRole("region", { name: "What clients say" });
    const after = main(about)
      .getAllByRole("link")
      .filter((link) => reviews.compareDocumentPosition(link) & 4);
    expect(after.map((link) => link.getAttribute("href"))).toContain("/contact");
  });
});

describe("the privacy policy", () => {
  let policy: SentPage;
  beforeAll(async () => {
    for (const [key, value] of [
      ["address_line1", "9 Driftwood Lane"],
      ["contact_phone", "+1 242 555 0777"],
      ["contact_email", "privacy@lucaya.example"],
    ])
      await app.query("update site_settings set value = to_jsonb($2::text) where key = $1", [key, value]);
    policy = await pageThat(app, "/privacy-policy", ({ html }) => html.includes("privacy@lucaya.example"));
  });

  test("[P-PRIV-2] the policy names the configured postal address, phone and email", () => {
    for (const text of ["9 Driftwood Lane", "+1 242 555 0777", "privacy@lucaya.example"])
      expect(main(policy).words).toContain(text);
  });

  test("[P-PRIV-1] the policy states its last change", () => {
    expect(main(policy).words).toMatch(/last updated October 11, 2025/i);
  });

  test("[P-PRIV-3] the policy covers collection, use, sharing, protection, rights and cookies", () => {
    const wanted = "What we collect,What we use it for,Who we share it with,How we protect it".split(",");
    const named = [expect.stringMatching(/ your rights$/), expect.stringMatching(/^Cookie Policy /)];
    expect(headings(main(policy), 2)).toEqual(expect.arrayContaining([...wanted, ...named]));
  });

  test("[P-PRIV-4, P-PRIV-5] the policy states that documents are kept for seven years and no one under 18 is served", () => {
    expect(textOfElement(main(policy).element)).toMatch(/Visa documents .* are kept for 7 years/);
    expect(main(policy).words).toMatch(
      /There is no service to people under 18: we do not accept inquiries or applications/,
    );
  });
});

describe("the immigration page", () => {
  let page: SentPage;
  let permits: Screen;
  let residency: Screen;
  /** The list that follows a heading. */
  const listAfter = (screen: Screen, name: string) => {
    const heading = screen.getByRole("heading", { name });
    const list = screen.getAllByRole("list").find((list) => heading.compareDocumentPosition(list) & 4);
    return list ? inside(list).getAllByRole("listitem") : [];
  };
  beforeAll(async () => {
    page = await readPage(app, "/bahamas-immigration");
    permits = region(page.screen, "Work permits");
    residency = region(page.screen, "Permanent residency");
  });

  test("[P-IMMI-2] the page opens with four services", () => {
    expect(headings(page.screen, 1)).toHaveLength(1);
    expect(
      headings(main(page), 2)
        .slice(0, 4)
        .map((title) => title.toLowerCase()),
    ).toEqual(["work permits", "permanent residency", "student permits", "family immigration"]);
  });

  test("[P-IMMI-3] the page says who needs a work permit, and which documents", () => {
    permits.getByRole("heading", { name: "Who needs one" });
    expect(listAfter(permits, "Required documents").length).toBeGreaterThanOrEqual(5);
  });

  test("[P-IMMI-4, P-IMMI-5] the page lists four permits, processed in 4–8 weeks and valid for a year", () => {
    expect(headings(permits, 4)).toEqual(["General", "Self-Employment", "Spousal", "Temporary"]);
    expect(textOfElement(permits.element)).toMatch(/Processing time 4–8 weeks .*Validity Typically 1 year, renewable/);
  });

  test("[P-IMMI-6, P-IMMI-8] the page lists four residences, two of them with the required investment", () => {
    expect(headings(residency, 3).slice(0, 4)).toEqual([
      "Economic",
      "Annual",
      "Spousal",
      "Persons of Independent Means",
    ]);
    expect(textOfElement(residency.element)).toMatch(
      /Economic .*\$750,000\+ in real estate .*Annual .*\$500,000\+ in property/,
    );
  });

  test("[P-IMMI-7] the page lists the benefits of a residence", () => {
    expect(listAfter(residency, "What permanent residency gives you").length).toBeGreaterThanOrEqual(4);
  });

  test("[P-IMMI-9] prices can be requested by phone, messenger or email", () => {
    const ways = hrefs(region(page.screen, "Prices for the Bahamas")).join(" ");
    for (const way of [/tel:\+1242/, /https:\/\/wa\.me\/1242/, /mailto:/]) expect(ways).toMatch(way);
  });

  test("[P-IMMI-10] the page links to all services", () => {
    expect(hrefs(main(page))).toContain("/services");
  });
});
