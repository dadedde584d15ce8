import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get as ask, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { admin, embeddedUrl, startApp } from "../harness/app-server";
import { cachedPaths } from "../harness/browser/public-paths";
import { HttpClient, until } from "../harness/http-client";
import { untilWaiting } from "../harness/waiting";

const app = await startApp({ SAMPLE_DATA: "yes", TRUST_PROXY: "yes" });
// Its files are encrypted with a key derived from the secret.
const SECRET = readFileSync(join(app.dataDir, "secret"), "utf8").trim();
const second = await startApp({ DATABASE_URL: embeddedUrl(app.dataDir), SECRET });

type Got = { status: number; headers: IncomingMessage["headers"]; body: Buffer; text: string };

/** On a raw connection: `fetch` would decode the body and hide its length. */
function get(path: string, headers: Record<string, string> = {}, method = "GET", at = app): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = ask(
      at.url + path,
      { headers: { Host: "lucaya.example", ...headers }, method },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
      },
    );
    request.once("error", reject);
  });
}
const how = async (path: string, at = app) => (await get(path, {}, "GET", at)).headers["cache-status"];
const hit = "lucaya; hit";
const stored = "lucaya; fwd=miss; stored";
const cached = (path: string, at = app) => until(`${path} is cached`, async () => (await how(path, at)) === hit);

const pages = [...cachedPaths, "/services/united-states", "/visa/us-travel-b1-b2-visa"];

test.each(pages)("%s is rendered once per instance and is identical on every instance", async (path) => {
  const ownPage = await cached(path).then(() => get(path));
  const otherPage = await cached(path, second).then(() => get(path, {}, "GET", second));
  expect(ownPage.status).toBe(200);
  expect(ownPage.body.length).toBeGreaterThan(200);
  expect(otherPage.text === ownPage.text, "the two instances rendered the same bytes").toBe(true);
  expect(ownPage.headers.etag).toBe(otherPage.headers.etag);
  expect(ownPage.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  expect(ownPage.headers.vary).toMatch(/accept-encoding/i);
  expect(ownPage.headers["set-cookie"]).toBeUndefined();
  expect(ownPage.headers["x-request-id"]).not.toBe(otherPage.headers["x-request-id"]);
  expect(ownPage.text, "nothing of the one who asked first").not.toMatch(/nonce=|localhost|127\.0\.0\.1/);
});

test("staff and applicants get the public bytes, and nothing of theirs reaches the cache", async () => {
  const desk = new HttpClient(app);
  await desk.post("/admin/login", admin);
  const applicant = new HttpClient(app);
  await applicant.start("cache@mail.example");
  await cached("/about");
  const { text } = await get("/about");
  for (const { cookies } of [desk, applicant]) {
    expect(cookies.size).toBeGreaterThan(0);
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await get("/about", { Cookie });
    expect([answer.headers["cache-status"], answer.text === text]).toEqual([hit, true]);
    // Rendered without the cache for signed-in users: it contains nothing of them.
    await app.query("update site_settings set value = value");
    const rendered = await until("it is rendered again", async () => {
      const response = await get("/about", { Cookie, "X-Forwarded-For": "203.0.113.77" });
      return response.headers["cache-status"] === stored ? response : undefined;
    });
    expect(rendered.text === text).toBe(true);
  }
});

test("a page cached for one Host is not served for another", async () => {
  await cached("/about");
  const { text } = await get("/about");
  const otherHost = { Host: "other.example" };
  const first = await get("/about", otherHost);
  expect(first.headers["cache-status"]).toBe(stored);
  expect([first.text.includes("http://other.example"), first.text.includes("//lucaya.example")]).toEqual([true, false]);
  expect((await get("/about", otherHost)).headers["cache-status"]).toBe(hit);
  expect((await get("/about")).text === text).toBe(true);
  expect(text).not.toContain("other.example");
});

describe("encodings, conditional requests and HEAD", () => {
  const path = "/visa/us-travel-b1-b2-visa";

  test("brotli, gzip and uncompressed responses contain the same page", async () => {
    await cached(path);
    const plain = await get(path);
    const br = await get(path, { "Accept-Encoding": "gzip, br" });
    const gz = await get(path, { "Accept-Encoding": "gzip" });
    expect([br, gz, plain].map(({ headers }) => headers["content-encoding"])).toEqual(["br", "gzip", undefined]);
    for (const { headers, body } of [br, gz, plain]) expect(Number(headers["content-length"])).toBe(body.length);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gz.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(gz.body.length);
  });

  test.each([
    ["cached", async () => undefined],
    [
      "rendered just now",
      async () => {
        await app.query("update faqs set published = published");
        await until("it is gone", async () => (await how("/faqs")) === stored);
      },
    ],
  ])("a page that is %s gets 304 for its ETag, and only headers for HEAD", async (_, arrange) => {
    const first = await get(path);
    await arrange();
    const etag = first.headers.etag ?? "";
    const same = await get(path, { "If-None-Match": `"other", ${etag}` });
    expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, etag]);
    expect(same.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
    expect(same.headers["content-length"]).toBeUndefined();
    await arrange();
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(first.body.length));
    expect((await get(path, { "If-None-Match": '"other"' })).status).toBe(200);
  });
});

describe("requests that are not cached", () => {
  test.each([
    ["a search", "/faqs?q=passport"],
    ["a search among forms", "/forms?q=visa&country=Bahamas"],
    ["a filter that no page links to", "/services?country=atlantis"],
    ["a category that there is not", "/blog?category=Nothing"],
    ["a missing service", "/visa/not-there"],
    ["a missing post", "/blog/not-there"],
    ["a missing page", "/nope"],
    ["a redirect", "/services/bahamian-evisa"],
    ["the start, which has cookies and attempts of its own", "/apply"],
    ["the help", "/apply/start"],
    ["the sign-in", "/admin/login"],
  ])("%s is not cached", async (_, path) => {
    for (let round = 0; round < 3; round++) expect(`${await how(path)}`).not.toMatch(/hit|stored/);
  });

  test("unknown parameters create no new page", async () => {
    await cached("/blog");
    expect(await how("/blog?utm_source=mail&fbclid=1")).toBe(hit);
  });
});

describe("invalidation", () => {
  const tables = [
    "countries",
    "service_categories",
    "visa_services",
    "visa_pricing_tiers",
    "seo_metadata",
    "blog_posts",
    "post_addresses",
    "faqs",
    "entry_rules",
    "entry_rule_passports",
    "forms",
    "site_settings",
    "content_published",
    "google_reviews",
    "reviews_metadata",
  ];
  test.each(tables)("[P-SHELL-23] a manual change of %s invalidates the pages on both instances", async (table) => {
    await cached("/about");
    await cached("/about", second);
    await app.query(`delete from ${table} where false`);
    for (const at of [app, second])
      await until("the page is rendered again", async () => (await how("/about", at)) === stored);
  });

  test("[P-SHELL-23] changed texts show at the next load on both instances, and the old ones never again", async () => {
    const path = "/visa/us-travel-b1-b2-visa";
    for (let round = 0; round < 5; round++) {
      await cached(path);
      await cached(path, second);
      const name = `Round ${round} of the name`;
      await app.query("update visa_services set service_name = $1 where slug = 'us-travel-b1-b2-visa'", [name]);
      for (const at of [app, second]) {
        await until("the change is seen", async () => (await get(path, {}, "GET", at)).text.includes(name));
        // Cached from now on, whatever was in flight.
        await cached(path, at);
        expect((await get(path, {}, "GET", at)).text).toContain(name);
      }
    }
  });

  test("an unpublished page is removed from the cache: [P-PERM-1] an unpublished post is in no cached page", async () => {
    const [post] = await app.query<{ slug: string; title: string }>(
      "select slug, title from blog_posts where published order by published_at desc limit 1",
    );
    await cached("/blog");
    await cached(`/blog/${post?.slug}`);
    await app.query("update blog_posts set published = false where slug = $1", [post?.slug]);
    await until("the post is gone", async () => (await get(`/blog/${post?.slug}`)).status === 404);
    expect((await get("/blog")).text).not.toContain(post?.slug);
    await app.query("update blog_posts set published = true where slug = $1", [post?.slug]);
    await until("it is back", async () => (await get(`/blog/${post?.slug}`)).status === 200);
  });

  test("a rolled back change invalidates nothing", async () => {
    await cached("/about");
    await app.query(
      "do $$ begin update site_settings set value = value; raise exception 'no'; exception when others then null; end $$",
    );
    await app.query("select pg_notify('somebody_else', 'x')");
    expect(await how("/about")).toBe(hit);
  });

  test("after the LISTEN connection is killed no cached page is used, and later changes are notified again", async () => {
    await cached("/about");
    const listening = "select pid from pg_stat_activity where application_name = 'lucaya content'";
    const before = await app.query<{ pid: number }>(listening);
    await app.query(`select pg_terminate_backend(pid) from (${listening}) as listeners`);
    await until("it is rendered again", async () => (await how("/about")) !== hit);
    await until("both listen again", async () => {
      const now = await app.query<{ pid: number }>(listening);
      return now.length === 2 && now.every(({ pid }) => !before.some((old) => old.pid === pid));
    });
    await cached("/about");
    await app.query("update site_settings set value = value");
    await until("a change is heard of", async () => (await how("/about")) === stored);
  });
});

test("a hundred simultaneous requests for one page cause one rendering", async () => {
  const count = async (outcome: string) => {
    const metrics = await app.metrics();
    return Number(new RegExp(`lucaya_public_pages_total{outcome="${outcome}"} (\\d+)`).exec(metrics)?.[1] ?? 0);
  };
  await cached("/blog");
  await app.query("update site_settings set value = value");
  await until("it is dropped", async () => /lucaya_kept_pages 0/.test(await app.metrics()));
  const before = await count("miss");
  const [shared, hits] = [await count("shared"), await count("hit")];
  // The first rendering can't end before the others have come.
  const holder = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
  await holder.connect();
  // Otherwise a failure would leave the table locked for the following tests.
  onTestFinished(() => holder.end());
  await holder.query("begin; lock table blog_posts");
  const askers = Array.from({ length: 100 }, () => ask(`${app.url}/blog`, { headers: { Host: "lucaya.example" } }));
  const coming = askers.map(async (request) => {
    const [response]: IncomingMessage[] = await once(request, "response");
    response?.resume();
    return response?.headers ?? {};
  });
  for (const request of askers) {
    const [socket]: Socket[] = request.socket ? [request.socket] : await once(request, "socket");
    if (socket?.connecting) await once(socket, "connect");
  }
  // It is being rendered.
  await untilWaiting(app, "blog_posts");
  // An app accepts one connection per turn of its event loop, in which it also answers one of these.
  for (let times = 0; times < 100; times++) await app.metrics();
  await holder.query("commit");
  const answers = await Promise.all(coming);
  expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1);
  expect(new Set(answers.map((headers) => headers["x-request-id"])).size).toBe(100);
  expect((await count("miss")) - before).toBe(1);
  // The last connection may find the page in the cache.
  const sharedNow = (await count("shared")) - shared;
  expect(sharedNow + (await count("hit")) - hits).toBe(99);
  expect(sharedNow).toBeGreaterThan(0);
});

test.each([
  ["/", 1],
  ["/contact", 2],
])("[L-HOLD-2] the Content-Security-Policy of %s names its own scripts and no other", async (path, least) => {
  await cached(path);
  const { headers, text } = await get(path);
  const policy = `${headers["content-security-policy"]}`;
  const scripts = [...text.matchAll(/<script(?![^>]*(?:src=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)];
  expect(scripts.length).toBeGreaterThanOrEqual(least);
  const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  const named = policy.match(/'sha256-[^']+'/g) ?? [];
  expect(new Set(named)).toEqual(new Set(scripts.map(([, script = ""]) => hash(script))));
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|nonce|https?:|\*)/);
});
