/** The header is compact past 20 pixels (P-SHELL-8); the link to the top is shown after two screens. */
export function followScroll() {
  const look = () => {
    document.querySelector("[data-bar]")?.toggleAttribute("data-compact", scrollY > 20);
    document.querySelector("[data-to-top]")?.toggleAttribute("data-far", scrollY > innerHeight * 2);
  };
  look();
  addEventListener("scroll", look, { passive: true });
}
