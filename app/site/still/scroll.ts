/** The header is compact past 20 pixels (P-SHELL-8); the way back to the top shows once two windows have passed. */
export function followScroll() {
  const header = document.querySelector("[data-bar]");
  const toTop = document.querySelector("[data-to-top]");
  const look = () => {
    header?.toggleAttribute("data-compact", scrollY > 20);
    toTop?.toggleAttribute("data-far", scrollY > innerHeight * 2);
  };
  look();
  addEventListener("scroll", look, { passive: true });
}
