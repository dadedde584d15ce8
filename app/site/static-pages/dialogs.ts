/** A link with `data-opens` opens the dialog of that id instead of leading to a page that says the same. */
export function openDialogs() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-opens]") : null;
    const dialog = document.getElementById(link?.dataset.opens ?? "");
    if (!(dialog instanceof HTMLDialogElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });
  // A press beside the dialog, which fills its own box, closes it.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLDialogElement && target.dataset.notice !== undefined) target.close();
  });
}
