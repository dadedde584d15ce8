import { expect, test } from "vitest";
import { mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { HttpClient } from "../harness/http-client";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// What a browser can do without JavaScript: open pages, follow links, fill in and send forms.
const app = await sharedApp();

/** Reads pages and uses their links and buttons, by name; follows redirects. */
class Reader {
  readonly client = new HttpClient(app);
  path = "";
  screen: Screen = screenOf("");

  async open(path: string, answer?: Promise<Response>): Promise<void> {
    const response = await (answer ?? this.client.get(path));
    const location = response.headers.get("location");
    if (location) return this.open(location);
    this.path = path;
    this.screen = screenOf(await response.text());
  }

  follow(link: HTMLElement): Promise<void> {
    return this.open(this.target(link.getAttribute("href") ?? ""));
  }

  /** Sends the form that contains a button, with the text typed into it. */
  press(name: string): Promise<void> {
    const button = this.screen.getByRole("button", { name });
    expect(button.getAttribute("type"), `${name} sends its form`).not.toBe("button");
    const form = button.closest("form");
    const { FormData: Read } = form?.ownerDocument.defaultView ?? {};
    if (!form || !Read) throw new Error(`${name} is in no form`);
    const fields = Object.fromEntries([...new Read(form)].map(([field, value]) => [field, String(value)]));
    const own = button.getAttribute("name");
    if (own) fields[own] = button.getAttribute("value") ?? "";
    const target = this.target(form.getAttribute("action") ?? "");
    if (form.method === "post") return this.open(target, this.client.post(target, fields));
    return this.open(`${target.replace(/\?.*/, "")}?${new URLSearchParams(fields)}`);
  }

  type(label: string, text: string): void {
    this.screen.getByLabelText<HTMLInputElement>(label).value = text;
  }

  private target(path: string): string {
    const { pathname, search } = new URL(path, app.url + this.path);
    return pathname + search;
  }
}

async function at(path: string): Promise<Reader> {
  const reader = new Reader();
  await reader.open(path);
  return reader;
}

test("a menu opens without JavaScript and has its links", async () => {
  const { screen } = await at("/about");
  const banner = inside(screen.getByRole("banner"));
  for (const [name, count] of [
    ["Visa services by country", 9],
    ["Menu", 15],
  ] as const) {
    const marker = banner.getByText(name);
    expect(marker.closest("summary")?.parentElement?.nodeName, name).toBe("DETAILS");
    const item = marker.closest("li") ?? marker.closest("details");
    const links = item ? inside(item).getAllByRole("link") : [];
    expect(links.length, name).toBeGreaterThanOrEqual(count);
    for (const link of links) expect(link.getAttribute("href"), name).toMatch(/^(\/|tel:|mailto:)/);
  }
});

test.each([
  ["/faqs", "Search the questions", "refund", /\/faqs\?q=refund/],
  ["/forms", "Search the forms", "worksheet", /\/forms\?q=worksheet/],
])("the search of %s is submitted by its button and shows its result", async (path, label, text, address) => {
  const reader = await at(path);
  reader.type(label, text);
  await reader.press("Search");
  expect(reader.path).toMatch(address);
  expect(reader.screen.getByLabelText<HTMLInputElement>(label).value).toBe(text);
  expect(inside(reader.screen.getByRole("main")).getByRole("status").textContent).toContain(`“${text}”`);
  await reader.follow(reader.screen.getByRole("link", { name: "Show all" }));
  expect(reader.path).toBe(path);
});

test("[P-BLOG-5, P-BLOG-6] a visitor subscribes to the newsletter, is refused with an invalid email, confirms and unsubscribes", async () => {
  const email = "quiet@mail.example";
  const reader = await at("/blog");
  reader.type("Email address", "quiet@mail");
  await reader.press("Subscribe");
  reader.screen.getByText("Please enter a valid email address");
  expect(reader.screen.getByLabelText<HTMLInputElement>("Email address").value).toBe("quiet@mail");
  reader.type("Email address", email);
  await reader.press("Subscribe");
  reader.screen.getByRole("heading", { name: "Please check your email" });
  const [mail] = await mailsTo(app, email, "newsletter_opt_in", 1);
  const link = (name: string) => new RegExp(`/newsletter/${name}\\?token=\\S+`).exec(mail?.text ?? "")?.[0] ?? "";
  const subscribed = () =>
    app.query(
      "select 1 from newsletter_subscribers where email = $1 and confirmed_at is not null and unsubscribed_at is null",
      [email],
    );
  expect(await subscribed()).toHaveLength(0);
  await reader.open(link("confirm"));
  await reader.press("Confirm");
  reader.screen.getByRole("heading", { name: "You are subscribed" });
  expect(await subscribed()).toHaveLength(1);
  await reader.open(link("unsubscribe"));
  await reader.press("Unsubscribe");
  reader.screen.getByRole("heading", { name: "You are unsubscribed" });
  expect(await subscribed()).toHaveLength(0);
});

test("a visitor starts an application from its service and finds it again by mail in another browser", async () => {
  const email = "quiet-start@mail.example";
  const reader = await at("/visa/uk-visitor-visa");
  const side = inside(reader.screen.getByRole("complementary", { name: "At a glance" }));
  await reader.follow(side.getByRole("link", { name: /^Apply Now/ }));
  reader.type("Email address", email);
  reader.screen.getByRole<HTMLInputElement>("checkbox", { name: /^I agree/ }).checked = true;
  await reader.press("Start Application");
  expect(reader.path).toMatch(/^\/apply\/[0-9a-f-]{36}$/);
  const otherDriver = await at("/apply/start");
  otherDriver.type("Email address or application number", email);
  await otherDriver.press("Send me the link");
  const [mail] = await mailsTo(app, email, "resume_link", 1);
  await otherDriver.open(resumeLinkOf(mail).path);
  const keepOther = otherDriver.screen.queryByRole<HTMLInputElement>("radio", { name: /^Yes, keep the other browser/ });
  if (keepOther) keepOther.checked = true;
  await otherDriver.press("Continue");
  expect(otherDriver.path).toBe(reader.path);
});
