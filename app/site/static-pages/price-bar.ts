/** Shows the price bar of a service's page while the price card isn't visible. */
export function showPriceBar() {
  const bar = document.querySelector("[data-price-bar]");
  const card = document.querySelector("[data-price-card]");
  if (!bar || !card) return;
  new IntersectionObserver((seen) => bar.toggleAttribute("data-shown", seen.at(-1)?.isIntersecting === false)).observe(
    card,
  );
}
