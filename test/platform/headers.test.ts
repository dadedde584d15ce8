import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { form, HttpClient } from "../harness/http-client";
import { sayTo } from "../harness/raw/request";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const client = new HttpClient(app);
const id = await client.start("headers@mail.example");
await client.post("/admin/login", admin);

const firstStep = () => form("applicant_info", "Applicant Information");
type PublicResponse = [string, number, () => Promise<Response>];

const publicAnswers: PublicResponse[] = [
  ["a page", 200, () => client.get("/")],
  ["a page's data", 200, () => client.get("/contact.data")],
  ["a missing page", 404, () => client.get("/nope")],
  ["a redirect", 301, () => client.get("/services/bahamian-evisa")],
  ["a picture", 200, () => client.get("/favicon.svg")],
  ["alive", 200, () => client.get("/healthz")],
  ["ready", 200, () => client.get("/readyz")],
  ["a refused origin", 403, () => client.post("/contact", {}, { origin: undefined })],
  ["too large a body", 413, () => client.post("/services", { x: "x".repeat(300_000) })],
];
const privateAnswers: PublicResponse[] = [
  ["the start", 200, () => client.get("/apply")],
  ["its data", 200, () => client.get("/apply.data")],
  ["the help", 200, () => client.get("/apply/start")],
  ["the wizard", 200, () => client.get(`/apply/${id}`)],
  ["the wizard in capitals", 200, () => client.get(`/APPLY/${id}`)],
  ["the wizard's data", 200, () => client.get(`/apply/${id}.data`)],
  ["a save", 200, () => client.post(`/apply/${id}/save`, { ...firstStep(), intent: "save" })],
  ["a save without script", 302, () => client.post(`/apply/${id}`, { ...firstStep(), intent: "save" })],
  ["a refused save", 400, () => client.post(`/apply/${id}/save`, { step: "x" })],
  ["a foreign save", 403, () => client.post(`/apply/${id}/save`, firstStep(), { origin: "https://evil.example" })],
  ["a wrong resume link", 404, () => client.get("/application/resume?token=x")],
  ["a document", 404, () => client.get(`/documents/${crypto.randomUUID()}`)],
  ["the desk", 200, () => client.get("/admin")],
  ["the list", 200, () => client.get("/admin/applications")],
  ["an application", 200, () => client.get(`/admin/applications/${id}`)],
  ["the sign-in", 200, () => new HttpClient(app).get("/admin/login")],
  ["the desk without a session", 302, () => new HttpClient(app).get("/admin/applications")],
];

test("a private page is sent as brotli, gzip or uncompressed as the client accepts, with a matching Vary header", async () => {
  const answerTo = async (encodings: string) => {
    const response = await client.get(`/apply/${id}`, { "accept-encoding": encodings });
    // `fetch` decompresses by this header.
    const whole = (await response.text()).endsWith("</html>");
    return [response.status, response.headers.get("content-encoding"), response.headers.get("vary"), whole];
  };
  expect(await answerTo("gzip, deflate, br, zstd")).toEqual([200, "br", "Accept-Encoding", true]);
  expect(await answerTo("gzip, br;q=0")).toEqual([200, "gzip", "Accept-Encoding", true]);
  expect(await answerTo("identity")).toEqual([200, null, "Accept-Encoding", true]);
});

const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `)) ?? "";

describe.each([...publicAnswers, ...privateAnswers])("%s (%d)", (_, status, request) => {
  test("the response has the security headers and allows only our scripts", async () => {
    const [response, again] = [await request(), await request()];
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("x-request-id")).not.toBe(again.headers.get("x-request-id"));
    expect(headers.has("x-powered-by") || headers.has("server")).toBe(false);

    const policy = headers.get("content-security-policy") ?? "";
    const scripts = directive(policy, "script-src") || directive(policy, "default-src");
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:|data:/);
    expect(policy).toMatch(/(object-src|default-src) 'none'/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1];
    if (nonce) expect(again.headers.get("content-security-policy")).not.toContain(nonce);
    if (!headers.get("content-type")?.startsWith("text/html")) return;
    const html = await response.text();
    // A cached page names the hash of each of its scripts, others this response's nonce.
    for (const [, tag, script = ""] of html.matchAll(
      /<script((?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*)>([\s\S]*?)<\/script>/g,
    ))
      if (nonce) expect(tag).toContain(`nonce="${nonce}"`);
      else expect(scripts).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    expect(html).not.toMatch(/\son[a-z]+="|javascript:/i);
  });
});

test.each(privateAnswers)(
  "%s (%d) is private: not stored, not indexed, and without its URL in referrers",
  async (_, __, request) => {
    const { headers } = await request();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  },
);

test.each(publicAnswers)("%s (%d) may be indexed", async (_, __, request) => {
  const { headers } = await request();
  expect(headers.get("x-robots-tag")).toBeNull();
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
});

test("hashed files are cached for a year and sent compressed, and other files are cached for an hour", async () => {
  const html = await (await client.get("/")).text();
  const file = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
  const asset = await client.get(file, { "accept-encoding": "br" });
  expect([asset.status, asset.headers.get("content-encoding")]).toEqual([200, "br"]);
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await client.get("/favicon.svg")).headers.get("cache-control")).toBe("public, max-age=3600");
});

test("every cookie is HttpOnly and SameSite, except that the my-application cookie is readable and reveals nothing", async () => {
  const otherClient = new HttpClient(app);
  const fields = { email: "cookie@mail.example", terms: "yes", attempt: crypto.randomUUID() };
  const started = await otherClient.post("/apply", fields);
  const signedIn = await otherClient.post("/admin/login", admin);
  const lines = [...started.headers.getSetCookie(), ...signedIn.headers.getSetCookie()];
  expect(lines.length).toBeGreaterThanOrEqual(2);
  const [cookie, ...otherCookies] = lines.sort((a) => (a.startsWith("my-application=") ? -1 : 1));
  expect(cookie).toBe("my-application=my-application; Max-Age=2592000; Path=/; SameSite=Lax");
  for (const line of otherCookies) expect(line).toMatch(/; HttpOnly.*; SameSite=(Lax|Strict)/i);
});

test("[V-PAGE-4] no response allows another origin, TRACE is refused, and no source control or directory is served", async () => {
  const elsewhere = { origin: "https://evil.example" };
  for (const path of ["/", "/services", "/apply", "/functions/v1/openapi.json", "/metrics", "/favicon.svg"])
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await client.send(path, { method, headers: elsewhere });
      const allowing = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
      expect([method, path, allowing]).toEqual([method, path, []]);
    }
  const marked = ["Host: localhost", "X-Mark: markedheader"];
  for (const [lines, status] of [
    [marked, 403],
    [[...marked, "Origin: http://localhost"], 405],
  ] as const) {
    const traced = await sayTo(app.url, "/", { method: "TRACE", lines });
    expect(traced.status).toBe(status);
    expect(traced.body).not.toContain("markedheader");
  }
  for (const path of ["/.git/config", "/.git/index", "/.env", "/package.json", "/assets", "/assets/", "/fonts"])
    expect([path, (await client.get(path)).status]).toEqual([path, 404]);
});

test("[V-PAGE-4] every text response names its charset", async () => {
  const paths = ["/", "/nope", "/robots.txt", "/sitemap.xml", "/.well-known/security.txt", "/admin/login"];
  for (const path of paths) {
    const type = (await new HttpClient(app).get(path)).headers.get("content-type") ?? "";
    expect([path, /charset=utf-8/i.test(type)]).toEqual([path, true]);
  }
});
