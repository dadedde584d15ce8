/** Milliseconds. */
const duration = 2000;

const quicklyThenSlowly = (part: number) => 1 - (1 - part) ** 3;

/** Counts a figure such as `5000+` up from 0 once half of it is visible, unless reduced motion is preferred. */
export function startCounters() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const element of document.querySelectorAll("[data-counter]")) {
    const [, before = "", digits = "", after = ""] = /^(\D*)(\d+)(.*)$/.exec(element.textContent) ?? [];
    if (!digits) continue;
    const show = (count: number) => {
      element.textContent = `${before}${count}${after}`;
    };
    const count = () => {
      const start = performance.now();
      const step = () => {
        const part = Math.min(1, (performance.now() - start) / duration);
        show(Math.round(Number(digits) * quicklyThenSlowly(part)));
        if (part < 1) requestAnimationFrame(step);
      };
      step();
    };
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry || entry.intersectionRatio < 0.5) return show(0);
        watch.disconnect();
        count();
      },
      { threshold: 0.5 },
    );
    watch.observe(element);
  }
}
