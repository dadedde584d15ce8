import { beforeAll, expect, test } from "vitest";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";
import { filesOf, kilobytes, publicLimit, publicPaths, startLimit } from "../harness/weight";

let program: Program;
beforeAll(async () => {
  program = await sharedProgram();
});

async function script(path: string): Promise<number> {
  const page = await fetch(program.url + path);
  expect(page.status, path).toBe(200);
  const files = filesOf(await page.text());
  // React and the router are in every page: a page of which nothing is found is not light but misread.
  expect(kilobytes(files, ".js"), path).toBeGreaterThan(80);
  return kilobytes(files, ".js");
}

test.each(publicPaths)("%s asks for no more JavaScript than a public page may", async (path) => {
  expect(await script(path)).toBeLessThan(path === "/apply" ? startLimit : publicLimit);
});

test("nor does a service, or a post", async () => {
  const listed = await (await fetch(`${program.url}/sitemap.xml`)).text();
  const paths = [...listed.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => new URL(address).pathname);
  const [service] = paths.filter((path) => path.startsWith("/visa/"));
  const [post] = paths.filter((path) => path.startsWith("/blog/"));
  for (const path of [service, post]) expect(await script(path ?? "none is listed")).toBeLessThan(publicLimit);
});

test("the stylesheet, which the first paint waits for, is named before any script that is fetched ahead", async () => {
  for (const path of ["/", "/bahamian-evisa", "/admin/login"]) {
    const html = await (await fetch(program.url + path)).text();
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
