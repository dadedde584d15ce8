/** Shows the price bar of a service's page while neither the price card nor another button to apply is visible. */
export function showPriceBar() {
  const bar = document.querySelector("[data-price-bar]");
  if (!bar) return;
  const visible = new Set<Element>();
  const observer = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) visible[isIntersecting ? "add" : "delete"](target);
    bar.toggleAttribute("data-shown", visible.size === 0);
  });
  for (const place of document.querySelectorAll("[data-price-card], section > div a.button-gold[href*='service=']"))
    observer.observe(place);
}
