import { Mail, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { mailLink, whatsappLink } from "~/content/settings/contact-links";
import type { FigureSentences } from "~/content/texts/figures";
import { telephoneLink } from "~/core/phones/phone-link";
import { CopyButton, CopyStatus } from "~/ui/copy-button";

export type Reachable = { contactPhone: string; whatsappPhone: string; contactEmail: string };

type WayProps = { href: string; icon: ReactNode; label: string; value: string; note: string; copies?: string };

function Way({ href, icon, label, value, note, copies }: WayProps) {
  return (
    <li className="relative min-w-0">
      <a
        href={href}
        {...(href.startsWith("https:") ? { rel: "noopener" } : {})}
        className="group flex h-full items-start gap-4 rounded-2xl border border-line bg-white p-5 transition-[border-color,box-shadow] duration-200 hover:border-sea-ink hover:shadow-md sm:p-6 lg:flex-col lg:gap-5"
      >
        <span
          aria-hidden
          className="grid size-12 shrink-0 place-items-center rounded-full bg-foam text-sea-ink transition-colors group-hover:bg-navy group-hover:text-gold [&_svg]:size-5.5"
        >
          {icon}
        </span>
        <span className="min-w-0">
          <span className="eyebrow block text-sea-ink">{label}</span>
          <span className="mt-1.5 block font-display text-lg sm:text-xl font-semibold leading-snug text-navy tabular-nums lining-nums [overflow-wrap:anywhere]">
            {value}
          </span>
          <span className="mt-1.5 block text-sm text-stone">{note}</span>
        </span>
      </a>
      {copies ? (
        <CopyButton
          text={value}
          subject={copies}
          className="absolute top-2.5 right-2.5 max-sm:min-h-8 max-sm:px-2 sm:top-5 sm:right-4"
        />
      ) : null}
    </li>
  );
}

/** Links to phone, mail and WhatsApp. `subject`: the beginning of the message. */
export function ContactWays({
  settings,
  subject,
}: {
  settings: Reachable & { said: FigureSentences };
  subject: string;
}) {
  return (
    <>
      <CopyStatus />
      <ul className="grid gap-4 lg:grid-cols-3 lg:gap-6">
        <Way
          href={telephoneLink(settings.contactPhone)}
          icon={<Phone />}
          label="Call us"
          value={settings.contactPhone}
          note="A person answers during office hours."
          copies="the phone number"
        />
        <Way
          href={whatsappLink(settings.whatsappPhone, subject)}
          icon={<MessageCircle />}
          label="WhatsApp"
          value={settings.whatsappPhone}
          note="Write at any hour. For documents please use the form: it is private."
        />
        <Way
          href={mailLink(settings.contactEmail, subject)}
          icon={<Mail />}
          label="Email"
          value={settings.contactEmail}
          note={`Answered within ${settings.said.response}.`}
          copies="the email address"
        />
      </ul>
    </>
  );
}
