/** `Copy` buttons: only visible if the browser can copy; a live region announces the result. */
export function showCopyButtons() {
  if (!navigator.clipboard) return;
  document.documentElement.toggleAttribute("data-copies", true);
  let over = 0;
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    if (!button) return;
    const text = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
      () => "Copied",
      () => "We couldn’t copy this. Please select the text and copy it yourself.",
    );
    const status = document.querySelector("[data-copied]");
    if (status) status.textContent = text;
    // Restart the time of the announcement if another one was copied just before.
    clearTimeout(over);
    for (const before of document.querySelectorAll("[data-done]")) before.removeAttribute("data-done");
    if (text !== "Copied") return;
    button.toggleAttribute("data-done", true);
    over = window.setTimeout(() => {
      button.removeAttribute("data-done");
      if (status) status.textContent = "\u00a0";
    }, 2000);
  });
}
