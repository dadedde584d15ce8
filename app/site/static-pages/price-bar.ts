/** The bar of a service's page with its price shows while the price card is out of view (L-LOOK-3). */
export function showPriceBar() {
  const bar = document.querySelector("[data-price-bar]");
  const card = document.querySelector("[data-price-card]");
  if (!bar || !card) return;
  new IntersectionObserver((seen) => bar.toggleAttribute("data-shown", seen.at(-1)?.isIntersecting === false)).observe(
    card,
  );
}
