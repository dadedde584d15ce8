import { ArrowRight, Pause, Play } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { Rosette, Waves } from "~/ui/guilloche";
import { Mrz } from "~/ui/mrz";

/** The passport page meets the sea: an engraved sun that turns once in six minutes, half sunk behind moving waves. */
export function HomeHero({ siteName }: { siteName: string }) {
  return (
    <section className="on-dark relative isolate flex flex-col overflow-hidden bg-[linear-gradient(180deg,#06303f_0%,#083d4d_30%,#0d6470_62%,#158d94_84%,#2ea39f_100%)] lg:min-h-[min(46rem,calc(100svh-7.75rem))]">
      <div aria-hidden className="absolute inset-x-0 top-0 bottom-[34%] -z-20 overflow-hidden sm:bottom-[30%]">
        <div className="absolute top-1/4 left-[92%] size-[36rem] sm:size-[46rem] -translate-1/2 rounded-full bg-[radial-gradient(closest-side,rgb(246_196_83/0.34),rgb(246_196_83/0.12)_52%,transparent)] sm:top-[58%] lg:left-[min(74%,calc(50%+24rem))] lg:size-[62rem]" />
        <div className="absolute top-[15%] left-[97%] size-56 -translate-1/2 sm:top-[62%] sm:left-[86%] sm:size-[25rem] lg:top-[63%] lg:left-[min(74%,calc(50%+23rem))] lg:size-[33rem]">
          <Rosette turning className="size-full text-[#f9dd9a]/75 max-lg:text-[#f9dd9a]/60" />
        </div>
      </div>
      <div
        aria-hidden
        className="absolute inset-x-0 top-[66%] -z-20 h-px bg-[linear-gradient(90deg,transparent,rgb(251_227_166/0.55)_72%,transparent)] sm:top-[70%]"
      />
      <Waves
        sea="hero"
        moving
        className="absolute inset-x-0 bottom-0 -z-10 h-[38%] lg:h-[48%] lg:[mask-image:linear-gradient(100deg,rgb(0_0_0/0.16)_18%,#000_58%)]"
      />
      <div className="page flex flex-1 flex-col justify-center pt-14 pb-40 sm:pt-20 sm:pb-44 lg:pt-16 lg:pb-28">
        <p className="eyebrow text-gold">Nassau · since 2010</p>
        <h1 className="mt-5 text-6xl font-semibold max-sm:text-[clamp(2.5rem,12.4vw,3.75rem)] tracking-[-0.025em] text-white">
          The way in,
          <br />
          <em className="font-normal text-[#fbe3a6]">calmly arranged.</em>
        </h1>
        <p className="mt-6 max-w-[31rem] text-xl sm:max-lg:max-w-[26rem] text-foam">
          Visas for the Bahamas, the United States, Canada and the United Kingdom, prepared by people who answer within
          a day.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to="/services" variant="gold" size="lg" after={<ArrowRight aria-hidden />}>
            Find your visa
          </ButtonLink>
          <ButtonLink to="/contact" variant="outline" size="lg">
            Free 30-minute consultation
          </ButtonLink>
        </div>
      </div>
      <div className="flex items-center bg-navy/75 text-foam">
        <Mrz className="min-w-0 flex-1 py-3.5 pl-4 sm:pl-8">
          {`P<BHS${siteName.toUpperCase().replace(/[^A-Z]+/g, "<<")}`}
        </Mrz>
        <MotionSwitch />
      </div>
    </section>
  );
}

/** Stops everything on the page that moves by itself, without a script. */
function MotionSwitch() {
  return (
    <label className="mx-2 inline-flex min-h-9 shrink-0 items-center gap-2 rounded-md px-3 text-xs font-medium has-focus-visible:outline-3 has-focus-visible:outline-gold motion-reduce:hidden hover:text-gold">
      <input id="still" type="checkbox" className="peer sr-only" />
      <Pause aria-hidden className="size-4 peer-checked:hidden" />
      <Play aria-hidden className="hidden size-4 peer-checked:block" />
      <span className="max-sm:sr-only">Pause motion</span>
    </label>
  );
}
