import type { ReactNode } from "react";
import { Rosette } from "~/ui/brand/guilloche";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { TextLink } from "~/ui/link";

export function NewsletterPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="relative isolate overflow-hidden bg-sand">
      <Rosette
        seed="newsletter"
        className="absolute -top-24 -right-24 -z-10 size-48 text-gold-deep/30 sm:-top-32 sm:-right-32 sm:size-80 lg:-top-24 lg:-right-28 lg:size-[26rem]"
      />
      <div className="page pt-6 pb-16 sm:pb-24">
        <Breadcrumbs trail={[{ label: "Newsletter", to: "/newsletter" }, { label: title }]} />
        <p className="eyebrow mt-9 mb-3 text-sea-ink sm:mt-14">Newsletter</p>
        <h1 className="text-4xl">{title}</h1>
        <div className="mt-5 grid max-w-[40rem] gap-7 text-lg text-stone [&_strong]:font-semibold [&_strong]:break-words [&_strong]:text-ink">
          {children}
        </div>
        <p className="mt-10">
          <TextLink to="/blog" look="standalone" arrow>
            Read the blog
          </TextLink>
        </p>
      </div>
    </section>
  );
}

/** Shown for a link that is truncated, forged, or whose address was deleted; `children` say what to do. */
export function LinkUnknown({ children }: { children: ReactNode }) {
  return (
    <NewsletterPage title="This link does not work">
      <p>The link may be incomplete, or your address isn’t on our list. {children}</p>
    </NewsletterPage>
  );
}
