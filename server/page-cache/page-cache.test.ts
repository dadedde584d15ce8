import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { nextNassauMidnight } from "~/core/time";
import { type CachedPage, chooseEncoding, makeCachedPage, matchesEtag } from "./cached-page";
import { cachedUrlOf } from "./cached-url";
import { makePageCache, type Rendered } from "./page-cache";

const noon = Date.parse("2026-11-21T17:00:00Z");
const page = (address: string, bytes = 1, endsAt = noon + 1): CachedPage => ({
  address,
  pattern: address,
  etag: `W/"${address}"`,
  bodies: { br: Buffer.of(), gzip: Buffer.of(), identity: Buffer.of() },
  heads: { br: [], gzip: [], identity: [] },
  bytes,
  endsAt,
});
const answer = (databaseAway = false): Rendered => ({ answer: new Response("x"), databaseAway });

function open(bounds = { entries: 3, bytes: 100 }) {
  const cache = makePageCache(bounds);
  cache.listening();
  const put = (...args: Parameters<typeof page>) => cache.render(args[0], async () => ({ page: page(...args) }));
  const has = (address: string, now = noon) => cache.find(address, now) !== undefined;
  return { cache, put, has };
}

describe("the cached pages", () => {
  test("the least recently used page is evicted when there are too many", async () => {
    const { cache, put, has } = open();
    for (const address of ["a", "b", "c"]) await put(address);
    expect(has("a")).toBe(true);
    await put("d");
    expect(["a", "b", "c", "d"].map((address) => has(address))).toEqual([true, false, true, true]);
    expect(cache.size()).toEqual({ pages: 3, bytes: 3 });
  });

  test("if all pages are in use, the oldest is evicted for a new one", async () => {
    const { cache, put, has } = open();
    for (const address of ["a", "b", "c"]) await put(address);
    for (const address of ["a", "b", "c"]) expect(has(address)).toBe(true);
    expect((await put("d")).outcome).toBe("miss");
    expect(["a", "b", "c", "d"].map((address) => has(address))).toEqual([false, true, true, true]);
    expect(cache.size()).toEqual({ pages: 3, bytes: 3 });
  });

  test("pages are evicted when they are too large together, and one that is too large alone is not cached", async () => {
    const { cache, put, has } = open();
    await put("a", 40);
    await put("b", 40);
    await put("c", 40);
    expect(["a", "b", "c"].map((address) => has(address))).toEqual([false, true, true]);
    await put("b", 10);
    expect(cache.size()).toEqual({ pages: 2, bytes: 50 });
    expect((await put("huge", 101)).outcome).toBe("uncached");
    expect(cache.size()).toEqual({ pages: 2, bytes: 50 });
  });

  test("a page expires at its time", async () => {
    const { put, has } = open();
    await put("a", 1, noon);
    expect([has("a", noon - 1), has("a", noon)]).toEqual([true, false]);
  });
});

describe("renders of a page", () => {
  test("one render serves all concurrent visitors; an uncacheable response serves nobody else", async () => {
    const { cache } = open();
    let rendered = 0;
    let finish = (_: Rendered) => {};
    const slow = () => {
      rendered++;
      return new Promise<Rendered>((resolve) => {
        finish = resolve;
      });
    };
    const requests = [cache.render("a", slow), cache.render("a", slow), cache.render("a", slow)];
    finish({ page: page("a") });
    expect((await Promise.all(requests)).map(({ outcome }) => outcome)).toEqual(["miss", "shared", "shared"]);
    expect(rendered).toBe(1);

    const answers = [answer(), answer()];
    const turns = [...answers];
    const each = async () => turns.shift() ?? answer();
    const got = await Promise.all([cache.render("b", each), cache.render("b", each)]);
    expect(got.map(({ rendered }) => rendered)).toEqual(answers);
    expect(got.map(({ outcome }) => outcome)).toEqual(["uncached", "uncached"]);
  });

  test("a failed render fails for the visitor who started it, and waiting visitors try again", async () => {
    const { cache } = open();
    const failing = cache.render("a", async () => {
      throw new Error("no");
    });
    const waiting = cache.render("a", async () => ({ page: page("a") }));
    await expect(failing).rejects.toThrow("no");
    expect((await waiting).outcome).toBe("miss");
  });

  test("a render that started before a change is neither cached nor joined after it", async () => {
    const { cache, has } = open();
    let finish = (_: Rendered) => {};
    const rendering = cache.render("a", () => new Promise((resolve) => (finish = resolve)));
    cache.changed();
    const after = await cache.render("a", async () => ({ page: page("a", 7) }));
    expect(after.outcome).toBe("miss");
    finish({ page: page("a", 1) });
    expect((await rendering).outcome).toBe("uncached");
    expect(cache.size()).toEqual({ pages: 1, bytes: 7 });
    expect(has("a")).toBe(true);
  });
});

describe("the cache without change notifications", () => {
  test("without notifications, cached pages are used only while the database is unavailable, and are all dropped once notifications are back", async () => {
    const { cache, put, has } = open();
    await put("a");
    cache.lost();
    expect(has("a")).toBe(false);
    await put("b");
    expect((await cache.render("a", async () => answer(true))).outcome).toBe("stale");
    expect((await cache.render("a", async () => answer(false))).outcome).toBe("uncached");
    cache.away();
    expect(cache.find("a", noon + 10)).toMatchObject({ stale: true });
    expect(has("b"), "rendered while nobody listened").toBe(false);
    cache.listening();
    expect([has("a"), cache.size().pages]).toEqual([false, 0]);
  });

  test("a render that hangs on an unresponsive database isn't waited for once that counts as unavailable", async () => {
    const { cache, put } = open();
    await put("a");
    cache.lost();
    const never = () => new Promise<Rendered>(() => undefined);
    const requests = [cache.render("a", never), cache.render("a", never)];
    cache.away();
    expect((await Promise.all(requests)).map(({ rendered }) => "page" in rendered && rendered.page.address)).toEqual([
      "a",
      "a",
    ]);
  });

  test("a page rendered while the connection was lost and restored is not cached", async () => {
    const { cache, has } = open();
    const started = cache.render("a", async () => {
      cache.lost();
      cache.listening();
      return { page: page("a") };
    });
    expect((await started).outcome).toBe("uncached");
    expect(has("a")).toBe(false);
  });
});

test.each([
  ["/", "/"],
  ["/_.data", null],
  ["/services?utm_source=x&country=us", "/services?country=us"],
  ["/services?country=", "/services"],
  ["/services?country=%20us+", "/services?country=us"],
  ["/visa/us-travel-b1-b2-visa", "/visa/us-travel-b1-b2-visa"],
  ["/contact.data", null],
  ["/faqs?q=&category=Fees", "/faqs?category=Fees"],
  ["/contact?service=US+Student&x=1", "/contact?service=US+Student"],
  ["/faqs?q=passport", null],
  ["/about?_routes=site%2Fabout", "/about"],
  ["/visa/US", null],
  ["/visa/a/b", null],
  ["/apply", null],
  ["/apply?service=x", null],
  ["/admin", null],
  ["/blog", "/blog"],
  ["//blog", null],
  ["/blog/", null],
  ["http://evil.example/", null],
])("%s is cached as %s", (target, address) => {
  expect(cachedUrlOf(target)).toBe(address);
});

test.each([
  ["2026-11-21T17:00:00Z", "2026-11-22T05:00:00Z"],
  ["2026-11-22T04:59:59Z", "2026-11-22T05:00:00Z"],
  ["2026-11-22T05:00:00Z", "2026-11-23T05:00:00Z"],
  ["2026-07-01T12:00:00Z", "2026-07-02T04:00:00Z"],
  ["2026-07-02T03:59:59Z", "2026-07-02T04:00:00Z"],
  // The clocks go forward on March 8 and back on November 1, at two in the morning.
  ["2026-03-07T20:00:00Z", "2026-03-08T05:00:00Z"],
  ["2026-03-08T12:00:00Z", "2026-03-09T04:00:00Z"],
  ["2026-11-01T03:00:00Z", "2026-11-01T04:00:00Z"],
  ["2026-11-01T12:00:00Z", "2026-11-02T05:00:00Z"],
  ["2026-12-31T23:00:00Z", "2027-01-01T05:00:00Z"],
])("after %s the day in Nassau changes at %s", (now, midnight) => {
  expect(new Date(nextNassauMidnight(Date.parse(now))).toISOString()).toBe(new Date(midnight).toISOString());
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["identity", "identity"],
  ["GZIP", "gzip"],
  ["deflate", "identity"],
  [undefined, "identity"],
])("a client that accepts %s gets %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test.each([
  ['W/"/a"', true],
  ['"/a"', true],
  ['"x", W/"/a"', true],
  ["*", true],
  ['"/ab"', false],
  [undefined, false],
])("If-None-Match %s gets %s", (header, same) => {
  expect(matchesEtag(page("/a"), header)).toBe(same);
});

test("an injected script that doesn't know the nonce is named by no policy", async () => {
  const visit = {
    requestId: "6f1f5f0e-2f57-4a0e-8d5a-0d4f5a1b2c3d",
    address: "203.0.113.1",
    browser: "",
    origin: "https://lucaya.example",
    nonce: "n0nc3+/=",
    pattern: "blog/:slug",
    failure: null,
    unread: null,
    cacheable: true,
    preview: null,
    changed: false,
  };
  const own = "run()";
  const html = `<script nonce="${visit.nonce}">${own}</script><p>${visit.requestId}</p><script>steal()</script><script nonce="guess">steal()</script>`;
  const made = await makeCachedPage("/blog/x", new Response(html), visit, noon);
  const policy = made.heads.br[made.heads.br.indexOf("Content-Security-Policy") + 1] ?? "";
  const hash = createHash("sha256").update(own).digest("base64");
  expect(policy.match(/'(sha256|nonce)-[^']+'/g)).toEqual([`'sha256-${hash}'`]);
  expect(made.bodies.identity.toString()).toBe(
    `<script>${own}</script><p></p><script>steal()</script><script nonce="guess">steal()</script>`,
  );
});
