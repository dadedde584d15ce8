import type { ReactNode } from "react";
import { Rosette } from "~/ui/brand/guilloche";
import { Breadcrumbs, type Crumb } from "~/ui/breadcrumbs";

type MailedLinkPageProps = {
  /** Of the rosette. */
  seed: string;
  eyebrow: string;
  title: string;
  /** Without Home. */
  trail: readonly Crumb[];
  children: ReactNode;
  /** Below the text. */
  after?: ReactNode;
};

/** The frame of the public pages behind mailed links. */
export function MailedLinkPage({ seed, eyebrow, title, trail, children, after }: MailedLinkPageProps) {
  return (
    <section className="relative isolate overflow-hidden bg-sand">
      <Rosette
        seed={seed}
        className="absolute -top-24 -right-24 -z-10 size-48 text-gold-deep/30 sm:-top-32 sm:-right-32 sm:size-80 lg:-top-24 lg:-right-28 lg:size-[26rem]"
      />
      <div className="page pt-6 pb-16 sm:pb-24">
        <Breadcrumbs trail={trail} />
        <p className="eyebrow mt-9 mb-3 text-sea-ink sm:mt-14">{eyebrow}</p>
        <h1 className="text-4xl">{title}</h1>
        <div className="mt-5 grid max-w-[42rem] gap-7 text-lg text-stone [&_strong]:font-semibold [&_strong]:break-words [&_strong]:text-ink">
          {children}
        </div>
        {after}
      </div>
    </section>
  );
}
