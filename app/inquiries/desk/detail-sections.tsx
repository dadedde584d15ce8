import type { ReactNode } from "react";
import { mailLink } from "~/content/settings/contact-links";
import { telephoneLink } from "~/core/phones/phone-link";
import { calendarDate, nassauTime } from "~/core/time";
import { Flag } from "~/ui/brand/flag";
import { EmailText } from "~/ui/email-text";
import { Fact, Facts } from "~/ui/lists/facts";
import { StaffName } from "~/ui/staff-name";
import type { InquiryDetail } from "./detail.server";

const link = "rounded-xs text-sea-ink underline decoration-1 underline-offset-2 hover:decoration-2";

/** Shown for missing answers. */
const none = "—";
const day = (stored: string | null) => (stored === null ? none : calendarDate(stored));

/** The answers other than the question, section by section. */
export function InquirySections({ inquiry }: Pick<InquiryDetail, "inquiry">) {
  return (
    <>
      <Section id="applicant" title="Applicant Information">
        <Fact label="Full name">{inquiry.fullName}</Fact>
        <Fact label="Email">
          {inquiry.email ? (
            <a href={mailLink(inquiry.email)} className={link}>
              <EmailText email={inquiry.email} />
            </a>
          ) : (
            none
          )}
        </Fact>
        <Fact label="Phone">
          {inquiry.phone ? (
            <a href={telephoneLink(inquiry.phone)} className={link}>
              {inquiry.phone}
            </a>
          ) : (
            none
          )}
        </Fact>
        <Fact label="Preferred contact method">{inquiry.preferredContactMethod}</Fact>
        <Fact label="Received">{nassauTime(inquiry.createdAt)}</Fact>
        {inquiry.enteredBy ? (
          <Fact label="Entered by">
            <StaffName name={inquiry.enteredBy} email={inquiry.enteredByEmail} />
            {inquiry.cameBy ? <span className="text-stone"> · {inquiry.cameBy}</span> : null}
          </Fact>
        ) : null}
      </Section>
      <Section id="visa" title="Visa Details">
        <Fact label="Visa service">{inquiry.visaService}</Fact>
        <Fact label="Nationality">
          <Country code={inquiry.nationality} name={inquiry.nationalityName} />
        </Fact>
        <Fact label="Country of residence">
          <Country code={inquiry.residenceCountry} name={inquiry.residenceName} />
        </Fact>
        <Fact label="Passport expiry">{day(inquiry.passportExpiryDate)}</Fact>
      </Section>
      <Section id="travel" title="Travel Information" columns="grid-cols-3">
        <Fact label="Travel date">{day(inquiry.travelDate)}</Fact>
        <Fact label="Adults">{inquiry.numAdults}</Fact>
        <Fact label="Children">{inquiry.numChildren}</Fact>
      </Section>
    </>
  );
}

function Title({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="border-b border-line pb-1.5 text-lg">
      {children}
    </h2>
  );
}

function Section(props: { id: string; title: string; columns?: string; children: ReactNode }) {
  const { id, title, columns = "grid-cols-1 sm:grid-cols-2", children } = props;
  return (
    <section aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <Facts className={`mt-3 ${columns}`}>{children}</Facts>
    </section>
  );
}

function Country({ code, name }: { code: string | null; name: string | null }) {
  if (code === null) return none;
  return (
    <span className="inline-flex items-center gap-2">
      <Flag code={code} />
      {name}
    </span>
  );
}
