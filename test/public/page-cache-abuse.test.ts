import { describe, expect, test } from "vitest";
import { startApp } from "../harness/app-server";
import { cachedPages, outcome, site } from "../harness/page-cache";

// The page cache against attempts to poison it.
const named = await startApp({ PUBLIC_URL: site, TRUST_PROXY: "yes" });
const nameless = await startApp();

const { send, cached, count, clear } = cachedPages(() => named);
const otherApp = cachedPages(() => nameless);

describe("forged hosts", () => {
  const forged = [
    "Host: evil.example",
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: gopher, https",
    "X-Forwarded-For: evil.example, 203.0.113.9",
    "X-Forwarded-Port: 6666",
    "X-Forwarded-Prefix: /evil",
    "Forwarded: for=evil.example;host=evil.example;proto=https",
    "X-Original-URL: /admin",
    "X-Rewrite-URL: /admin",
    "X-HTTP-Method-Override: POST",
    "Referer: https://evil.example/",
    "User-Agent: evil.example",
    "Accept-Language: evil",
    "X-Request-Id: evil",
  ];

  test("a site with PUBLIC_URL caches the same page for everyone, whatever Host the first request had", async () => {
    const plain = await cached("/about");
    expect(plain.body).toContain(`${site}/about`);
    for (const lines of [
      forged,
      ...forged.map((line) => ["Host: visas.example", line].slice(line.startsWith("Host") ? 1 : 0)),
    ]) {
      await clear();
      const first = await send("/about", { lines });
      expect([first.status, outcome(first)], lines.at(-1)).toEqual([200, "lucaya; fwd=miss; stored"]);
      const second = await send("/about");
      expect(outcome(second)).toBe("lucaya; hit");
      for (const { headers, body } of [first, second]) {
        expect(headers.etag, lines.at(-1)).toBe(plain.headers.etag);
        expect(body === plain.body).toBe(true);
        expect(JSON.stringify(headers)).not.toContain("evil");
      }
    }
  });

  test("a site without PUBLIC_URL caches a page per valid Host, and nothing for an invalid one", async () => {
    const own = await otherApp.cached("/about");
    expect(own.body).not.toContain("localhost");
    for (const [name, ...lines] of [
      ["http://evil.example", "Host: evil.example"],
      [
        "http://visas.example:81",
        "Host: visas.example:81",
        "X-Forwarded-Host: visas.example",
        "X-Forwarded-Proto: https",
      ],
      // Two names count as none.
      ["http://localhost", "Host: visas.example", "Host: other.example"],
    ] as const) {
      await otherApp.clear();
      const otherResponse = await otherApp.send("/about", { lines });
      expect([otherResponse.status, outcome(otherResponse)], name).toEqual([200, "lucaya; fwd=miss; stored"]);
      expect(otherResponse.body.includes(`${name}/about`), name).toBe(true);
      expect(otherResponse.body.includes("http://visas.example/"), name).toBe(false);
      const honest = await otherApp.send("/about");
      expect([outcome(honest), honest.body === own.body], name).toEqual(["lucaya; fwd=miss; stored", true]);
    }
    for (const host of [
      "256.256.256.256",
      "visas.example:99999",
      "visas.example:80/evil",
      "evil.example#visas.example",
      "evil@visas.example",
      "visas.example, evil.example",
      '"><script>',
    ]) {
      const response = await otherApp.send("/about", { lines: [`Host: ${host}`] });
      expect(response.status === 400 || response.body.includes("http://localhost/about"), host).toBe(true);
      expect(response.body, host).not.toContain(host);
      expect(response.body, host).not.toContain("evil");
    }
    const after = await otherApp.send("/about");
    expect([outcome(after), after.body === own.body]).toEqual(["lucaya; hit", true]);
    expect(after.body).not.toContain("evil");
  });

  test("a request target with a host is answered for the Host header", async () => {
    const own = await otherApp.cached("/about");
    const response = await otherApp.send("http://evil.example/about");
    expect([response.status, response.headers.etag, response.body === own.body]).toEqual([200, own.headers.etag, true]);
    const desk = await otherApp.send("http://evil.example/admin");
    expect([desk.status, desk.headers.location]).toEqual([302, "/admin/login"]);
  });
});

describe("URLs in other spellings", () => {
  /** What a proxy might treat as a file, or as another page than we do. */
  const spellings = [
    "/about/x.css",
    "/about.css",
    "/about;x.css",
    "/about%3bx.css",
    "/about%2fx.css",
    "/about%2f",
    "/about%00.css",
    "/about%0d%0aSet-Cookie:%20x=1",
    "/about%23.css",
    "/about%3f.css",
    "/about%20",
    "/about/_.data",
    "/_root.data",
    "/%61bout",
    "/blog/..%2fabout",
    "/blog/%252e%252e/about",
    "/visa/constructor",
    "/visa/__proto__",
    "/assets/..%2f..%2fserver%2findex.js",
    "/assets/none.js",
  ];
  test.each(spellings)("%s is never cached", async (target) => {
    const before = await count();
    for (let round = 0; round < 2; round++) {
      const response = await send(target);
      expect(outcome(response), target).not.toMatch(/hit|stored/);
      expect(response.headers["cache-control"], target).toBe("private, no-cache");
      expect(response.cookies).toEqual([]);
    }
    expect(await count()).toBe(before);
  });

  test.each(["/blog/../about", "/blog/%2e%2e/about", "/%2e/about", "/about?", "/about?#x", "/about??a=b&&=&c"])(
    "%s is served as /about and cached only under that path",
    async (target) => {
      const plain = await cached("/about");
      await clear();
      for (const path of [target, "/about", target]) {
        const response = await send(path);
        expect([response.status, response.headers.etag], path).toEqual([200, plain.headers.etag]);
      }
      expect(await count()).toBe(1);
    },
  );

  test.each([
    ["/About", "/about"],
    ["/about/", "/about"],
    ["//about", "/about"],
    ["/BLOG//?category=Fees", "/blog?category=Fees"],
    ["//evil.example/", "/evil.example"],
    ["///evil.example/%2e%2e//evil.example", "/evil.example"],
  ])("%s redirects to %s on this site", async (target, location) => {
    const response = await send(target);
    expect([response.status, response.headers.location]).toEqual([301, location]);
  });

  test("a repeated, capitalized, encoded or bracketed parameter is cached as its page, not as a new one", async () => {
    const canada = await cached("/forms?country=Canada");
    const all = await cached("/forms");
    expect(canada.headers.etag).not.toBe(all.headers.etag);
    for (const [query, page] of [
      ["country=Canada&country=Bahamas", canada],
      ["%63ountry=%43anada", canada],
      ["x=1&country=Canada&utm_source=y", canada],
      ["COUNTRY=Canada", all],
      ["country[]=Canada", all],
      ["country=", all],
      ["country", all],
      ["%26country=Canada", all],
    ] as const) {
      const response = await send(`/forms?${query}`);
      expect([outcome(response), response.headers.etag], query).toEqual(["lucaya; hit", page.headers.etag]);
    }
  });
});
