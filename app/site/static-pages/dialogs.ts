/** A link with `data-opens` opens the dialog of that id, instead of the equivalent page. */
export function openDialogs() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-opens]") : null;
    const dialog = document.getElementById(link?.dataset.opens ?? "");
    if (!(dialog instanceof HTMLDialogElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });
  // A click on the backdrop closes the dialog, whose content fills it.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLDialogElement && target.dataset.notice !== undefined) target.close();
  });
}
