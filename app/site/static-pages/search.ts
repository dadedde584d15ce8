import { fetchPage, replacePart } from "./reload";

/** How long typing rests before the list is narrowed, in milliseconds. */
const rest = 300;

/**
 * A search that narrows its list in place (L-STILL-6): the page is fetched with what was typed, and its results and
 * their count are taken over. The address is replaced, so that Back leaves the page. Without it the button sends.
 */
export function searchAsTyped() {
  const form = document.querySelector<HTMLFormElement>("form[data-search]");
  const field = form?.querySelector<HTMLInputElement>("input[type=search]");
  if (!form || !field) return;
  let typing = 0;
  let asking = new AbortController();

  const addressOf = () => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    const query = new URLSearchParams(fields.filter(([, value]) => value));
    // A draft stays on its page while staff look at it (O-EDIT-3).
    const preview = new URLSearchParams(location.search).get("preview");
    if (preview) query.set("preview", preview);
    return query.size > 0 ? `${form.action}?${query}` : form.action;
  };
  async function show(mustShow: boolean) {
    clearTimeout(typing);
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const address = addressOf();
    try {
      const page = await fetchPage(address, signal);
      // What replaces the results would take an open dialog with it.
      if (signal.aborted || document.querySelector("dialog[open]")) return;
      replacePart(page, "[data-results]");
      // The live region stays the same element: only then is the change said.
      const [count, fresh] = [document.querySelector("[data-count]"), page.querySelector("[data-count]")];
      if (count && fresh) count.textContent = fresh.textContent;
      history.replaceState(history.state, "", address);
    } catch {
      // What was asked for by its button is loaded as a page, which says what is wrong.
      if (mustShow && !signal.aborted) location.assign(address);
    }
  }
  const soon = () => {
    clearTimeout(typing);
    typing = window.setTimeout(show, rest, false);
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
  // Changed before this ran, or brought back by the browser.
  if (addressOf() !== new URL(location.pathname + location.search, location.href).href) soon();
}
