/** Milliseconds after the load event before the film is fetched and decoded. */
const headStart = 2500;

/** Calls back once the page has loaded, the head start is over, and the browser is idle. */
function whenIdle(callback: () => void) {
  const wait = () =>
    setTimeout(() => {
      // Safari has no requestIdleCallback.
      if (typeof requestIdleCallback === "function") requestIdleCallback(callback, { timeout: 4000 });
      else callback();
    }, headStart);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}

/** With data saving or reduced motion the picture stays, and the film isn't fetched. */
function wantsFilm(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
  const saves =
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData;
  return !saves && !matchMedia("(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)").matches;
}

/** The hero's film: fetched when the hero is visible, paused when it isn't, and stopped by the switch. */
export function startFilm() {
  const film = document.querySelector<HTMLVideoElement>("video[data-film]");
  const pauseControl = document.querySelector<HTMLInputElement>("#still");
  if (!film || !wantsFilm()) return;
  let isSeen = false;
  const look = () => {
    if (!isSeen || pauseControl?.checked) return film.pause();
    const sources = film.querySelectorAll<HTMLSourceElement>("source[data-src]");
    for (const source of sources) {
      source.src = source.dataset.src ?? "";
      source.removeAttribute("data-src");
    }
    if (sources.length > 0) film.load();
    // A browser that refuses to play keeps showing the picture.
    film.play().catch(() => undefined);
  };
  film.addEventListener("playing", () => film.toggleAttribute("data-shown", true));
  pauseControl?.addEventListener("change", look);
  whenIdle(() => {
    new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? false;
      look();
    }).observe(film);
  });
}
