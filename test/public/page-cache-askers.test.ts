import { describe, expect, test } from "vitest";
import { admin, startApp } from "../harness/app-server";
import { inquirer } from "../harness/desk/inquirer";
import { pagePdf } from "../harness/fakes/papers";
import { HttpClient } from "../harness/http-client";
import { cachedPages, outcome, site } from "../harness/page-cache";
import { sayAtOnce } from "../harness/raw/request";

// The page cache under load, with cookies, conditional requests and every method.
const named = await startApp({ PUBLIC_URL: site, TRUST_PROXY: "yes", SAMPLE_DATA: "yes" });

const { send, cached, count, clear } = cachedPages(() => named);

describe("floods", () => {
  test("ten thousand unread parameters use one cached page", async () => {
    await cached("/blog");
    const before = await count();
    const targets = Array.from({ length: 10_000 }, (_, turn) => `/blog?p${turn}=${turn}&utm_${turn}`);
    const heads = await sayAtOnce(named.url, targets, ["Host: visas.example"]);
    expect(heads.match(/^Cache-Status: lucaya; hit\r$/gm)).toHaveLength(targets.length);
    expect(await count()).toBe(before);
  });

  test("invented values, hosts and routes are rendered without evicting cached pages", async () => {
    await cached("/about");
    await cached("/services");
    const before = await count();
    const unknownPaths = [
      ...["uS", "Us", "US", "uSA", "USa", "UsA"].map((name) => () => `/services?country=${name}`),
      (n: number) => `/services?country=x${n}`,
      (n: number) => `/services/x${n}`,
      (n: number) => `/blog?category=x${n}`,
      (n: number) => `/faqs?category=x${n}`,
      (n: number) => `/forms?country=x${n}`,
      (n: number) => `/contact?service=x${n}`,
      (n: number) => `/faqs?q=x${n}`,
      (n: number) => `/visa/x${n}`,
      (n: number) => `/visa/x${n}.data`,
      (n: number) => `/visa/x${n}.data?_routes=root`,
      (n: number) => `/blog/x${n}.data?_routes=site%2Fshell%2Flayout`,
      (n: number) => `/blog/x${n}.data?_routes=root,site%2Fshell%2Flayout`,
      (n: number) => `/about.data?_routes=root,x${n}`,
      (n: number) => `/about.data?_routes=${"root,".repeat(n + 1)}root`,
      (n: number) => `/about.data?_routes=desk%2Fdashboard%2Fdashboard&n=${n}`,
    ];
    // Twice is enough: a leftover of the first ones would be counted.
    for (let n = 0; n < 2; n++)
      for (const path of unknownPaths) {
        const response = await fetch(named.url + path(n), { redirect: "manual" });
        await response.arrayBuffer();
        expect(response.headers.get("cache-status") ?? "", path(n)).not.toMatch(/hit|stored/);
      }
    expect(await count()).toBe(before);
    for (const path of ["/about", "/services"]) expect(outcome(await send(path))).toBe("lucaya; hit");
  });
});

describe("cached pages and private data", () => {
  test("cookies change nothing in a cached page, and no response from the cache sets one", async () => {
    const desk = new HttpClient(named);
    await desk.post("/admin/login", admin, { origin: site });
    const applicant = new HttpClient(named);
    const started = { email: "abuse@mail.example", terms: "yes", attempt: crypto.randomUUID() };
    await applicant.post("/apply", started, { origin: site });
    const asking = new HttpClient(named);
    const upload = new FormData();
    upload.set("file", new File([pagePdf()], "a.pdf"));
    upload.set("attempt", crypto.randomUUID());
    await asking.post("/contact/upload", upload, { origin: site });
    const paths = ["/", "/contact", "/services", "/visa/uk-visitor-visa"];
    const plain = new Map<string, string>();
    for (const path of paths) plain.set(path, (await cached(path)).body);
    for (const { cookies } of [desk, applicant, asking]) {
      expect(cookies.size).toBeGreaterThan(0);
      const cookie = `Cookie: ${[...cookies].map((pair) => pair.join("=")).join("; ")}`;
      await clear();
      for (const path of paths) {
        const lines = ["Host: visas.example", cookie, "Authorization: Bearer abc"];
        const rendered = await send(path, { lines });
        const again = await send(path, { lines });
        expect([outcome(rendered), outcome(again)]).toEqual(["lucaya; fwd=miss; stored", "lucaya; hit"]);
        for (const { body, cookies: set } of [rendered, again, await send(path)])
          expect([body === plain.get(path), set], path).toEqual([true, []]);
      }
    }
  });

  test("private pages are never cached, even if their URL looks like a file or another page", async () => {
    const desk = new HttpClient(named);
    await desk.post("/admin/login", admin, { origin: site });
    const cookie = `Cookie: ${[...desk.cookies].map((pair) => pair.join("=")).join("; ")}`;
    for (const target of [
      "/admin",
      "/admin/applications",
      "/admin/x.css",
      "/admin/applications/x.css",
      "/%61dmin/applications",
      "/ADMIN/applications",
      "/blog/%2e%2e/admin",
      "/./admin/inquiries",
      "/admin.data",
      "/%61dmin.data",
      "/apply",
      "/apply.data",
      "/apply/x.css",
      "/%61pply/start",
      "/documents/x.png",
      "/application/resume?token=x.css",
      "/newsletter/confirm?token=x",
    ]) {
      const response = await send(target, { lines: ["Host: visas.example", cookie] });
      expect(response.headers["cache-control"], target).toMatch(/^(private, )?no-store$/);
      expect(response.headers["x-robots-tag"], target).toContain("noindex");
      expect(outcome(response), target).toBe("");
    }
    for (const target of ["/admin;x.css", "/admin%2fapplications", "/apply;/x.css"]) {
      const response = await send(target, { lines: ["Host: visas.example", cookie] });
      expect([response.status, response.headers["cache-control"]], target).toEqual([404, "private, no-cache"]);
      expect(response.body).not.toContain(admin.email);
    }
  });

  test("an inquiry sent from the page appears in no later page", async () => {
    await cached("/contact");
    const sender = new HttpClient(named);
    const response = await sender.post(
      "/contact",
      { ...inquirer, purpose: "a secret purpose", numAdults: "77" },
      { origin: site },
    );
    expect([response.status, response.headers.get("cache-control")]).toEqual([422, "no-store"]);
    expect(await response.text()).toContain("a secret purpose");
    for (const path of ["/contact", "/contact.data", "/contact?purpose=a"])
      expect((await send(path)).body).not.toContain("a secret purpose");
  });
});

describe("conditional requests and methods", () => {
  test("another page's ETag, an old one or a date gets the whole page, and its own gets 304 with the right headers", async () => {
    const about = await cached("/about");
    const blog = await cached("/blog");
    const lines = (...more: string[]) => ["Host: visas.example", ...more];
    for (const line of [
      `If-None-Match: ${blog.headers.etag}`,
      `If-None-Match: ${about.headers.etag?.slice(0, -2)}"`,
      `If-Match: ${blog.headers.etag}`,
      "If-Modified-Since: Sat, 01 Jan 2050 00:00:00 GMT",
      "Range: bytes=0-9",
      `If-Range: ${about.headers.etag}\r\nRange: bytes=5-`,
    ]) {
      const response = await send("/about", { lines: lines(line) });
      expect([response.status, response.body === about.body], line).toEqual([200, true]);
    }
    const same = await send("/about", { lines: lines(`If-None-Match: ${about.headers.etag}`, "Accept-Encoding: br") });
    expect([same.status, same.body, same.headers.etag]).toEqual([304, "", about.headers.etag]);
    expect(same.headers["content-encoding"]).toBeUndefined();
    expect(same.headers.vary).toMatch(/accept-encoding/i);
  });

  test("a HEAD as the first request, or a GET with a body, caches the page as usual", async () => {
    const plain = await cached("/about");
    await clear();
    const head = await send("/about", { method: "HEAD" });
    expect([head.status, head.body, outcome(head)]).toEqual([200, "", "lucaya; fwd=miss; stored"]);
    await clear();
    const body = "GET /admin HTTP/1.1\r\nHost: visas.example\r\n\r\n";
    const lines = ["Host: visas.example", `Content-Length: ${body.length}`];
    for (const turn of ["rendered", "cached"]) {
      const fat = await send("/about", { lines, body });
      expect([fat.status, fat.body === plain.body], turn).toEqual([200, true]);
    }
    expect((await send("/about")).body === plain.body).toBe(true);
  });

  test.each(["POST", "PUT", "DELETE", "TRACE", "PROPFIND", "OPTIONS"])(
    "%s is refused and caches nothing",
    async (method) => {
      await clear();
      const response = await send("/about", { method });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers["cache-control"]).toBe("private, no-cache");
      expect(await count()).toBe(0);
      expect((await send("/about")).status).toBe(200);
    },
  );

  test("a write to a read-only page is refused with a plain message", async () => {
    for (const path of ["/about", "/visa/uk-visitor-visa", "/faqs"]) {
      const body = "a=b";
      const lines = ["Host: visas.example", `Origin: ${site}`, "Content-Length: 3"];
      const type = "Content-Type: application/x-www-form-urlencoded";
      const response = await send(path, { method: "POST", lines: [...lines, type], body });
      expect([response.status, response.headers["cache-control"]], path).toEqual([405, "private, no-cache"]);
      expect(response.body).toContain("This page doesn’t accept submissions");
    }
  });

  test("a form URL with an invalid character gets 404", async () => {
    expect((await send("/forms/%00/download")).status).toBe(404);
    expect((await send("/forms/%00/unavailable")).status).toBe(404);
  });
});
