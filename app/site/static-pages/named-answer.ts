/** Opens the answer that the URL's fragment names; that may close one above it, so it is scrolled to. */
export function openNamedAnswer() {
  const open = () => {
    // Not decoded: the ids are ASCII, and decoding a stray % would throw.
    const named = document.getElementById(location.hash.slice(1));
    if (!(named instanceof HTMLDetailsElement) || named.open || named.dataset.menu !== undefined) return;
    const { top } = named.getBoundingClientRect();
    named.open = true;
    if (top >= 0 && top < innerHeight) named.scrollIntoView();
  };
  open();
  addEventListener("hashchange", open);
}
