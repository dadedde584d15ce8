/** `Copy` buttons (L-STILL-10): there only where the browser can copy; what happened is said in a live region. */
export function showCopyButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const said = document.querySelector("[data-copied]");
      if (said) said.textContent = "";
      const words = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
        () => "Copied",
        () => "Your browser did not let us copy. Please select the text.",
      );
      if (said) said.textContent = words;
      if (words !== "Copied") return;
      button.toggleAttribute("data-done", true);
      setTimeout(() => button.removeAttribute("data-done"), 2000);
    });
  }
}
