import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../../test/harness/app-server";
import { openPrerendering } from "../../test/harness/browser/prerendering";
import { until } from "../../test/harness/http-client";

// Pages that the browser prerenders: what they do before they are seen, and what then.

// Views are counted in memory: a shared program would know this visitor.
const app = await startApp({ TRUST_PROXY: "yes" });

const paths = ["/visa/uk-visitor-visa", "/visa/uk-transit-visa", "/"];
const isFilm = ({ path }: { path: string }) => /\.(webm|mp4)$/.test(path);
const isView = ({ path }: { path: string }) => path === "/services/views";

type Opened = Awaited<ReturnType<typeof openPrerendering>>;
let forViews: Opened;
let forFilms: Opened;
// In a hook, which `-t` leaves out with the tests: no run ends a browser of its own that a worker leaves.
beforeAll(async () => {
  // Both wait at the same time.
  [forViews, forFilms] = await Promise.all([prerendered(), prerendered()]);
});
afterAll(async () => {
  await forViews?.close();
  await forFilms?.close();
});

/** A browser may give up what it prerenders, for its memory or for a reason of its own: then another one tries. */
async function prerendered(tries = 3): Promise<Opened> {
  const opened = await openPrerendering(app, paths);
  try {
    await allRest(opened);
    return opened;
  } catch (error) {
    await opened.close();
    if (tries === 1) throw error;
    return prerendered(tries - 1);
  }
}

async function allRest({ asked, rested }: Opened): Promise<void> {
  const seconds = 45;
  const isPrerendered = (path: string) => asked.some((request) => request.path === path && request.prerendered);
  await until("all are prerendered", () => paths.every(isPrerendered), seconds);
  await until("their module runs", () => asked.some(({ path }) => path.startsWith("/assets/static-pages-")), seconds);
  // A page that is seen fetches its film 2.5 s after its load, and once the browser is idle, at most 4 s later.
  await until("all have had their time", () => paths.every((path) => rested.has(path)), seconds);
}

test("[L-NAV-3] a prerendered service counts as a view only once it is seen, with its referrer", async () => {
  const opened = forViews;
  expect(opened.asked.filter(isView)).toEqual([]);
  opened.go("/visa/uk-visitor-visa");
  await until("it is seen", () => opened.seen.length > 0);
  const rows = await until("a view is stored", async () => {
    const stored = await app.query<{ slug: string; referrer: string }>(
      "select s.slug, v.referrer from visa_service_views v join visa_services s on s.id = v.service_id",
    );
    return stored.length > 0 ? stored : undefined;
  });
  expect(rows).toEqual([{ slug: "uk-visitor-visa", referrer: `${opened.origin}/start` }]);
  expect(opened.asked.filter(isView)).toHaveLength(1);
});

test("[L-NAV-4] a prerendered home page fetches its film and starts its counters once it is seen", async () => {
  const opened = forFilms;
  expect(opened.asked.filter(isFilm)).toEqual([]);
  opened.go("/");
  const [home] = await until("it is seen", () => (opened.seen.length > 0 ? opened.seen : undefined));
  // As the server wrote them: not yet put back to nought, from where they count.
  expect(home?.path).toBe("/");
  expect(home?.figures).toContain("5000+");
  await until("its film is fetched", () => opened.asked.some(isFilm));
});
