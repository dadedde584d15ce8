import type { KeptPage } from "./page";

export type Bounds = { entries: number; bytes: number };

/** What became of one rendering: a page that may be kept, or an answer that is not for keeping. */
export type Rendered = { page: KeptPage } | { answer: Response; databaseAway: boolean };

/** How an answer came about, as the header `Cache-Status` and the metrics say it. */
export type Outcome = "hit" | "miss" | "shared" | "stale" | "unkept";

/** `asked`: since it was last passed over. A flag costs a busy page less than a new place in the order per answer. */
type Held = { page: KeptPage; asked: boolean };

export type PageCache = ReturnType<typeof makePageCache>;

/** Pages by address within bounds of number and size: one that was not asked for lately goes first. */
function makeBoundedPages(bounds: Bounds) {
  const pages = new Map<string, Held>();
  let bytes = 0;

  function drop(address: string) {
    bytes -= pages.get(address)?.page.bytes ?? 0;
    pages.delete(address);
  }

  function keep(page: KeptPage) {
    drop(page.address);
    if (page.bytes > bounds.bytes) return;
    for (const [address, oldest] of pages) {
      if (pages.size < bounds.entries && bytes + page.bytes <= bounds.bytes) break;
      if (oldest.asked) {
        // Asked for since it came or was passed over: it goes to the end of the row, and has to be asked for again.
        pages.delete(address);
        pages.set(address, { page: oldest.page, asked: false });
      } else drop(address);
    }
    pages.set(page.address, { page, asked: false });
    bytes += page.bytes;
  }

  return {
    get: (address: string) => pages.get(address),
    keep,
    clear() {
      pages.clear();
      bytes = 0;
    },
    size: () => ({ pages: pages.size, bytes }),
  };
}

/**
 * Rendered pages by their canonical address: bounded, one that was not asked for lately goes first. They are used only
 * while the program hears of every change of the content (`listening`). With the database out of reach they are shown
 * as they were; once it is back they are gone, since nobody can say what was changed in between.
 */
export function makePageCache(bounds: Bounds) {
  const pages = makeBoundedPages(bounds);
  const rendering = new Map<string, Promise<Rendered>>();
  let state: "listening" | "lost" | "away" = "lost";
  // What was begun before a change is not kept: it may have read what was there before.
  let generation = 0;
  let gone = Promise.withResolvers<void>();

  function changed() {
    generation++;
    rendering.clear();
    pages.clear();
  }

  async function renderOnce(render: () => Promise<Rendered>): Promise<Rendered> {
    const begun = generation;
    const rendered = await render();
    if ("page" in rendered && begun === generation && state === "listening") pages.keep(rendered.page);
    return rendered;
  }

  /** A rendering can hang on a database that says nothing: once that counts as away, what was there before will do. */
  function orBefore(address: string, rendering: Promise<Rendered>): Promise<Rendered> {
    const before = pages.get(address)?.page;
    if (!before || state === "listening") return rendering;
    return Promise.race([rendering, gone.promise.then(() => ({ page: before }))]);
  }

  return {
    /** A page to answer with at once: a current one, or with the database away what was current when it went. */
    find(address: string, now = Date.now()): { page: KeptPage; stale: boolean } | undefined {
      if (state === "lost") return undefined;
      const held = pages.get(address);
      if (!held || (state === "listening" && held.page.endsAt <= now)) return undefined;
      held.asked = true;
      return { page: held.page, stale: state === "away" };
    },

    /** Renders a page that `find` did not have. Whoever asks for it meanwhile waits for the same rendering. */
    async render(address: string, render: () => Promise<Rendered>): Promise<{ rendered: Rendered; outcome: Outcome }> {
      const underWay = rendering.get(address);
      if (underWay) {
        const rendered = await orBefore(address, underWay).catch(() => undefined);
        if (rendered && "page" in rendered) return { rendered, outcome: "shared" };
        // It may be for one visitor alone, and can be read only once: whoever waited for it asks anew.
      }
      const own = renderOnce(render);
      if (!underWay) rendering.set(address, own);
      try {
        const rendered = await orBefore(address, own);
        const before = pages.get(address)?.page;
        if ("answer" in rendered && rendered.databaseAway && before && state !== "listening")
          return { rendered: { page: before }, outcome: "stale" };
        if ("page" in rendered && rendered.page === before && state === "away") return { rendered, outcome: "stale" };
        return {
          rendered,
          outcome: "page" in rendered && pages.get(address)?.page === rendered.page ? "miss" : "unkept",
        };
      } finally {
        if (rendering.get(address) === own) rendering.delete(address);
      }
    },

    /** The content has changed: nothing that was rendered before is used again. */
    changed,
    /** From now on every change is heard of; what happened before is not known. */
    listening() {
      changed();
      state = "listening";
    },
    /** Changes are not heard of any more. */
    lost() {
      generation++;
      rendering.clear();
      gone = Promise.withResolvers();
      state = "lost";
    },
    /** The database was asked for again and can't be reached. */
    away() {
      if (state !== "lost") return;
      state = "away";
      gone.resolve();
    },
    size: pages.size,
  };
}
