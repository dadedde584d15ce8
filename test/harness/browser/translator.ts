import type { Page } from "@playwright/test";

declare global {
  interface Window {
    /** The first heading as the server sent it. */
    sentHeading?: Element | null;
  }
}

/**
 * Translates every further page as browsers do: each text becomes two nested `<font>` with other words, before React
 * starts and after every change.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notTranslated = "script, style, noscript, textarea, font, title, svg";
    function translateAll() {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let at = walker.nextNode(); at; at = walker.nextNode())
        if (at instanceof Text && at.data.trim() && !at.parentElement?.closest(notTranslated)) texts.push(at);
      for (const text of texts) {
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data.toUpperCase();
        outer.append(inner);
        text.replaceWith(outer);
      }
    }
    // Translators wait until a page is idle: by then React has hydrated it, with its forms.
    const isReact = () =>
      history.scrollRestoration === "manual" &&
      [...document.querySelectorAll("[data-late] form")].every((form) =>
        Object.keys(form).some((key) => key.startsWith("__reactProps")),
      );
    const again = () => setTimeout(() => requestIdleCallback(() => requestIdleCallback(look)), 100);
    const look = () => {
      if (isReact()) translateAll();
      again();
    };
    addEventListener("DOMContentLoaded", () =>
      setTimeout(() => {
        window.sentHeading = document.querySelector("h1");
        translateAll();
        document.documentElement.dataset.translated = "";
        again();
      }),
    );
  });
  await page.route(/\/assets\/entry\.client-[\w-]+\.js$/, async (route) => {
    await page.waitForFunction(() => document.documentElement.dataset.translated === "");
    await route.continue();
  });
}

/** Waits until React runs and the page is translated again; returns whether the DOM wasn't replaced. */
export async function isStillAsSent(page: Page): Promise<boolean> {
  await page.waitForFunction(
    () => history.scrollRestoration === "manual" && document.querySelector("h1 font") !== null,
  );
  return page.evaluate(() => window.sentHeading?.isConnected === true);
}
