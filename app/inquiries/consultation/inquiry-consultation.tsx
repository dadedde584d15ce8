import { CalendarPlus } from "lucide-react";
import { nassauZone } from "~/core/time";
import { momentIn } from "~/core/zones/wall-time";
import { formatLength } from "~/mail/calendar/appointment-words";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { StaffName } from "~/ui/staff-name";
import type { InquiryConsultationView } from "./history.server";
import { StateBadge } from "./state-badge";
import { Way } from "./way";
import { nobodyTakes } from "./words";

type Props = { id: string; consultation: InquiryConsultationView | null; phone: string };

/** The consultation of an inquiry, or the link to book one. */
export function InquiryConsultation({ id, consultation, phone }: Props) {
  const isOpen = consultation?.state === "booked" && consultation.outcome === null;
  return (
    <section aria-labelledby="consultation-title">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="consultation-title" className="text-lg">
          Consultation
        </h2>
        {consultation ? <StateBadge consultation={consultation} /> : null}
      </div>
      {consultation ? (
        <div className="mt-2 grid gap-1">
          <p className={consultation.state === "canceled" ? "line-through decoration-stone" : "font-semibold"}>
            <time dateTime={consultation.startsAt}>{momentIn(consultation.startsAt, nassauZone)}</time>
          </p>
          <p className="flex flex-wrap items-center gap-x-2">
            <Way way={consultation.way} phone={phone} />
            <span className="text-stone">· {formatLength(consultation.minutes)}</span>
          </p>
          <p className="text-sm text-stone">
            {consultation.taker ? (
              <>
                Taken by <StaffName {...consultation.taker} />
              </>
            ) : (
              <span className="font-medium text-error">{nobodyTakes}</span>
            )}
          </p>
          <p>
            <TextLink to={`/admin/consultations/${consultation.id}`} className="inline-flex min-h-6 items-center">
              {!isOpen ? "Open consultation" : consultation.hasBegun ? "Record the outcome" : "Move, give or cancel"}
            </TextLink>
          </p>
        </div>
      ) : null}
      {isOpen ? null : (
        <ButtonLink
          to={`/admin/inquiries/${id}/consultation`}
          variant="outline"
          size="sm"
          className="mt-2"
          before={<CalendarPlus aria-hidden />}
        >
          {consultation ? "Book another time" : "Book a consultation"}
        </ButtonLink>
      )}
    </section>
  );
}
