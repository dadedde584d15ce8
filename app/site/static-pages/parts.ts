/** Highlights the current heading in a post's table of contents. */
export function markPart() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-parts] a")];
  if (links.length === 0) return;
  const look = () => {
    const top = ({ hash }: HTMLAnchorElement) => document.getElementById(hash.slice(1))?.getBoundingClientRect().top;
    const read = links.findLast((link) => (top(link) ?? Number.POSITIVE_INFINITY) < innerHeight * 0.4);
    for (const link of links) {
      if (link === read) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  look();
  addEventListener("scroll", look, { passive: true });
}
