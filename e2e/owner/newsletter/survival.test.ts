import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedUrl, freePort, startApp } from "../../../test/harness/app-server";
import { signIn } from "../../../test/harness/desk/desk";
import { startMailServer } from "../../../test/harness/fakes/mail-server";
import { HttpClient, until } from "../../../test/harness/http-client";
import { giveBackJobs } from "../../../test/harness/queue";

const smtp = await startMailServer();
const PORT = String(await freePort());
const settings: Record<string, string> = {
  TRUST_PROXY: "yes",
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  PORT,
  PUBLIC_URL: `http://localhost:${PORT}`,
};
let app = await startApp(settings);

const posts = async () =>
  (await app.query<{ id: string }>("select id from blog_posts where published order by slug")).map(({ id }) => id);
const got = () => smtp.received.flatMap(({ to }) => to).filter((to) => to.startsWith("reader"));
const subscribe = (n: number) =>
  app.query(
    `insert into newsletter_subscribers (email, confirmed_at)
     select 'reader' || i || '@mail.test', now() from generate_series(1, $1::int) i`,
    [n],
  );
const state = async (post = "") =>
  (await app.query<{ state: string }>("select state from newsletter_issues where post_id = $1", [post]))[0]?.state;

test("[O-NEWS-4] an issue killed midway and resumed, with two instances running, sends one mail to each subscriber", async () => {
  await subscribe(220);
  const [post = ""] = await posts();
  const desk = await signIn(app);
  const response = await desk.post(`/admin/content/newsletter/issues/${post}`, { intent: "send" });
  expect(response.status).toBe(302);
  await until("the first mails arrived", () => got().length > 20);
  const { dataDir } = app;
  await app.kill();
  const killed = new Date();
  app = await startApp({ ...settings, DATA_DIR: dataDir });
  const SECRET = readFileSync(join(dataDir, "secret"), "utf8").trim();
  const { SMTP_URL = "", PUBLIC_URL = "" } = settings;
  const second = await startApp({ DATABASE_URL: embeddedUrl(dataDir), SECRET, SMTP_URL, PUBLIC_URL });
  await giveBackJobs(app, killed);
  await until("all of it is sent", async () => (await state(post)) === "done", 120);
  await until("each mail is settled", async () => {
    const left = await app.query(
      "select 1 from email_notifications where email_type = 'newsletter_issue' and status = 'pending'",
    );
    return left.length === 0;
  });
  // A mail that was handed over when the program was killed may come again, with the same Message-ID (D20).
  const once = new Map(
    smtp.received.map(({ to, mail }) => [`${to.join()} ${mail.messageId}`, to.join()] satisfies [string, string]),
  );
  const readers = [...once.values()].filter((to) => to.startsWith("reader"));
  expect([readers.length, new Set(readers).size]).toEqual([220, 220]);
  await second.stop();
});

test("[O-NEWS-6, O-NEWS-7] an issue offers one-click unsubscribe: a POST without cookie or Origin unsubscribes, a GET does not", async () => {
  const issue = smtp.received.find(({ to }) => to[0] === "reader7@mail.test")?.mail;
  const header = (name: string) => issue?.headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const url = /^<(.*)>$/.exec(header("list-unsubscribe"))?.[1] ?? "";
  const ended = async () =>
    (
      await app.query<{ ended: boolean }>(
        "select unsubscribed_at is not null as ended from newsletter_subscribers where email = 'reader7@mail.test'",
      )
    )[0]?.ended;
  expect((await fetch(url)).status).toBe(200);
  expect(await ended()).toBe(false);
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const posted = await fetch(url, { method: "POST", headers: type, body: "List-Unsubscribe=One-Click" });
  expect([posted.status, await ended()]).toEqual([200, true]);
  const otherMail = smtp.received.find(({ to }) => to[0] === "reader8@mail.test")?.mail;
  const withoutToken = (html = "") => html.replace(/token=[\w-]+/g, "token=");
  expect(withoutToken(otherMail?.html)).toBe(withoutToken(issue?.html));
  expect(issue?.html).not.toContain("<img");
});

test("[O-LINK-1] a redirect takes effect at once on each instance, keeps the query, and ends when it is removed", async () => {
  const SECRET = readFileSync(join(app.dataDir, "secret"), "utf8").trim();
  const second = await startApp({ DATABASE_URL: embeddedUrl(app.dataDir), SECRET });
  const desk = await signIn(app);
  const screen = "/admin/content/redirects";
  const add = (from: string, to: string) => desk.post(screen, { intent: "add", from, to });
  for (const at of [app, second]) expect((await new HttpClient(at).get("/first")).status).toBe(404);
  expect((await add("/second", "/faqs?category=All#top")).status).toBe(302);
  expect((await add("/first", "/Second/")).status).toBe(302);
  for (const at of [app, second]) {
    const redirectOf = async () => {
      const response = await new HttpClient(at).get("/First?utm_source=card");
      return [response.status, response.headers.get("location")];
    };
    await until("it leads on", async () => (await redirectOf())[0] === 301);
    const client = new HttpClient(at);
    // The spelling of an address is set right first.
    expect((await client.get("/First?utm_source=card")).headers.get("location")).toBe("/first?utm_source=card");
    const response = await client.get("/first?utm_source=card");
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe("/faqs?category=All&utm_source=card#top");
  }
  expect((await add("/about", "/faqs")).status).toBe(409);
  const [first] = await app.query<{ id: string }>("select id from redirects where from_path = '/first'");
  expect((await desk.post(screen, { intent: "remove", redirect: first?.id ?? "" })).status).toBe(302);
  for (const at of [app, second])
    await until("it is gone", async () => (await new HttpClient(at).get("/first")).status === 404);
  await second.stop();
});

test("[O-LINK-2] the link check reads all default pages and finds nothing broken", async () => {
  const desk = await signIn(app);
  expect((await desk.post("/admin/content/links", { intent: "check" })).status).toBe(302);
  await until(
    "the check is done",
    async () => (await app.query("select 1 from link_checks where ended_at is not null")).length > 0,
    180,
  );
  expect(await app.query("select page, address, words from broken_links")).toEqual([]);
  const [check] = await app.query<{ pages: number }>("select pages from link_checks");
  expect(check?.pages).toBeGreaterThan(40);
});
