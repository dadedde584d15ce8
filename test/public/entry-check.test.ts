import { describe, expect, test } from "vitest";
import { serviceId } from "../harness/applicants/listed-steps";
import { HttpClient, until } from "../harness/http-client";
import { hrefs, pageThat, part, readPage, type SentPage, textOfElement } from "../harness/page-text";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const path = "/do-i-need-a-visa";
const uk = `${path}?passport=BS&to=GB&for=visit`;
const us = `${path}?passport=BS&to=US&for=visit`;
const schengen = `${path}?passport=BS&to=FR&for=visit`;
const unknown = `${path}?passport=HT&to=CA&for=visit`;

const mainOf = (page: SentPage) => part(page.screen, "main");
const textOf = (page: SentPage) => textOfElement(page.screen.getByRole("main"));
const how = async (at: string) => (await fetch(app.url + at, { redirect: "manual" })).headers.get("cache-status");
const movedTo = async (at: string) => {
  const response = await fetch(app.url + at, { redirect: "manual" });
  return [response.status, response.headers.get("location")];
};
const cached = (at: string) => until(`${at} is cached`, async () => (await how(at)) === "lucaya; hit");
const blocksOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = "null"]) => JSON.parse(json) as Record<string, unknown>,
  );
const headOf = (html: string) => ({
  title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
  canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&"),
  robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
});

describe("the form", () => {
  test("[B-CHECK-1] asks for passport, destination and purpose by GET, with Short visit chosen", async () => {
    const page = await readPage(app, path);
    const main = mainOf(page);
    const form = main.getByRole("form", { name: "Do I need a visa?" });
    expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["get", path]);
    const passports = [...main.getByLabelText("Your passport").querySelectorAll("option")];
    expect(passports.length).toBeGreaterThan(240);
    expect(passports.map(({ value }) => value)).not.toContain("AQ");
    expect(passports.map(({ value }) => value)).toContain("XXA");
    const destinations = [...main.getByLabelText("Where are you going?").querySelectorAll("option")];
    expect(destinations.slice(1).map(({ textContent }) => textContent)).toContain("United Kingdom");
    expect(main.getByRole("radio", { name: "Short visit" })).toHaveProperty("checked", true);
    expect(main.getAllByRole("radio").map(({ parentElement }) => parentElement?.textContent)).toEqual([
      "Short visit",
      "Transit",
      "Study",
      "Work or residence",
    ]);
    expect(main.getByRole("button", { name: "Check" })).toBeDefined();
    expect(page.html).not.toContain("__reactRouterContext");
    expect((await readPage(app, `${path}.data`)).status).toBe(404);
  });

  test("[B-CHECK-2] other spellings lead to the one address of an answer, and a destination alone is chosen", async () => {
    for (const other of [
      "passport=bs&to=uk",
      "to=GB&for=visit&passport=BS",
      "passport=BS&to=GB&for=visit&x=1",
      "passport=B%53&to=GB&for=visit",
    ])
      expect(await movedTo(`${path}?${other}`)).toEqual([301, uk]);
    await cached(uk);
    expect(await movedTo(`${path}?to=GB&passport=BS&for=visit`), "while it is cached").toEqual([301, uk]);
    const page = await readPage(app, `${path}?to=GB`);
    expect(mainOf(page).getByLabelText("Where are you going?")).toHaveProperty("value", "GB");
    expect(mainOf(page).queryByText(/Choose the country that issued/)).toBeNull();
  });

  test("[B-CHECK-3] a missing or unknown value gives the form back, with its message at the field that takes the focus", async () => {
    const page = await readPage(app, `${path}?passport=&to=GB&for=study`);
    const passport = mainOf(page).getByLabelText("Your passport");
    expect([page.status, headOf(page.html).robots]).toEqual([200, "noindex, follow"]);
    expect(passport.hasAttribute("autofocus")).toBe(true);
    expect(passport.getAttribute("aria-invalid")).toBe("true");
    expect(mainOf(page).getByText("Choose the country that issued your passport.")).toBeDefined();
    expect(mainOf(page).getByRole("radio", { name: "Study" })).toHaveProperty("checked", true);
    expect(mainOf(page).getByLabelText("Where are you going?")).toHaveProperty("value", "GB");
    const both = textOf(await readPage(app, `${path}?passport=ZZ&to=&for=visit`));
    expect(both).toContain("Choose where you are going.");
    expect(both).not.toContain("You need");
    const why = await readPage(app, `${path}?passport=BS&to=GB&for=fun`);
    expect(mainOf(why).getByText("Choose why you are going.")).toBeDefined();
    expect(mainOf(why).getByRole("radio", { name: "Short visit" }).hasAttribute("autofocus")).toBe(true);
  });
});

describe("an answer", () => {
  test("[B-CHECK-5, B-CHECK-6, B-CHECK-7] shows headline, trip, longest stay, what else to know and its source", async () => {
    const page = await readPage(app, uk);
    const main = mainOf(page);
    expect(textOfElement(main.getByRole("heading", { level: 1 }))).toBe(
      "You do not need a visa, but an electronic travel authorization before you travel.",
    );
    const text = textOf(page);
    expect(text).toContain("With a passport of the Bahamas, going to the United Kingdom for a short visit.");
    expect(text).toContain("up to 6 months");
    expect(main.getByRole("heading", { name: "What you also need to know" })).toBeDefined();
    expect(text).toContain("The source said so on April 29, 2026; our office has not checked it yet.");
    expect(text).toContain("The officer at the border decides. This is information, not legal advice.");
    const source = main.getByRole("link", { name: "Immigration Rules, Appendix ETA National List" });
    expect(source.getAttribute("href")).toContain("https://www.gov.uk/guidance/immigration-rules/");
  });

  test("[B-CHECK-6, B-CHECK-8] one that depends on the trip lists its conditions, the other answer and our service", async () => {
    const page = await readPage(app, us);
    const main = mainOf(page);
    const titled = (name: string) => [...main.getByRole("region", { name }).querySelectorAll("li")].length;
    expect(titled("No visa is needed if all of this is true")).toBe(3);
    expect(titled("What you also need to know")).toBe(1);
    expect(textOfElement(main.getByRole("region", { name: "Otherwise" }))).toBe(
      "Otherwise You need a visa before you travel.",
    );
    const next = textOfElement(main.getByRole("complementary", { name: "What comes next" }));
    expect(next).toMatch(/US Travel \(B1\/B2\) Visa.*\$\d+.*to us/);
    expect(hrefs(main)).toEqual(
      expect.arrayContaining([
        "/apply?service=us-travel-b1-b2-visa&nationality=BS",
        "/visa/us-travel-b1-b2-visa",
        "/contact",
      ]),
    );
    await app.query("update visa_services set is_active = false where slug = 'us-travel-b1-b2-visa'");
    const without = await pageThat(app, us, ({ html }) => !html.includes('/visa/us-travel-b1-b2-visa"'));
    expect(hrefs(mainOf(without))).not.toContain("/apply?service=us-travel-b1-b2-visa&nationality=BS");
    expect(textOf(without)).not.toContain("You do not need us for this.");
    expect(hrefs(mainOf(without))).toContain("https://bs.usembassy.gov/preclearance/");
    await app.query("update visa_services set is_active = true where slug = 'us-travel-b1-b2-visa'");
  });

  test("[B-CHECK-8] one for which no visas are issued sells nothing, and says whom to ask", async () => {
    const [rule] = await app.query<{ answer: string; otherwise: string }>(
      "select answer, otherwise_answer as otherwise from entry_rules where source_url like '%usembassy%'",
    );
    await app.query(
      "update entry_rules set answer = 'suspended', otherwise_answer = null where source_url like '%usembassy%'",
    );
    const page = await pageThat(app, us, ({ html }) => html.includes("Visas are not being issued at present."));
    const next = mainOf(page).getByRole("complementary", { name: "What comes next" });
    expect(textOfElement(next)).toContain("Nobody can apply at present, with or without us. Ask us");
    expect(textOf(page)).not.toMatch(/\$\d/);
    expect(hrefs(mainOf(page)).filter((to) => to.startsWith("/apply"))).toEqual([]);
    expect(hrefs(mainOf(page))).toEqual(expect.arrayContaining(["/contact", "https://bs.usembassy.gov/preclearance/"]));
    await app.query("update entry_rules set answer = $1, otherwise_answer = $2 where answer = 'suspended'", [
      rule?.answer,
      rule?.otherwise,
    ]);
    await pageThat(app, us, ({ html }) => html.includes("It depends on your trip."));
  });

  test("[B-CHECK-9] one that needs nothing from us says so, without a price or a way to apply", async () => {
    for (const at of [uk, schengen, `${path}?passport=GB&to=GB&for=work`]) {
      const page = await readPage(app, at);
      expect(textOf(page), at).toContain("You do not need us for this.");
      expect(textOf(page), at).not.toMatch(/\$\d/);
      expect(hrefs(mainOf(page)).filter((to) => to.startsWith("/apply"))).toEqual([]);
      expect(mainOf(page).getByRole("link", { name: "Ask us, free" }).getAttribute("href")).toBe("/contact");
    }
    const yourself = textOf(await readPage(app, uk));
    expect(yourself).toContain("You can apply there yourself: www.gov.uk");
    expect(hrefs(mainOf(await readPage(app, schengen)))).toContain("https://eur-lex.europa.eu/eli/reg/2018/1806/oj");
  });

  test("[B-CHECK-4] an unanswered trip and one's own country have their words", async () => {
    expect(textOf(await readPage(app, unknown))).toContain("We have not checked this one. Ask us: it costs nothing.");
    expect(textOf(await readPage(app, `${path}?passport=GB&to=GB&for=visit`))).toContain(
      "This is your own country: you need no visa to enter it.",
    );
  });

  test("[B-CHECK-7, B-RULE-9] one that is due says when it was checked, and asks to ask us first", async () => {
    await app.query("update entry_rules set checked_on = '2024-08-20' where answer = 'eta'");
    const due = await pageThat(app, uk, ({ html }) => html.includes("When we last checked, on August 20, 2024:"));
    expect(textOfElement(mainOf(due).getByRole("heading", { level: 1 }))).toMatch(
      /^When we last checked, on August 20, 2024: You do not need a visa, but/,
    );
    expect(textOf(due)).toContain("Please ask us before you book.");
    expect(textOf(due)).toContain("Checked by our office on August 20, 2024. Source: Immigration Rules");
    await app.query("update entry_rules set checked_on = null where answer = 'eta'");
    await pageThat(app, uk, ({ html }) => !html.includes("When we last checked"));
  });
});

describe("search engines", () => {
  test("[B-CHECK-10] the page has its metadata, picture, breadcrumbs and its place in the sitemap", async () => {
    const { html } = await readPage(app, path);
    expect(headOf(html)).toMatchObject({ canonical: app.url + path, robots: "index, follow" });
    expect(html).toContain(`content="${app.url}/social/do-i-need-a-visa.png"`);
    expect((await fetch(`${app.url}/social/do-i-need-a-visa.png`)).status).toBe(200);
    expect(blocksOf(html).map((block) => block["@type"])).toEqual(["BreadcrumbList"]);
    expect(await (await fetch(`${app.url}/sitemap.xml`)).text()).toContain(`<loc>${app.url}${path}</loc>`);
  });

  test("[B-CHECK-10] an answer has its own title, address and question, an unanswered trip none of them", async () => {
    const { html } = await readPage(app, uk);
    expect(headOf(html)).toEqual({
      title: "Passport of the Bahamas, going to the United Kingdom: do I need a visa? | Lucaya",
      ...{ canonical: app.url + uk, robots: "index, follow" },
    });
    const [question] = blocksOf(html).filter((block) => block["@type"] === "FAQPage");
    expect(question).toMatchObject({
      citation: expect.stringContaining("https://www.gov.uk/"),
      mainEntity: [
        {
          name: "Passport of the Bahamas, going to the United Kingdom: do I need a visa?",
          acceptedAnswer: { text: expect.stringMatching(/^You do not need a visa, but .* not legal advice\.$/) },
        },
      ],
    });
    expect(question).not.toHaveProperty("dateModified");
    await app.query("update entry_rules set checked_on = current_date where answer = 'eta'");
    const checked = await pageThat(app, uk, (page) => page.html.includes("Checked by our office"));
    expect(JSON.stringify(blocksOf(checked.html))).toMatch(/"dateModified":"\d{4}-\d\d-\d\d"/);
    await app.query("update entry_rules set checked_on = null where answer = 'eta'");
    const study = headOf((await readPage(app, `${path}?passport=GB&to=GB&for=study`)).html).title;
    expect(study).toBe(
      "Passport of the United Kingdom, going to the United Kingdom to study: do I need a visa? | Lucaya",
    );
    const { html: unanswered } = await readPage(app, unknown);
    expect(headOf(unanswered)).toMatchObject({ canonical: app.url + path, robots: "noindex, follow" });
    expect(blocksOf(unanswered).map((block) => block["@type"])).toEqual(["BreadcrumbList"]);
  });
});

describe("the page cache", () => {
  test("[B-CHECK-11] the page and its answers are cached, unanswered and unknown trips are not", async () => {
    for (const at of [path, uk, us]) await cached(at);
    for (const at of [unknown, `${path}?passport=&to=GB&for=visit`, `${path}?passport=ZZ&to=ZZ&for=visit`])
      for (let round = 0; round < 3; round++) expect(String(await how(at)), at).not.toMatch(/hit|stored/);
  });

  test("[B-CHECK-11] a rule that was taken offline, and one that was added, show at the next load", async () => {
    await cached(schengen);
    await app.query("update entry_rules set published = false where answer = 'visa_free'");
    await pageThat(app, schengen, ({ html }) => html.includes("We have not checked this one."));
    await app.query("update entry_rules set published = true where answer = 'visa_free'");
    await pageThat(app, schengen, ({ html }) => html.includes("You do not need a visa."));
  });
});

test("[B-CHECK-12] a check leaves no cookie, no row and no word in the log or the metrics", async () => {
  const rare = `${path}?passport=NR&to=AU&for=transit`;
  const before = app.output().length;
  const rows = async () => {
    const counts = await app.query<{ n: number }>(
      "select (select count(*) from visa_service_views) + (select count(*) from limit_counts) + (select count(*) from admin_activity_log) as n",
    );
    return Number(counts[0]?.n);
  };
  const counted = await rows();
  const response = await fetch(app.url + rare);
  expect(response.headers.get("set-cookie")).toBeNull();
  await response.text();
  expect(await rows()).toBe(counted);
  expect(app.output().slice(before)).not.toMatch(/passport=|\bNR\b|transit/);
  expect(await app.metrics()).not.toMatch(/passport=|\bNR\b|for=transit/);
  const service = await serviceId(app, "us-travel-b1-b2-visa");
  const session = "session-of-a-check";
  const sent = { service, session, referrer: app.url + us };
  const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
  await new HttpClient(app).post("/services/views", sent, { "user-agent": agent });
  const view = await until("the view is stored", async () =>
    (await app.query("select referrer from visa_service_views where session_id = $1", [session])).at(0),
  );
  expect(view).toEqual({ referrer: app.url + path });
});

test("[B-CHECK-13] home, the services, each country's and each service's page lead there, with their destination", async () => {
  const home = await readPage(app, "/");
  expect(home.screen.getByRole("link", { name: "Find your visa" }).getAttribute("href")).toBe(path);
  for (const [at, to] of [
    ["/services", path],
    ["/services/united-kingdom", `${path}?to=GB`],
    ["/visa/us-travel-b1-b2-visa", `${path}?to=US`],
  ] as const)
    expect(hrefs(mainOf(await readPage(app, at))), at).toContain(to);
});
