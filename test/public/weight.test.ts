import { describe, expect, test } from "vitest";
import { publicPaths } from "../harness/browser/public-paths";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

describe("static pages", () => {
  const read = publicPaths.filter((path) => !["/contact", "/consultation", "/apply", "/apply/start"].includes(path));
  const more = [
    "/visa/uk-visitor-visa",
    "/visa/no-such-visa",
    "/blog/no-such-post",
    "/no-such-page",
    "/newsletter/confirm",
  ];
  test.each([...read, ...more])("[L-STILL-1] %s is sent without React, with one module", async (path) => {
    const html = await (await fetch(app.url + path)).text();
    expect(html).toContain("</html>");
    expect(html).not.toMatch(/modulepreload|__reactRouterContext|streamController/);
    const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)].map(([, tag = "", code = ""]) => ({
      tag,
      code,
    }));
    const modules = scripts.filter(({ tag }) => tag.includes("module"));
    expect(modules.map(({ code }) => code)).toEqual([""]);
  });

  test.each([...read, ...more])(
    "[L-LEAN-3] %s contains each long path once, and everything it references",
    async (path) => {
      const html = await (await fetch(app.url + path)).text();
      const lines = [...html.matchAll(/ d="([^"]{201,})"/g)].map(([, line]) => line);
      expect(lines.length).toBe(new Set(lines).size);
      const names = [...html.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name);
      const references = [...html.matchAll(/<use[^>]* href="([^"#]*)#([^"]+)"/g)].map(([, file = "", name = ""]) => ({
        file,
        name,
      }));
      expect(references.length).toBeGreaterThan(5);
      expect(references.filter(({ file, name }) => !file && !names.includes(name))).toEqual([]);
      for (const file of new Set(references.flatMap((use) => use.file || []))) {
        const drawings = await (await fetch(app.url + file)).text();
        const wanted = references.filter((use) => use.file === file && !drawings.includes(` id="${use.name}"`));
        expect(wanted).toEqual([]);
      }
    },
  );

  test("[L-LEAN-1] the home page's document is small before compression", async () => {
    const response = await fetch(app.url, { headers: { "accept-encoding": "identity" } });
    const bytes = (await response.arrayBuffer()).byteLength;
    expect(bytes).toBeGreaterThan(40_000);
    expect(bytes).toBeLessThanOrEqual(92_160);
  });

  test("[L-STILL-4] static pages have no router data, and pages with forms have", async () => {
    const data = [
      "/_root.data",
      "/_.data",
      "/about.data",
      "/services.data",
      "/visa/uk-visitor-visa.data",
      "/newsletter.data",
    ];
    for (const path of data) expect([path, (await fetch(app.url + path)).status]).toEqual([path, 404]);
    expect((await fetch(`${app.url}/contact.data`)).status).toBe(200);
  });
});

test("the render-blocking stylesheet is linked before any preloaded script", async () => {
  for (const path of ["/", "/bahamian-evisa", "/admin/login"]) {
    const html = await (await fetch(app.url + path)).text();
    const styles = html.search(/<link[^>]*rel="stylesheet"/);
    expect(styles, path).toBeGreaterThan(0);
    const ahead = html.search(/<link[^>]*rel="modulepreload"/);
    // A public page fetches none ahead: its script comes after the first paint.
    if (path === "/admin/login") expect(styles).toBeLessThan(ahead);
    else expect(ahead, path).toBe(-1);
    // Where a script runs, what `noscript` holds is not loaded.
    expect(html.replace(/<noscript>.*?<\/noscript>/, "").match(/rel="stylesheet"/g), path).toHaveLength(1);
  }
});
