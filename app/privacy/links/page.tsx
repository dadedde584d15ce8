import type { ReactNode } from "react";
import { Rosette } from "~/ui/brand/guilloche";
import { Breadcrumbs } from "~/ui/breadcrumbs";

type DataPageProps = {
  title: string;
  /** Its name in the breadcrumbs, if they say more than the title; null for the first page. */
  crumb?: string | null;
  children: ReactNode;
};

export function DataPage({ title, crumb = title, children }: DataPageProps) {
  return (
    <section className="relative isolate overflow-hidden bg-sand">
      <Rosette
        seed="your-data"
        className="absolute -top-24 -right-24 -z-10 size-48 text-gold-deep/30 sm:-top-32 sm:-right-32 sm:size-80 lg:-top-24 lg:-right-28 lg:size-[26rem]"
      />
      <div className="page pt-6 pb-16 sm:pb-24">
        <Breadcrumbs
          trail={
            crumb === null ? [{ label: "Your data" }] : [{ label: "Your data", to: "/your-data" }, { label: crumb }]
          }
        />
        <p className="eyebrow mt-9 mb-3 text-sea-ink sm:mt-14">Privacy</p>
        <h1 className="text-4xl">{title}</h1>
        <div className="mt-5 grid max-w-[42rem] gap-7 text-lg text-stone [&_strong]:font-semibold [&_strong]:break-words [&_strong]:text-ink">
          {children}
        </div>
      </div>
    </section>
  );
}
