import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import pages from "~/ui/brand/apart/pages.svg";
import { Rosette, Waves } from "~/ui/brand/guilloche";
import { ButtonLink } from "~/ui/button";
import { unbroken } from "~/ui/unbroken";

export type CallToActionProps = {
  title: ReactNode;
  text: ReactNode;
  to: string;
  label: string;
  /** The button's subject, for screen readers. */
  about?: string | undefined;
  other?: { to: string; label: string } | undefined;
};

export function CallToAction({ title, text, to, label, about, other }: CallToActionProps) {
  return (
    <section className="no-print page py-16 sm:py-24">
      <div className="on-dark relative isolate overflow-hidden rounded-2xl bg-[linear-gradient(115deg,#06303f_30%,#0b5566_65%,#12838d)] px-6 pt-12 pb-20 sm:px-12 sm:pt-16 sm:pb-24 lg:px-16">
        <Rosette
          seed="lucaya-sun"
          from={pages}
          className="absolute -top-40 -right-40 -z-10 size-72 text-gold/45 max-sm:opacity-60 sm:-top-44 sm:-right-48 sm:size-96 lg:-top-32 lg:-right-12 lg:size-[30rem]"
        />
        <Waves seed="call" from={pages} className="absolute inset-x-0 bottom-0 -z-10 h-16 text-shallows/60 sm:h-20" />
        <h2 className="max-w-xl text-4xl text-white">{unbroken(title)}</h2>
        <p className="mt-4 max-w-lg text-lg text-foam">{unbroken(text)}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={to} variant="gold" size="lg" after={<ArrowRight aria-hidden />}>
            {label}
            {about ? <span className="sr-only"> for {about}</span> : null}
          </ButtonLink>
          {other ? (
            <ButtonLink to={other.to} variant="outline" size="lg">
              {other.label}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </section>
  );
}
