/** An answer that the address names is opened (P-FAQ-2); opening it may close one above it, so it is scrolled to. */
export function openNamedAnswer() {
  const open = () => {
    // Not decoded: the ids of answers are plain, and a stray % can't be.
    const named = document.getElementById(location.hash.slice(1));
    if (!(named instanceof HTMLDetailsElement) || named.open || named.dataset.menu !== undefined) return;
    const { top } = named.getBoundingClientRect();
    named.open = true;
    if (top >= 0 && top < innerHeight) named.scrollIntoView();
  };
  open();
  addEventListener("hashchange", open);
}
