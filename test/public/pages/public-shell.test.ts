import { beforeAll, describe, expect, test } from "vitest";
import { cachedPaths } from "../../harness/browser/public-paths";
import { HttpClient, until } from "../../harness/http-client";
import {
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

const app = await sharedApp();

const topBar = (screen: Screen) => textOfElement(region(screen, "Contact and language").element);
const languagesOf = (screen: Screen) =>
  region(screen, "Contact and language")
    .getAllByRole("button")
    .map((button) => button.textContent);
const set = (key: string, value: unknown) =>
  app.query(
    "insert into site_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    [key, JSON.stringify(value)],
  );

test("[P-SHELL-6, P-SHELL-7] the header's links lead to their pages, and one has its own marker", async () => {
  const { screen } = await readPage(app, "/");
  const menu = inside(inside(screen.getByRole("banner")).getByRole("navigation", { name: "Main" }));
  const links = menu.getAllByRole("link").map((link) => [textOfElement(link), link.getAttribute("href")]);
  expect(links).toEqual(
    expect.arrayContaining([
      ["Home", "/"],
      ["About", "/about"],
      ["Visa Services", "/services"],
      ["Bahamas Immigration", "/bahamas-immigration"],
      ["Have Questions?", "/faqs"],
      ["Contact", "/contact"],
    ]),
  );
  const services = menu.getByRole("link", { name: "Visa Services" }).closest("li");
  expect(services?.querySelector("details > summary")?.textContent).toBe("Visa services by country");
  const button = inside(screen.getByRole("banner")).getAllByRole("link", { name: "Get Visa" })[0];
  expect(button?.getAttribute("href")).toBe("/services");
});

test("[P-SHELL-3] the settings are stored under their names", async () => {
  const columns = await app.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'site_settings'",
  );
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(["key", "value"]));
  const stored = await app.query<{ key: string }>("select key from site_settings");
  const wanted =
    "contact_phone contact_email contact_location languages default_language whatsapp_phone apply_email address_line1 address_line2 admin_notification_email";
  expect(stored.map(({ key }) => key)).toEqual(expect.arrayContaining(wanted.split(" ")));
});

test("[P-SHELL-4, P-SHELL-21] by default there are four languages, English first, and the site has its default name", async () => {
  const { screen } = await readPage(app, "/");
  expect(topBar(screen)).toMatch(/Language: English English/);
  expect(languagesOf(screen)).toEqual(["English", "Español", "Creole", "French"]);
  expect(part(screen, "contentinfo").words).toContain("© 2025 Lucaya Visa & Immigration");
});

describe("changed settings", () => {
  let changed: SentPage;
  beforeAll(async () => {
    await set("contact_phone", "+1 242 555 7001");
    await set("contact_email", "bridge@lucaya.example");
    await set("contact_location", "Marsh Harbour, Abaco");
    await set("languages", ["English", "Português"]);
    await set("default_language", "Português");
    await set("site_name", "Abaco Papers");
    changed = await pageThat(app, "/faqs", ({ html }) => html.includes("Abaco Papers"));
  });

  test("[P-SHELL-1] the top bar shows the configured phone, email and location", () => {
    const bar = region(changed.screen, "Contact and language");
    for (const [text, address] of Object.entries({
      "+1 242 555 7001": "tel:+12425557001",
      "bridge@lucaya.example": "mailto:bridge@lucaya.example",
    }))
      expect(bar.getByRole("link", { name: text }).getAttribute("href")).toBe(address);
    expect(bar.words).toContain("Marsh Harbour, Abaco");
  });

  test("[P-SHELL-4] the picker lists the configured languages and starts at the configured one", () => {
    expect(topBar(changed.screen)).toMatch(/Language: Português/);
    expect(languagesOf(changed.screen)).toEqual(["English", "Português"]);
  });

  test("[P-SHELL-21] header and footer show the configured name", () => {
    expect(textOfElement(changed.screen.getByRole("banner"))).toContain("Abaco Papers");
    expect(part(changed.screen, "contentinfo").words).toContain("© 2025 Abaco Papers");
  });
});

describe("[P-SHELL-2] fallbacks of missing settings", () => {
  let bare: SentPage;
  beforeAll(async () => {
    await app.query("delete from site_settings where key <> 'admin_notification_email'");
    bare = await pageThat(app, "/contact", ({ html }) => html.includes("Nassau, Bahamas"));
  });

  test("the top bar shows the default phone, email, location and languages", () => {
    expect(topBar(bare.screen)).toMatch(/^\+1 242 555 \d{4} \S+@\S+ Nassau, Bahamas Language: English/);
    expect(languagesOf(bare.screen)).toEqual(["English", "Español", "Creole", "French"]);
  });

  test("the footer shows the default WhatsApp number and postal address", () => {
    const footer = part(bare.screen, "contentinfo");
    expect(footer.getByRole("link", { name: /WhatsApp/ }).textContent).toMatch(/\+1 242 555 \d{4}/);
    expect(textOfElement(footer.element)).toMatch(/\d+ [A-Z]\w+ Street Nassau, New Providence/);
  });

  test("the page for lost applications shows the default email for applications", async () => {
    const client = new HttpClient(app);
    const help = async () => (await client.get("/apply/start")).text();
    expect(await help()).toContain('href="mailto:apply@lucaya.example"');
    await set("apply_email", "papers@lucaya.example");
    await until("another address for applications", async () =>
      (await help()).includes("mailto:papers@lucaya.example"),
    );
  });
});

describe.each([...cachedPaths, "/visa/uk-visitor-visa", "/blog/proof-of-funds-an-officer-can-read"])("%s", (path) => {
  let screen: Screen;
  let footer: Screen;
  beforeAll(async () => {
    ({ screen } = await readPage(app, path));
    footer = part(screen, "contentinfo");
  });

  test("[P-SHELL-9, P-SHELL-10] the page ends with the footer, which links to the eVisa, three countries and the contact page", () => {
    const main = screen.getByRole("main");
    expect(main.compareDocumentPosition(footer.element) & 4, "it follows the page").toBe(4);
    const wanted = [
      "/services/bahamian-evisa",
      "/services?country=usa",
      "/services?country=canada",
      "/services?country=uk",
      "/contact",
    ];
    expect(hrefs(footer)).toEqual(expect.arrayContaining(wanted));
  });

  test("[P-SHELL-11] the footer links to the policy by four names", () => {
    const policy = footer
      .getAllByRole("link")
      .filter((link) => link.getAttribute("href")?.startsWith("/privacy-policy"));
    expect(policy.map(textOfElement)).toEqual([
      "Privacy Policy",
      "Cookie Policy",
      "Data Protection Policy",
      "Terms Of Service",
    ]);
  });

  test("[P-SHELL-12, P-SHELL-13] the footer names the accepted cards and the copyright year", () => {
    const cards = footer.getByText("We accept").nextElementSibling;
    expect(
      cards &&
        inside(cards as HTMLElement)
          .getAllByRole("listitem")
          .map(textOfElement),
    ).toEqual(["VISA Visa", "Mastercard", "American Express"]);
    expect(footer.words).toContain("© 2025");
  });

  if (path !== "/")
    test("[P-SHELL-15] the breadcrumbs begin with Home", () => {
      const trail = inside(screen.getByRole("navigation", { name: "Breadcrumb" }));
      const [first] = trail.getAllByRole("link");
      expect([first && textOfElement(first), first?.getAttribute("href")]).toEqual(["Home", "/"]);
      expect(headings(screen, 1)).toHaveLength(1);
    });
});
