/** Choosing a language changes the picker's label and nothing else (P-SHELL-5). */
export function pickLanguage() {
  document.addEventListener("click", ({ target }) => {
    const choice = target instanceof Element ? target.closest("[data-languages] button") : null;
    const picker = choice?.closest<HTMLDetailsElement>("[data-languages]");
    const label = picker?.querySelector("[data-language-label]");
    if (!choice || !picker || !label) return;
    label.textContent = choice.textContent;
    for (const button of picker.querySelectorAll("button")) {
      if (button === choice) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    picker.open = false;
    picker.querySelector("summary")?.focus();
  });
}
