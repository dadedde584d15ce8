/** Picking a language changes the picker's label and nothing else (P-SHELL-5). */
export function pickLanguage() {
  const picker = document.querySelector<HTMLDetailsElement>("[data-languages]");
  const label = picker?.querySelector("[data-language-label]");
  const choices = [...(picker?.querySelectorAll("button") ?? [])];
  for (const choice of choices)
    choice.addEventListener("click", () => {
      if (!picker || !label) return;
      label.textContent = choice.textContent;
      for (const other of choices) {
        if (other === choice) other.setAttribute("aria-current", "true");
        else other.removeAttribute("aria-current");
      }
      picker.open = false;
      picker.querySelector("summary")?.focus();
    });
}
