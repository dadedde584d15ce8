import { useEffect, useRef, useState } from "react";
import avif from "~/site/home/film/sea.avif";
import mp4 from "~/site/home/film/sea.mp4";
import webm from "~/site/home/film/sea.webm";
import webp from "~/site/home/film/sea.webp";

/** With data saving or reduced motion the picture stays, and the film is not even fetched. */
function wantsFilm(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
  const saves = typeof connection === "object" && connection !== null && "saveData" in connection;
  return !(saves && connection.saveData) && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long the loaded page has for itself before the film is fetched and decoded, in milliseconds. */
const headStart = 2500;

/** Calls back once the page has loaded, had its head start, and is idle; returns how to cancel it. */
function whenIdle(then: () => void): () => void {
  let idle = 0;
  let late = 0;
  // Safari has no requestIdleCallback.
  const canWait = typeof requestIdleCallback === "function";
  const wait = () => {
    late = window.setTimeout(() => {
      if (canWait) idle = requestIdleCallback(then, { timeout: 4000 });
      else then();
    }, headStart);
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
  return () => {
    removeEventListener("load", wait);
    clearTimeout(late);
    if (canWait) cancelIdleCallback(idle);
  };
}

const fill = "absolute inset-0 size-full object-cover object-[74%_0]";

/**
 * The sea of the hero: a picture first, then a film that begins with the same picture, so that nothing jumps. Drawn by
 * `scripts/film`. Decoration: `still` stops it, and it pauses while it is not visible.
 */
export function HomeFilm({ still, className }: { still: boolean; className: string }) {
  const [loadFilm, setLoadFilm] = useState(false);
  const [shown, setShown] = useState(false);
  const film = useRef<HTMLVideoElement>(null);

  useEffect(() => (wantsFilm() ? whenIdle(() => setLoadFilm(true)) : undefined), []);

  useEffect(() => {
    const video = film.current;
    if (!loadFilm || !video) return;
    if (still) {
      video.pause();
      return;
    }
    const watch = new IntersectionObserver(([entry]) => {
      // A browser that refuses to play keeps showing the picture.
      if (entry?.isIntersecting) video.play().catch(() => undefined);
      else video.pause();
    });
    watch.observe(video);
    return () => watch.disconnect();
  }, [loadFilm, still]);

  return (
    <div aria-hidden className={className}>
      <picture>
        <source srcSet={avif} type="image/avif" />
        <img src={webp} alt="" width={1600} height={512} fetchPriority="high" className={fill} />
      </picture>
      {loadFilm ? (
        <video
          ref={film}
          muted
          loop
          playsInline
          disablePictureInPicture
          preload="auto"
          tabIndex={-1}
          onPlaying={() => setShown(true)}
          className={`${fill} transition-opacity duration-700 motion-reduce:hidden ${shown ? "" : "opacity-0"}`}
        >
          <source src={webm} type='video/webm; codecs="av01.0.05M.10"' />
          <source src={mp4} type="video/mp4" />
        </video>
      ) : null}
    </div>
  );
}
