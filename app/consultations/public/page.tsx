import type { ReactNode } from "react";
import type { ConsultationWay } from "~/db/schema/values";
import { wayLabels } from "~/inquiries/consultation/words";
import { ButtonLink } from "~/ui/button";
import { MailedLinkPage } from "~/ui/mailed-link-page";
import { bookingPage } from "../booking";
import { describeTime } from "../times-text";

/** The frame of the pages behind mailed links. */
export const ConsultationPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <MailedLinkPage
    seed="consultation"
    eyebrow="Free consultation"
    title={title}
    trail={[{ label: "Book a consultation", to: bookingPage }, { label: title }]}
  >
    {children}
  </MailedLinkPage>
);

/** Of a link that has ended or never worked. */
export const LinkEnded = ({ call }: { call: ReactNode }) => (
  <ConsultationPage title="This link does not work any more">
    <p>Book a new time, or {call}.</p>
    <p>
      <ButtonLink to={bookingPage} size="lg">
        Book a new time
      </ButtonLink>
    </p>
  </ConsultationPage>
);

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
