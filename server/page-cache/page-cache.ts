import type { CachedPage } from "./cached-page";

export type Bounds = { entries: number; bytes: number };

/** A page to cache, or a response for one visitor. */
export type Rendered = { page: CachedPage } | { answer: Response; databaseAway: boolean };

/** See `Cache-Status` in `respond-from-cache.ts` and the metrics. */
export type Outcome = "hit" | "miss" | "shared" | "stale" | "uncached";

/** `used`: since the last eviction pass. A flag is cheaper than moving the entry to the end of the map. */
type Entry = { page: CachedPage; used: boolean };

export type PageCache = ReturnType<typeof makePageCache>;

/** Bounded in number and bytes; evicts by second chance, an approximation of least recently used. */
function makeBoundedPages(bounds: Bounds) {
  const pages = new Map<string, Entry>();
  let bytes = 0;

  function drop(path: string) {
    bytes -= pages.get(path)?.page.bytes ?? 0;
    pages.delete(path);
  }

  function store(page: CachedPage) {
    drop(page.address);
    if (page.bytes > bounds.bytes) return;
    for (const [url, oldest] of pages) {
      if (pages.size < bounds.entries && bytes + page.bytes <= bounds.bytes) break;
      if (oldest.used) {
        // Its second chance: it moves to the end, and stays the next time only if it was used again.
        pages.delete(url);
        pages.set(url, { page: oldest.page, used: false });
      } else drop(url);
    }
    pages.set(page.address, { page, used: false });
    bytes += page.bytes;
  }

  return {
    get: (path: string) => pages.get(path),
    store,
    clear() {
      pages.clear();
      bytes = 0;
    },
    size: () => ({ pages: pages.size, bytes }),
  };
}

/**
 * Rendered pages by cache key. Used only while content changes are notified (`listening`). While the database is
 * unreachable (`away`) they are served stale; afterwards all are dropped, because changes were missed.
 */
export function makePageCache(bounds: Bounds) {
  const pages = makeBoundedPages(bounds);
  const renderings = new Map<string, Promise<Rendered>>();
  let state: "listening" | "lost" | "away" = "lost";
  // A rendering that started before a change is not stored: it may have read the old content.
  let generation = 0;
  let unreachable = Promise.withResolvers<void>();

  function changed() {
    generation++;
    renderings.clear();
    pages.clear();
  }

  async function renderOnce(render: () => Promise<Rendered>): Promise<Rendered> {
    const startedIn = generation;
    const rendered = await render();
    if ("page" in rendered && startedIn === generation && state === "listening") pages.store(rendered.page);
    return rendered;
  }

  /** A rendering can hang on an unresponsive database: once that counts as away, the previous page is served. */
  function orPrevious(path: string, rendering: Promise<Rendered>): Promise<Rendered> {
    const previous = pages.get(path)?.page;
    if (!previous || state === "listening") return rendering;
    return Promise.race([rendering, unreachable.promise.then(() => ({ page: previous }))]);
  }

  return {
    /** The current page, or a stale one while the database is away. `now` in milliseconds since 1970. */
    find(path: string, now = Date.now()): { page: CachedPage; stale: boolean } | undefined {
      if (state === "lost") return undefined;
      const entry = pages.get(path);
      if (!entry || (state === "listening" && entry.page.endsAt <= now)) return undefined;
      entry.used = true;
      return { page: entry.page, stale: state === "away" };
    },

    /** Concurrent requests for a page share one rendering. */
    async render(path: string, render: () => Promise<Rendered>): Promise<{ rendered: Rendered; outcome: Outcome }> {
      const underWay = renderings.get(path);
      if (underWay) {
        const rendered = await orPrevious(path, underWay).catch(() => undefined);
        if (rendered && "page" in rendered) return { rendered, outcome: "shared" };
        // An uncached response is for one visitor and can be read only once, so each request renders its own.
      }
      const rendering = renderOnce(render);
      if (!underWay) renderings.set(path, rendering);
      try {
        const rendered = await orPrevious(path, rendering);
        const previous = pages.get(path)?.page;
        if ("answer" in rendered && rendered.databaseAway && previous && state !== "listening")
          return { rendered: { page: previous }, outcome: "stale" };
        if ("page" in rendered && rendered.page === previous && state === "away") return { rendered, outcome: "stale" };
        return {
          rendered,
          outcome: "page" in rendered && pages.get(path)?.page === rendered.page ? "miss" : "uncached",
        };
      } finally {
        if (renderings.get(path) === rendering) renderings.delete(path);
      }
    },

    /** Drops all pages, and those being rendered. */
    changed,
    /** Changes are notified from now on; drops all pages, because earlier changes were missed. */
    listening() {
      changed();
      state = "listening";
    },
    /** Changes are no longer notified: no page is used until `listening` or `away`. */
    lost() {
      generation++;
      renderings.clear();
      unreachable = Promise.withResolvers();
      state = "lost";
    },
    /** Reconnecting failed: the database can't be reached. */
    away() {
      if (state !== "lost") return;
      state = "away";
      unreachable.resolve();
    },
    size: pages.size,
  };
}
