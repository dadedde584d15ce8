/** `Copy` buttons (L-STILL-10): there only where the browser can copy; what happened is said in a live region. */
export function showCopyButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const said = document.querySelector("[data-copied]");
      if (!said) return;
      said.textContent = "";
      try {
        await navigator.clipboard.writeText(button.dataset.copy ?? "");
        said.textContent = "Copied";
      } catch {
        said.textContent = "Your browser did not let us copy. Please select the text.";
      }
    });
  }
}
