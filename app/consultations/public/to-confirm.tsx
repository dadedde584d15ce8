import { MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { nassauZone } from "~/core/time";
import { wayLabels } from "~/inquiries/consultation/words";
import { TextLink } from "~/ui/link";
import type { Booked } from "../book-consultation.server";
import { bookingPage } from "../booking";
import { describeTime, formatClock } from "../times-text";

/** The next step after booking. Takes the focus when it appears. */
export function ToConfirm({ booked: { email, startsAt, until, way, zone } }: { booked: Booked }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="status"
      className="scroll-mt-28 overflow-hidden rounded-2xl border border-sea/30 bg-foam"
    >
      <div className="px-6 pt-7 pb-6 sm:px-8">
        <h2 className="flex items-start gap-3 text-2xl leading-snug">
          <MailCheck aria-hidden className="mt-1 size-6 shrink-0 text-sea-ink" />
          <span>One more step: check your email</span>
        </h2>
        <p className="mt-3 max-w-[34rem] text-lg [overflow-wrap:anywhere]">
          Please confirm by the link in our email to <strong className="font-semibold">{email}</strong> by{" "}
          {formatClock(until, nassauZone)}, Nassau time. Until then the time is kept for you.
        </p>
        <p className="mt-3 text-stone">
          Nothing arrived? Look in your spam folder, or{" "}
          <TextLink to={bookingPage} reloadDocument>
            book again
          </TextLink>{" "}
          if the address is wrong.
        </p>
      </div>
      <dl className="grid gap-3 border-t-[3px] border-dotted border-sea/30 px-6 py-5 sm:px-8">
        <div>
          <dt className="text-sm text-stone">When</dt>
          <dd className="font-medium text-navy">{describeTime(startsAt, zone)}</dd>
        </div>
        <div>
          <dt className="text-sm text-stone">How</dt>
          <dd className="font-medium text-navy">{wayLabels[way]}</dd>
        </div>
      </dl>
    </div>
  );
}
