import { fetchPage, replacePart } from "./reload";

/** Debounce in milliseconds. */
const delayMs = 300;

/**
 * A search that filters its list in place: fetches the page with the query, and replaces results and count. The URL is
 * replaced, so that Back leaves the page. Without JavaScript the button submits.
 */
export function searchWhileTyping() {
  const form = document.querySelector<HTMLFormElement>("form[data-search]");
  const field = form?.querySelector<HTMLInputElement>("input[type=search]");
  if (!form || !field) return;
  let typing = 0;
  let asking = new AbortController();

  const addressOf = () => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    const query = new URLSearchParams(fields.filter(([, value]) => value));
    // A previewed draft stays on the page.
    const preview = new URLSearchParams(location.search).get("preview");
    if (preview) query.set("preview", preview);
    return query.size > 0 ? `${form.action}?${query}` : form.action;
  };
  async function show(mustShow: boolean) {
    clearTimeout(typing);
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const url = addressOf();
    try {
      const page = await fetchPage(url, signal);
      // Replacing the results would remove an open dialog.
      if (signal.aborted || document.querySelector("dialog[open]")) return;
      replacePart(page, "[data-results]");
      // Keep the live region's element: only then is a change announced.
      const [count, fresh] = [document.querySelector("[data-count]"), page.querySelector("[data-count]")];
      if (count && fresh) count.textContent = fresh.textContent;
      history.replaceState(history.state, "", url);
    } catch {
      // If the button submitted it, load it as a page, which shows the error.
      if (mustShow && !signal.aborted) location.assign(url);
    }
  }
  const soon = () => {
    clearTimeout(typing);
    typing = window.setTimeout(show, delayMs, false);
  };
  function showAll(event: Event) {
    event.preventDefault();
    for (const control of form?.elements ?? [])
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = "";
    field?.focus();
    void show(true);
  }

  field.addEventListener("input", soon);
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) void show(false);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void show(true);
  });
  form.querySelector("[data-clear]")?.addEventListener("click", (event) => {
    event.preventDefault();
    field.value = "";
    field.focus();
    void show(true);
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-show-all]")) showAll(event);
  });
  // Changed before this ran, or restored by the browser.
  if (addressOf() !== new URL(location.pathname + location.search, location.href).href) soon();
}
