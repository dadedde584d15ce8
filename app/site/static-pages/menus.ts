const all = () => document.querySelectorAll<HTMLDetailsElement>("details[data-menu]");

/** Closes a menu; `back` moves the focus to its button. */
function close(menu: HTMLDetailsElement, back = false) {
  menu.open = false;
  if (back) menu.querySelector("summary")?.focus();
}

/** Traps Tab inside a menu that covers the page. */
function goRound(menu: HTMLElement, event: KeyboardEvent) {
  const stops = [...menu.querySelectorAll<HTMLElement>("summary, a[href], button")].filter((stop) =>
    stop.checkVisibility(),
  );
  const end = event.shiftKey ? stops[0] : stops.at(-1);
  if (menu.contains(document.activeElement) && document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/**
 * `details[data-menu]` close by Escape, by a click outside, by a link inside and on back navigation; the value `trap`
 * traps Tab inside. A list that opens on hover is also hidden by Escape (WCAG 1.4.13), and by a click on one of its
 * links, so that it doesn't cover the new page.
 */
export function runMenus() {
  const setHidden = (isHidden: boolean) => {
    for (const item of document.querySelectorAll("[data-hover-menu]")) item.toggleAttribute("data-away", isHidden);
  };
  const hideHovered = () => setHidden(true);
  // Shown again once the pointer has left it, or its marker is clicked.
  document.addEventListener("pointerout", ({ target, relatedTarget }) => {
    const item = target instanceof Element ? target.closest("[data-hover-menu][data-away]") : null;
    if (item && !(relatedTarget instanceof Node && item.contains(relatedTarget))) setHidden(false);
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-hover-menu] summary")) setHidden(false);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideHovered();
    for (const menu of all()) {
      if (!menu.open) continue;
      if (event.key === "Escape") close(menu, true);
      else if (event.key === "Tab" && menu.dataset.menu === "trap") goRound(menu, event);
    }
  });
  document.addEventListener("pointerdown", ({ target }) => {
    for (const menu of all()) if (target instanceof Node && !menu.parentElement?.contains(target)) close(menu);
  });
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link) return;
    if (link.closest("[data-hover-menu] ul")) hideHovered();
    for (const menu of all()) if (menu.parentElement?.contains(link)) close(menu);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const menu of all()) close(menu);
  });
}
