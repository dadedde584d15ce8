import type { ReactNode } from "react";
import { Horizon, Rosette, Waves } from "~/ui/brand/guilloche";
import { Breadcrumbs, type Crumb } from "~/ui/breadcrumbs";
import { classNames } from "~/ui/class-names";
import { Eyebrow } from "~/ui/heading";
import { unbroken } from "~/ui/unbroken";

export type PageHeroProps = {
  trail: readonly Crumb[];
  title: ReactNode;
  eyebrow?: ReactNode;
  lead?: ReactNode;
  /** The same seed draws the same sun. */
  seed: string;
  /** `sand` for pages to read and search, `deep` for pages that invite. */
  ground?: "sand" | "deep" | undefined;
  /** The country whose outline is on the shore, or before the sun. */
  destination?: { code: string; at: "shore" | "sun" } | undefined;
  /** Under the text: buttons, a search, a few facts. */
  children?: ReactNode;
};

/** The header of every page but home: breadcrumbs, the page's only h1, and a lead. */
export function PageHero({ trail, title, eyebrow, lead, seed, ground = "sand", destination, children }: PageHeroProps) {
  const deep = ground === "deep";
  return (
    <section
      className={classNames(
        "relative isolate overflow-hidden",
        deep
          ? "on-dark bg-[linear-gradient(172deg,#06303f_20%,#0a4d5d_62%,#10747f)] [&_h1]:text-white"
          : "bg-sand [&_h1]:text-navy",
      )}
    >
      <Rosette
        seed={seed}
        className={classNames(
          "absolute -top-24 -right-24 -z-10 size-48 sm:-top-32 sm:-right-32 sm:size-80 lg:-top-20 lg:-right-12 lg:size-[26rem] xl:right-[max(0rem,calc(50%-40rem))] xl:size-[34rem]",
          deep ? "text-gold/35 max-sm:text-gold/20" : "text-gold-deep/40 max-lg:text-gold-deep/25",
        )}
      />
      <Waves
        seed={`${seed}-shore`}
        className={classNames(
          "absolute inset-x-0 bottom-0 -z-10 h-20 sm:h-28",
          deep ? "text-shallows/45" : "text-sea/25",
        )}
      />
      {destination ? (
        <div className="page no-print absolute inset-x-0 bottom-2 -z-10">
          <Horizon
            code={destination.code}
            className={classNames(
              "h-13 text-sea/70 sm:h-24",
              destination.at === "sun" && "ml-auto lg:h-44 xl:h-52 xl:text-sea",
            )}
          />
        </div>
      ) : null}
      <div
        className={classNames(
          "page pt-6 print:py-2!",
          deep ? "pb-24 sm:pb-32" : destination ? "pb-20 sm:pb-32" : "pb-16 sm:pb-24",
        )}
      >
        <Breadcrumbs trail={trail} />
        <div className="mt-9 max-w-[34rem] print:mt-0! sm:mt-14 lg:max-w-[36rem] xl:max-w-[40rem]">
          {eyebrow ? <Eyebrow className="mb-3">{eyebrow}</Eyebrow> : null}
          <h1 className="text-5xl tracking-[-0.02em]">{unbroken(title)}</h1>
          {lead ? (
            <p className={classNames("mt-5 max-w-[40rem] text-xl", deep ? "text-foam" : "text-stone")}>
              {unbroken(lead)}
            </p>
          ) : null}
        </div>
        {children}
      </div>
    </section>
  );
}
