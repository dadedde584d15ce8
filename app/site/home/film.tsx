import avif from "~/site/home/film/sea.avif";
import mp4 from "~/site/home/film/sea.mp4";
import webm from "~/site/home/film/sea.webm";
import webp from "~/site/home/film/sea.webp";

const fill = "absolute inset-0 size-full object-cover object-[74%_0]";

/**
 * The sea of the hero: a picture first, then a film that begins with the same picture, so that nothing jumps. Drawn by
 * `scripts/film`. Decoration: fetched and played by `static-pages/film.ts`, which the switch of the hero stops.
 */
export function HomeFilm({ className }: { className: string }) {
  return (
    <div aria-hidden className={className}>
      <picture>
        <source srcSet={avif} type="image/avif" />
        <img src={webp} alt="" width={1600} height={512} fetchPriority="high" className={fill} />
      </picture>
      <video
        data-film
        muted
        loop
        playsInline
        disablePictureInPicture
        preload="none"
        tabIndex={-1}
        className={`${fill} transition-opacity duration-700 not-data-shown:opacity-0 motion-reduce:hidden`}
      >
        <source data-src={webm} type='video/webm; codecs="av01.0.05M.10"' />
        <source data-src={mp4} type="video/mp4" />
      </video>
    </div>
  );
}
