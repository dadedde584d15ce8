/** Choosing a language changes the picker's label and nothing else (P-SHELL-5). */
export function pickLanguage() {
  document.addEventListener("click", ({ target }) => {
    const choice = target instanceof Element ? target.closest("[data-languages] button") : null;
    const picker = choice?.closest<HTMLDetailsElement>("[data-languages]");
    const label = picker?.querySelector("[data-language-label]");
    if (!choice || !picker || !label) return;
    label.textContent = choice.textContent;
    for (const other of picker.querySelectorAll("button")) {
      if (other === choice) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
    picker.open = false;
    picker.querySelector("summary")?.focus();
  });
}
