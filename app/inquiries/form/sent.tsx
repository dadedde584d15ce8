import { CircleCheck } from "lucide-react";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import { Rosette } from "~/ui/brand/guilloche";

type InquirySentProps = {
  reference: string;
  email: string;
  phone: string;
  by: "Email" | "Phone" | "WhatsApp";
  promised: string | null;
};

/** The receipt of an inquiry, like the stub of a ticket; texts by the specification. */
export function InquirySent({ reference, email, phone, by, promised }: InquirySentProps) {
  const { responseIn } = useFigureSentences();
  return (
    <div
      role="status"
      className="relative isolate mb-10 overflow-hidden rounded-2xl border border-success/30 bg-success-ground"
    >
      <Rosette
        seed={reference}
        className="absolute -top-20 -right-24 -z-10 size-56 text-success/20 max-sm:opacity-50"
      />
      <div className="px-6 pt-7 pb-6 sm:px-8">
        <p className="flex items-start gap-3 font-display text-2xl leading-snug font-semibold text-navy">
          <CircleCheck aria-hidden className="mt-1 size-6 shrink-0 text-success" />
          <span>Inquiry Submitted Successfully! </span>
        </p>
        <p className="mt-2 max-w-[30rem]">
          Thank you for your inquiry. Our team will review your information and get back to you within {responseIn}.
          {promised ? ` That is by ${promised} in Nassau.` : null}
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-12 gap-y-3 border-t-[3px] border-dotted border-success/30 px-6 py-5 sm:px-8">
        <div>
          <dt className="text-sm text-stone">Reference</dt>
          <dd className="font-mono font-medium text-navy">{reference}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-stone">
            {email ? "Confirmation sent to" : by === "WhatsApp" ? "We’ll answer on WhatsApp at" : "We’ll call you at"}
          </dt>
          <dd className="font-medium break-words text-navy">{email || phone}</dd>
        </div>
      </dl>
    </div>
  );
}
