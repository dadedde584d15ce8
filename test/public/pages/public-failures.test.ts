import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { postgresProcess, startApp } from "../../harness/app-server";
import { until } from "../../harness/http-client";
import { logged } from "../../harness/logged";

const app = await startApp({ SAMPLE_DATA: "yes" });

const get = (path: string) => fetch(app.url + path);
const how = async (path: string) => (await get(path)).headers.get("cache-status") ?? "";
const untilCached = (path: string) => until(`${path} is kept`, async () => (await how(path)) === "lucaya; hit");
const titleOf = (html: string) => /<title>([^<]*)/.exec(html)?.[1];

async function dropAll() {
  await app.query("select pg_notify('public_content', 'test')");
  await until("nothing is kept", async () => /lucaya_kept_pages 0/.test(await app.metrics()));
}

/** With a table out of reach, and nothing kept of what was read from it. */
async function without<Result>(table: string, look: () => Promise<Result>): Promise<Result> {
  await app.query(`alter table ${table} rename to hidden`);
  await dropAll();
  try {
    return await look();
  } finally {
    await app.query(`alter table hidden rename to ${table}`);
  }
}

describe("one unreadable table", () => {
  test("[P-FAIL-3] unreadable metadata gives the page the default head, is logged, and the page is not cached", async () => {
    await untilCached("/about");
    const stored = titleOf(await (await get("/about")).text());
    await without("seo_metadata", async () => {
      const response = await get("/about");
      expect([response.status, response.headers.get("cache-status")]).toEqual([200, "lucaya; fwd=miss"]);
      const html = await response.text();
      expect(titleOf(html)).not.toBe(stored);
      expect(html).toMatch(/<meta name="description" content="[^"]*99%[^"]*15\+[^"]*150\+/);
      expect(await how("/about")).toBe("lucaya; fwd=miss");
    });
    await logged(app, "the metadata of /about could not be read");
    expect(titleOf(await (await get("/about")).text())).toBe(stored);
  });

  test.each([
    [
      "[P-FAIL-10] the settings: the fallbacks",
      "site_settings",
      "+1 242 555 0142",
      "the site settings could not be read",
    ],
    ["[P-FAIL-10] the reviews: their empty state", "google_reviews", "No reviews yet", "the reviews could not be read"],
  ])("%s are shown, without an error", async (_, table, shown, text) => {
    await without(table, async () => {
      const response = await get("/");
      expect([response.status, response.headers.get("cache-status")]).toEqual([200, "lucaya; fwd=miss"]);
      const html = await response.text();
      expect(html).toContain(shown);
      expect(html).not.toMatch(/went wrong|role="alert"/i);
    });
    await logged(app, text);
    await untilCached("/");
  });

  test("[P-FAIL-11] unreadable review metrics are logged, and the page shows the rest without them", async () => {
    await without("reviews_metadata", async () => {
      const response = await get("/");
      expect([response.status, response.headers.get("cache-status")]).toEqual([200, "lucaya; fwd=miss"]);
      expect(await response.text()).toMatch(/id="reviews"/);
    });
    await logged(app, "the figures of the reviews could not be read");
  });

  test.each([
    ["/faqs", "faqs", "No FAQs found matching your search.", "the questions could not be read"],
    ["/forms", "forms", "No forms found matching your search.", "the forms could not be read"],
    ["/blog", "blog_posts", "No blog posts found.", "the posts could not be read"],
  ])(
    "[P-FAIL-1] unreadable data of %s is logged, the block shows its empty state, and the page is not cached",
    async (path, table, empty, text) => {
      await without(table, async () => {
        const response = await get(path);
        expect([response.status, response.headers.get("cache-status")]).toEqual([200, "lucaya; fwd=miss"]);
        expect(await response.text()).toContain(empty);
      });
      await logged(app, text);
      expect(await (await get(path)).text()).not.toContain(empty);
    },
  );
});

test("[P-FAIL-2, B-CHECK-11, B-BOOK-23] without PostgreSQL cached pages are served and others get 503 with a plain message, and then all pages recover", async () => {
  await dropAll();
  await untilCached("/");
  await untilCached("/services");
  const [answered, unanswered] = ["BS", "HT"].map((code) => `/do-i-need-a-visa?passport=${code}&to=GB&for=visit`);
  await untilCached(answered ?? "");
  const home = await (await get("/")).text();
  const folder = join(app.dataDir, "postgres");
  const server = postgresProcess(app.dataDir);
  await chmod(folder, 0o000);
  process.kill(server, "SIGKILL");
  const stale = "lucaya; hit; detail=database-away";
  await until("it is noticed", async () => (await how("/")) === stale);

  for (let round = 0; round < 5; round++) {
    const response = await get("/");
    expect([response.status, response.headers.get("cache-status"), (await response.text()) === home]).toEqual([
      200,
      stale,
      true,
    ]);
  }
  expect((await get("/services")).status).toBe(200);
  expect(await (await get(answered ?? "")).text()).toContain("You do not need a visa, but");
  for (const path of [unanswered ?? "", "/visa/uk-visitor-visa", "/blog", "/blog?category=Visas", "/faqs?q=fee"]) {
    const response = await get(path);
    expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "10"]);
    const html = await response.text();
    expect(html).toContain("We will be back in a moment");
    const letters = [...html.matchAll(/url\("([^"]+)"\)/g)].map(([, file = ""]) => file);
    expect(letters).toHaveLength(2);
    for (const file of letters) expect([file, (await get(file)).status]).toEqual([file, 200]);
  }
  await logged(app, '"route":"visa/:slug"');
  const booking = await get("/consultation");
  expect(booking.status).toBe(503);
  expect(await booking.text()).toMatch(/can’t show the free times right now.*\+1 242 555 0142/s);

  await chmod(folder, 0o700);
  await until("the database answers", async () => (await get("/readyz")).status === 200);
  await until("nothing of before is shown", async () => (await how("/")) !== stale);
  await app.query("update site_settings set value = '\"+1 242 555 9999\"' where key = 'contact_phone'");
  await until("a change is seen", async () => (await (await get("/")).text()).includes("555 9999"));
  for (let attempt = 0; attempt < 20; attempt++) expect(await how("/")).not.toBe(stale);
});

test("[P-FAIL-2] with an unresponsive PostgreSQL cached pages are served at once, and others get 503 soon", async () => {
  await untilCached("/");
  const server = postgresProcess(app.dataDir);
  const backends = await app.query<{ pid: number }>("select pid from pg_stat_activity where pid <> pg_backend_pid()");
  const all = [server, ...backends.map(({ pid }) => pid)];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  try {
    // They ask while nobody knows yet of the silence, nor how long it lasts; more of them than there are connections.
    const paths = ["/apply/start", "/blog", `/apply/${crypto.randomUUID()}`];
    const requests = Promise.all([...paths, ...paths, ...paths].map((path) => get(path)));
    await until("it is noticed", async () => (await how("/")) === "lucaya; hit; detail=database-away");
    expect((await get("/")).status).toBe(200);
    for (const response of await requests) {
      expect([response.url, response.status, response.headers.get("retry-after")]).toEqual([response.url, 503, "10"]);
      expect(await response.text()).toContain("We will be back in a moment");
    }
    const later = await Promise.all(paths.map((path) => get(path)));
    expect(
      later.map(({ status }) => status),
      "once it is known",
    ).toEqual([503, 503, 503]);
  } finally {
    for (const pid of all) process.kill(pid, "SIGCONT");
  }
  await until("the database answers", async () => (await get("/readyz")).status === 200);
  await untilCached("/");
});
