import PostalMime, { type Email } from "postal-mime";
import { describe, expect, test } from "vitest";
import { writtenMails } from "../harness/desk/inquirer";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const client = () => new HttpClient(app);
const subscribe = (email: string, from = client()) => from.post("/newsletter", { email });

/** Whether an address is stored as subscribed. */
async function isSubscribed(email: string) {
  const rows = await app.query(
    "select 1 from newsletter_subscribers where email = $1 and confirmed_at is not null and unsubscribed_at is null",
    [email],
  );
  return rows.length > 0;
}

async function mailTo(email: string): Promise<Email> {
  return until(`a mail to ${email}`, async () => {
    const mails = await Promise.all(writtenMails(app).map((source) => PostalMime.parse(source)));
    return mails.findLast((mail) => mail.to?.some(({ address }) => address === email));
  });
}

async function linksFor(email: string) {
  await subscribe(email);
  const { text = "" } = await mailTo(email);
  const path = (name: string) =>
    new RegExp(`http://localhost:\\d+(/newsletter/${name}\\?token=\\S+)`).exec(text)?.[1] ?? "";
  return { confirm: path("confirm"), unsubscribe: path("unsubscribe") };
}
const tokenOf = (path: string) => path.split("token=")[1] ?? "";

describe("a subscription", () => {
  test("[P-BLOG-4] the blog asks for a subscription with an email and a button", async () => {
    const html = await (await client().get("/blog")).text();
    const form = /<form[^>]*action="\/newsletter"[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? "";
    expect(form).toContain('type="email"');
    expect(form).toContain("Subscribe");
  });

  test("[P-BLOG-5] subscribing sends an opt-in mail and stores no subscription before it is confirmed", async () => {
    const email = "marva@mail.example";
    const response = await subscribe(" Marva@Mail.Example ");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Please check your email");
    const mail = await mailTo(email);
    expect(mail.subject).toBe("Please confirm your subscription");
    expect(mail.html).toContain("/newsletter/confirm?token=");
    expect(await isSubscribed(email)).toBe(false);
  });

  test("a subscription that looks automated must be sent again and sends no mail before", async () => {
    const email = "careful@mail.example";
    const posted = await client().post("/newsletter", { email, preferredGreeting: "Buy now" });
    expect(posted.status).toBe(422);
    const html = await posted.text();
    expect(html).toContain("We couldn’t tell whether a person sent this.");
    expect(html, "the address is still there").toContain(email);
    expect(html).not.toContain("Buy now");
    const rows = () => app.query("select 1 from newsletter_subscribers where email = $1", [email]);
    expect(await rows()).toEqual([]);
    expect((await subscribe(email)).status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });

  test("[P-BLOG-6, P-BLOG-5] a subscription is stored when its link is confirmed, and not by opening the link alone", async () => {
    const email = "confirms@mail.example";
    const { confirm } = await linksFor(email);
    const page = await client().get(confirm);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(await page.text()).toContain(email);
    expect(await isSubscribed(email)).toBe(false);
    const done = await client().post(confirm, { token: tokenOf(confirm) });
    expect(done.status).toBe(200);
    expect(await done.text()).toContain("You are subscribed");
    expect(await isSubscribed(email)).toBe(true);
  });

  test("[P-BLOG-5] a forged, expired or different token confirms no subscription", async () => {
    const email = "forged@mail.example";
    const { confirm, unsubscribe } = await linksFor(email);
    const token = tokenOf(confirm);
    const otherToken = tokenOf((await linksFor("another@mail.example")).confirm);
    for (const wrong of [
      "",
      "x",
      `${token.slice(0, -4)}AAAA`,
      otherToken.slice(0, 22) + token.slice(22),
      tokenOf(unsubscribe),
    ]) {
      expect((await client().get(`/newsletter/confirm?token=${wrong}`)).status).toBe(404);
      expect((await client().post("/newsletter/confirm", { token: wrong })).status).toBe(400);
    }
    expect(await isSubscribed(email)).toBe(false);
    // A link to one address is invalid once the row has another one.
    await app.query("update newsletter_subscribers set email = 'moved@mail.example' where email = $1", [email]);
    expect((await client().post("/newsletter/confirm", { token })).status).toBe(400);
  });

  test("the button of its page ends a subscription, and opening the page alone doesn't", async () => {
    const email = "leaves@mail.example";
    const { confirm, unsubscribe } = await linksFor(email);
    await client().post(confirm, { token: tokenOf(confirm) });
    expect(await (await client().get(unsubscribe)).text()).toContain("Unsubscribe from the newsletter");
    expect(await isSubscribed(email)).toBe(true);
    expect(await (await client().post(unsubscribe, {})).text()).toContain("You are unsubscribed");
    expect(await isSubscribed(email)).toBe(false);
  });

  test("a mail client's one-click request (RFC 8058) ends a subscription without an origin", async () => {
    const email = "oneclick@mail.example";
    const { confirm } = await linksFor(email);
    await client().post(confirm, { token: tokenOf(confirm) });
    const headers = new Map((await mailTo(email)).headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const url = /^<http:\/\/localhost:\d+(\/newsletter\/unsubscribe\?token=[\w-]+)>$/.exec(
      headers.get("list-unsubscribe") ?? "",
    )?.[1];
    const click = { "List-Unsubscribe": "One-Click" };
    const forged = `${url?.slice(0, -4)}AAAA`;
    expect((await client().post(forged, click, { origin: undefined })).status).toBe(400);
    // Somebody who unsubscribes isn't asked to subscribe.
    const unknown = await (await client().get(forged)).text();
    expect(unknown).toContain("we’ll remove your address ourselves");
    expect(unknown).not.toContain("enter your address again");
    expect(await isSubscribed(email)).toBe(true);
    expect((await client().post(url ?? "", click, { origin: undefined })).status).toBe(200);
    expect(await isSubscribed(email)).toBe(false);
  });

  test("the response is the same for an email that is already subscribed and a new one", async () => {
    const email = "known@mail.example";
    const { confirm } = await linksFor(email);
    await client().post(confirm, { token: tokenOf(confirm) });
    const plain = async (address: string) => {
      const response = await subscribe(address);
      const text = (await response.text()).replace(/<script.*?<\/script>/gs, "").replaceAll(address, "…");
      return `${response.status} ${text.replace(/nonce="[^"]*"/g, "")}`;
    };
    expect(await plain(email)).toBe(await plain("unknown@mail.example"));
    const mails = await app.query("select 1 from email_notifications where recipient_email = $1", [email]);
    expect(mails).toHaveLength(2);
    expect(await isSubscribed(email)).toBe(true);
  });
});

describe("the newsletter form", () => {
  test("an invalid email is refused and stays in the field", async () => {
    const response = await subscribe('nobody"><b>');
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("Please enter a valid email address");
    expect(html).toContain('value="nobody&quot;&gt;&lt;b&gt;"');
  });

  test("[P-PERM-9] a cross-site subscription is refused", async () => {
    for (const origin of ["https://evil.example", undefined]) {
      const response = await client().post("/newsletter", { email: "evil@mail.example" }, { origin });
      expect(response.status).toBe(403);
    }
    expect(await app.query("select 1 from newsletter_subscribers where email = 'evil@mail.example'")).toEqual([]);
  });

  // `app/content/newsletter/subscribe.test.ts` tests the limits and the nightly cleanup.
  test("[P-PERM-10] an IP that entered twenty emails within an hour is refused with a message", async () => {
    const from = client();
    await app.query("insert into limit_counts (key, count, window_ends) values ($1, 20, now() + interval '1 hour')", [
      `newsletter from ${from.address}`,
    ]);
    const refused = await subscribe("many@mail.example", from);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("Too many addresses were entered from your internet connection.");
    expect(await app.query("select 1 from newsletter_subscribers where email = 'many@mail.example'")).toEqual([]);
  });
});
