import type { AppServer } from "../test/harness/app-server.ts";
import { openBrowser } from "../test/harness/browser/browser.ts";
import { publicPaths } from "../test/harness/browser/public-paths.ts";
import { firstVisit, limits, scriptIn } from "../test/harness/browser/weight.ts";
import { signIn } from "./desk/desk.ts";
import { Person } from "./person.ts";
import { figure, type Line, ratio } from "./table.ts";

type Visited = { name: string; path: string; cookie?: string; limit: { kilobytes: number } };

const limitOf = (path: string) =>
  path === "/contact" ? limits.contact : path.startsWith("/apply") ? limits.start : limits.read;

/** The scripts that each page loads on a phone's first visit, compared to its limit (T-BYTES-1, T-BYTES-2). */
export async function measureWeight(app: AppServer): Promise<Line[]> {
  const [draft, done] = [new Person(app.url), new Person(app.url)];
  for (const person of [draft, done]) {
    await person.start();
    await person.fillIn();
  }
  await done.submit();
  const slug = async (table: string) => {
    const where = table === "blog_posts" ? "published" : "is_active";
    const [row] = await app.query<{ slug: string }>(`select slug from ${table} where ${where} order by slug limit 1`);
    return row?.slug;
  };
  const open = [...publicPaths, `/visa/${await slug("visa_services")}`, `/blog/${await slug("blog_posts")}`];
  const pages: Visited[] = [
    ...open.map((path) => ({ name: path, path, limit: limitOf(path) })),
    { name: "sign-in", path: "/admin/login", limit: limits.signIn },
    { name: "a step", path: `/apply/${draft.id}?step=passport_info`, cookie: draft.cookie, limit: limits.step },
    {
      name: "the review",
      path: `/apply/${draft.id}?step=review_certification`,
      cookie: draft.cookie,
      limit: limits.step,
    },
    { name: "a case", path: `/apply/${done.id}`, cookie: done.cookie, limit: limits.case },
    { name: "list at the desk", path: "/admin/applications", cookie: await signIn(app), limit: limits.list },
  ];
  const browser = await openBrowser();
  try {
    const lines: Line[] = [];
    for (const { name, path, cookie, limit } of pages) {
      const [brought, page] = await firstVisit(browser, app.url + path, cookie);
      await page.context().close();
      const { kilobytes, files } = scriptIn(brought);
      const all = brought.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
      lines.push({
        what: `${name}, ${files.length} files`,
        measured: `${figure(kilobytes)} KB of script`,
        reference: `limit ${limit.kilobytes} KB; everything ${figure(all)} KB`,
        ratio: ratio(kilobytes / limit.kilobytes),
      });
    }
    return lines;
  } finally {
    await browser.close();
  }
}
