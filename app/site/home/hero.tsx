import { ArrowRight, Pause, Play } from "lucide-react";
import { checkPath } from "~/content/rules/check-path";
import type { HomeText } from "~/content/texts/home";
import avif from "~/site/home/film/sea.avif";
import mp4 from "~/site/home/film/sea.mp4";
import webm from "~/site/home/film/sea.webm";
import webp from "~/site/home/film/sea.webp";
import { preloadFace } from "~/ui/brand/fonts/preload";
import { Rosette } from "~/ui/brand/guilloche";
import { Mrz } from "~/ui/brand/mrz";
import { ButtonLink } from "~/ui/button";

const fill = "absolute inset-0 size-full object-cover object-[74%_0]";

/**
 * The sea of the hero: a picture, then a film that starts with the same picture, so that nothing jumps. Made by
 * `scripts/film`. Decorative: `static-pages/film.ts` fetches and plays it, and the hero's switch stops it.
 */
function HomeFilm({ className }: { className: string }) {
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

type HomeHeroProps = { siteName: string; text: HomeText["hero"]; consultation: string; bookingPath: string };

/** The hero: an engraved sun that turns once in six minutes, setting over moving water. */
export function HomeHero({ siteName, text, consultation, bookingPath }: HomeHeroProps) {
  preloadFace("italic");
  return (
    <section className="on-dark relative isolate flex flex-col overflow-hidden bg-[linear-gradient(180deg,#06303f_0%,#073746_26%,#0a4a59_48%,#0f6370_58%,#0c5d69_100%)] [--horizon:13.5rem] sm:[--horizon:38%] lg:min-h-[min(47rem,calc(100svh-7.75rem))] lg:[--horizon:45%]">
      <div aria-hidden className="no-print absolute inset-x-0 top-0 bottom-(--horizon) -z-20 overflow-hidden">
        <div className="absolute top-full left-[74%] size-[26rem] -translate-1/2 rounded-full sm:size-[38rem] bg-[radial-gradient(closest-side,rgb(251_214_130/0.62),rgb(246_196_83/0.24)_38%,rgb(246_196_83/0.08)_66%,transparent)] lg:size-[66rem]" />
        <div className="absolute top-[97%] left-[74%] size-44 -translate-1/2 sm:top-[94%] sm:size-[17rem] lg:top-[79%] lg:size-[24rem] xl:size-[30rem]">
          <Rosette turning className="size-full text-[#fbe3a6]/80" />
        </div>
      </div>
      <HomeFilm className="no-print absolute inset-x-0 bottom-0 -z-10 h-(--horizon) sm:[mask-image:linear-gradient(100deg,rgb(0_0_0/0.3)_12%,#000_56%)]" />
      <div className="page flex flex-1 flex-col justify-center pt-12 pb-64 print:py-4! sm:pt-20 sm:pb-48 lg:pt-14 lg:pb-36">
        <p className="eyebrow text-gold">{text.eyebrow}</p>
        <h1 className="mt-5 text-6xl font-semibold max-sm:text-[clamp(2.5rem,12.4vw,3.75rem)] tracking-[-0.025em] text-white">
          {text.title}
          <br />
          <em className="font-normal text-[#fbe3a6]">{text.accent}</em>
        </h1>
        <p className="mt-6 max-w-[31rem] text-xl sm:max-lg:max-w-[26rem] text-foam">{text.lead}</p>
        <div className="no-print mt-9 flex flex-wrap gap-3">
          <ButtonLink to={checkPath} variant="gold" size="lg" after={<ArrowRight aria-hidden />}>
            Find your visa
          </ButtonLink>
          <ButtonLink to={bookingPath} variant="outline" size="lg">
            Free {consultation} consultation
          </ButtonLink>
        </div>
      </div>
      <div className="no-print flex items-center bg-navy/75 text-foam">
        <Mrz length={240} className="min-w-0 flex-1 py-3.5 pl-4 sm:pl-8">
          {`P<BHS${siteName.toUpperCase().replace(/[^A-Z]+/g, "<<")}`}
        </Mrz>
        <MotionSwitch />
      </div>
    </section>
  );
}

/** Stops everything on the page that moves by itself: the film by JavaScript, the rest (see `home.tsx`) by CSS. */
function MotionSwitch() {
  return (
    <label className="mx-2 inline-flex min-h-9 shrink-0 items-center gap-2 rounded-md px-3 text-xs font-medium has-focus-visible:outline-3 has-focus-visible:outline-gold motion-reduce:hidden hover:text-gold">
      <input id="still" type="checkbox" className="peer sr-only" />
      <Pause aria-hidden className="size-4 peer-checked:hidden" />
      <Play aria-hidden className="hidden size-4 peer-checked:block" />
      <span className="max-sm:sr-only">Pause animation</span>
    </label>
  );
}
