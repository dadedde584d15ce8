import { fetchPage, replacePart } from "./reload";

/** The button that syncs reviews while there are none. The server logs failures: the button can be clicked again. */
export function syncReviews() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.sync) return;
    event.preventDefault();
    const button = form.querySelector("button");
    const label = button?.querySelector("span");
    if (!button || !label || button.disabled) return;
    const idle = label.textContent;
    button.disabled = true;
    label.textContent = "Syncing Reviews...";
    try {
      const headers = { Authorization: `Bearer ${form.dataset.sync}`, "Content-Type": "application/json" };
      const response = await fetch(form.action, { method: "POST", headers });
      if (response.ok) replacePart(await fetchPage(location.href), "section[aria-labelledby=reviews]");
    } catch {
      // Offline.
    }
    button.disabled = false;
    label.textContent = idle;
  });
}
