import type { ReactNode } from "react";
import type { ConsultationWay } from "~/db/schema/values";
import { wayLabels } from "~/inquiries/consultation/words";
import { Rosette } from "~/ui/brand/guilloche";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { bookingPage } from "../booking";
import { describeTime } from "../times-text";

/** The frame of the pages behind mailed links. */
export function ConsultationPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="relative isolate overflow-hidden bg-sand">
      <Rosette
        seed="consultation"
        className="absolute -top-24 -right-24 -z-10 size-48 text-gold-deep/30 sm:-top-32 sm:-right-32 sm:size-80 lg:-top-24 lg:-right-28 lg:size-[26rem]"
      />
      <div className="page pt-6 pb-16 sm:pb-24">
        <Breadcrumbs trail={[{ label: "Book a consultation", to: bookingPage }, { label: title }]} />
        <p className="eyebrow mt-9 mb-3 text-sea-ink sm:mt-14">Free consultation</p>
        <h1 className="text-4xl">{title}</h1>
        <div className="mt-5 grid max-w-[42rem] gap-7 text-lg text-stone [&_strong]:font-semibold [&_strong]:break-words [&_strong]:text-ink">
          {children}
        </div>
      </div>
    </section>
  );
}

type SummaryProps = {
  booking: {
    startsAt: string;
    way: ConsultationWay;
    zone: string;
    name: string;
    phone: string;
    topic: string;
    about: string;
  };
  hidesTime?: boolean;
};

/** What was booked; what is empty is left out. */
export function Summary({
  booking: { startsAt, way, zone, name, phone, topic, about },
  hidesTime = false,
}: SummaryProps) {
  const rows = [
    ...(hidesTime ? [] : [{ label: "When", text: describeTime(startsAt, zone) }]),
    { label: "How", text: [wayLabels[way], phone].filter(Boolean).join(", ") },
    ...[
      { label: "Name", text: name },
      { label: "Topic", text: topic },
      { label: "About", text: about },
    ].filter(({ text }) => text !== ""),
  ];
  return (
    <dl className="divide-y divide-dune border-y border-dune text-base">
      {rows.map(({ label, text }) => (
        <div key={label} className="grid gap-x-6 py-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="text-stone">{label}</dt>
          <dd dir="auto" className="font-medium text-navy [overflow-wrap:anywhere] whitespace-pre-wrap">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
