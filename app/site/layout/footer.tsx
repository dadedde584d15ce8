import { Mail, MapPin, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { mailLink, whatsappLink } from "~/content/settings/contact-links";
import { termsPaths } from "~/content/texts/terms-paths";
import { telephoneLink } from "~/core/phones/phone-link";
import { BrandName } from "~/site/layout/header";
import type { SiteSettings } from "~/site/layout/shell-data";
import pages from "~/ui/brand/apart/pages.svg";
import { BrandMark, Waves } from "~/ui/brand/guilloche";
import { Mrz } from "~/ui/brand/mrz";
import { PageLink } from "~/ui/page-link";

const columns = [
  {
    title: "Visas",
    long: "",
    links: [
      { to: "/services/bahamian-evisa", label: "Bahamian e-Visa" },
      { to: "/services?country=usa", label: "United States" },
      { to: "/services?country=canada", label: "Canada" },
      { to: "/services?country=uk", label: "United Kingdom" },
    ],
  },
  {
    title: "Find out more",
    // In two columns this one spans the rows of both others.
    long: "max-md:row-span-2",
    links: [
      { to: "/about", label: "About us" },
      { to: "/bahamas-immigration", label: "Bahamas Immigration" },
      { to: "/blog", label: "Blog" },
      { to: "/newsletter", label: "Newsletter" },
      { to: "/forms", label: "Forms and resources" },
      { to: "/faqs", label: "Questions and answers" },
      { to: "/contact", label: "Contact" },
    ],
  },
  {
    title: "Legal",
    long: "",
    links: [
      { to: "/privacy-policy", label: "Privacy Policy" },
      { to: "/privacy-policy#cookies", label: "Cookie Policy" },
      { to: "/privacy-policy#data-protection", label: "Data Protection Policy" },
      { to: termsPaths.before, label: "Terms Of Service" },
    ],
  },
] as const;

export function SiteFooter({ settings }: { settings: SiteSettings }) {
  const { siteName, contactPhone, contactEmail, contactLocation, whatsappPhone, addressLine1, addressLine2 } = settings;
  const address = [addressLine1, addressLine2].filter(Boolean);
  return (
    <footer className="on-dark no-print relative isolate overflow-hidden bg-navy text-sm text-foam">
      <Waves sea="edge" seed="footer" from={pages} className="absolute inset-x-0 top-2 -z-10 h-24 text-shallows/30" />
      <div className="page grid grid-cols-2 cramped:grid-cols-1 gap-x-6 gap-y-10 pt-32 pb-12 sm:gap-x-10 md:grid-cols-3 lg:grid-cols-[1.7fr_1fr_1.1fr_1.1fr]">
        <div className="max-lg:col-span-full">
          <div className="flex items-center gap-3">
            <BrandMark onDark className="size-11" />
            <BrandName siteName={siteName} />
          </div>
          <ul className="mt-5 grid gap-0.5 [&_svg]:text-shallows">
            <li>
              <a href={telephoneLink(contactPhone)} className="footer-contact tabular-nums hover:text-gold">
                <Phone aria-hidden /> {contactPhone}
              </a>
            </li>
            {whatsappPhone ? (
              <li>
                <a
                  href={whatsappLink(whatsappPhone)}
                  rel="noopener"
                  className="footer-contact tabular-nums hover:text-gold"
                >
                  <MessageCircle aria-hidden /> WhatsApp {whatsappPhone}
                </a>
              </li>
            ) : null}
            <li>
              <a href={mailLink(contactEmail)} className="footer-contact break-all hover:text-gold">
                <Mail aria-hidden /> {contactEmail}
              </a>
            </li>
            <li className="footer-contact">
              <MapPin aria-hidden />
              <span>
                {(address.length > 0 ? address : [contactLocation]).map((part) => (
                  <span key={part} className="block">
                    {part}
                  </span>
                ))}
              </span>
            </li>
          </ul>
        </div>
        {columns.map(({ title, long, links }) => (
          <nav key={title} aria-label={title} className={long}>
            <p className="eyebrow text-gold">{title}</p>
            <ul className="footer-links">
              {links.map(({ to, label }) => (
                <li key={label}>
                  <PageLink to={to === termsPaths.before ? settings.termsPath : to}>{label}</PageLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-white/15 py-6">
          {settings.licences.length > 0 ? (
            <ul aria-label="Licenses" className="grid w-full gap-1 text-xs">
              {settings.licences.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : null}
          <p className="text-xs">{settings.copyrightLine}</p>
          <div className="flex flex-wrap items-center gap-2.5">
            <p className="text-xs">We accept</p>
            <ul className="flex flex-wrap items-center gap-2">
              <PaymentCard>
                <span className="text-[0.9375rem] font-extrabold italic tracking-tight">VISA</span>
                <span className="sr-only">Visa</span>
              </PaymentCard>
              <PaymentCard>
                <svg aria-hidden="true" viewBox="0 0 30 18" className="h-3.5">
                  <circle cx="10" cy="9" r="8.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
                  <circle cx="20" cy="9" r="8.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
                </svg>
                <span>Mastercard</span>
              </PaymentCard>
              <PaymentCard>American Express</PaymentCard>
            </ul>
          </div>
        </div>
      </div>
      <Mrz className="border-t border-white/10 px-4 py-2.5 text-shallows/80 sm:px-8">
        {`P<BHS${siteName
          .toUpperCase()
          .replace(/[^A-Z]+/g, "<<")
          .slice(0, 30)}`}
      </Mrz>
    </footer>
  );
}

function PaymentCard({ children }: { children: ReactNode }) {
  return <li className="payment-card">{children}</li>;
}
