import { MapPin, MessageCircle, Phone } from "lucide-react";
import { whatsappLink } from "~/content/settings/contact-links";
import { telephoneLink } from "~/core/phones/phone-link";
import type { ConsultationWay } from "~/db/schema/values";
import { wayLabels } from "./words";

const icons = { phone: Phone, whatsapp: MessageCircle, office: MapPin };
const link =
  "inline-flex min-h-6 items-center rounded-xs font-medium text-sea-ink tabular-nums underline underline-offset-4";

type WayProps = { way: ConsultationWay; phone: string | undefined };

/** How to reach the visitor, one press away: a number calls, or opens WhatsApp. */
export function Way({ way, phone = "" }: WayProps) {
  const Icon = icons[way];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="inline-flex items-center gap-1.5 text-stone">
        <Icon aria-hidden className="size-4" />
        {wayLabels[way]}
      </span>
      {phone ? (
        <a href={way === "whatsapp" ? whatsappLink(phone) : telephoneLink(phone)} className={link}>
          {phone}
        </a>
      ) : null}
    </span>
  );
}
