import { ArrowRight, ChevronDown, Mail, MapPin, Menu, Phone, X } from "lucide-react";
import { mailLink } from "~/content/settings/contact-links";
import { telephoneLink } from "~/core/phones/phone-link";
import { myApplicationLink } from "~/site/layout/my-application";
import type { ShellCountry, SiteSettings } from "~/site/layout/shell-data";
import { Flag } from "~/ui/brand/flag";
import { BrandMark } from "~/ui/brand/guilloche";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

const links = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About" },
  { to: "/services", label: "Visa Services" },
  { to: "/bahamas-immigration", label: "Bahamas Immigration" },
  { to: "/faqs", label: "Have Questions?" },
  { to: "/contact", label: "Contact" },
] as const;

function isCurrent(to: string, path: string): boolean {
  return to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);
}

/** The first word large, the rest as a small line below: `Lucaya` / `VISA & IMMIGRATION`. */
export function BrandName({ siteName, className }: { siteName: string; className?: string }) {
  const [first, ...rest] = siteName.split(" ");
  return (
    <span className={classNames("min-w-0 leading-none", className)}>
      <span className="block truncate font-display text-[1.4375rem] font-semibold leading-[1.15] tracking-[-0.01em] text-navy in-[.on-dark]:text-white">
        {first}
      </span>
      {rest.length > 0 ? (
        <span className="block pt-0.5 text-[0.65rem] font-semibold uppercase tracking-[0.09em] text-sea-ink in-[.on-dark]:text-shallows sm:text-[0.6875rem]">
          {" "}
          {rest.join(" ")}
        </span>
      ) : null}
    </span>
  );
}

type HeaderProps = { settings: SiteSettings; countries: readonly ShellCountry[]; activePath: string };

/**
 * Its height is constant while it becomes compact: it is shifted up, and its content to the middle of the visible part.
 * Otherwise the page would shift (L-LEAN-6), and flicker at the threshold.
 */
export function SiteHeader({ settings, countries, activePath }: HeaderProps) {
  return (
    <div className="no-print pointer-events-none sticky top-0 z-30 h-[4.5rem] lg:h-[5.25rem]">
      <header
        data-bar
        className="group/header pointer-events-auto relative h-full bg-white transition-[translate,box-shadow] duration-200 ease-tide data-compact:-translate-y-3 data-compact:shadow-bar lg:data-compact:-translate-y-5"
      >
        <div className="page flex h-full items-center justify-between gap-3 transition-[translate] duration-200 ease-tide group-data-compact/header:translate-y-1.5 lg:gap-5 lg:group-data-compact/header:translate-y-2.5">
          <PageLink to="/" className="flex min-w-0 items-center gap-3 rounded-md py-1">
            <BrandMark className="size-10 transition-[scale] duration-200 group-data-compact/header:scale-90" />
            <BrandName siteName={settings.siteName} className="cramped:sr-only" />
          </PageLink>
          <nav aria-label="Main" className="hidden lg:block">
            <ul className="flex items-center gap-5 xl:gap-7">
              {links.map(({ to, label }) =>
                to === "/services" ? (
                  <ServicesItem key={to} countries={countries} current={isCurrent(to, activePath)} />
                ) : (
                  <li key={to}>
                    <NavLink to={to} label={label} current={isCurrent(to, activePath)} />
                  </li>
                ),
              )}
            </ul>
          </nav>
          <div className="flex shrink-0 items-center gap-1.5">
            <ButtonLink to="/services" className="max-lg:min-h-10 max-lg:px-3.5">
              Get Visa
            </ButtonLink>
            <MobileMenu settings={settings} countries={countries} activePath={activePath} />
          </div>
        </div>
      </header>
    </div>
  );
}

function NavLink({ to, label, current }: { to: string; label: string; current: boolean }) {
  return (
    <PageLink to={to} aria-current={current ? "page" : undefined} className="nav-link">
      {label}
    </PageLink>
  );
}

/** The link, and next to it the marker that opens its countries: by hover, key or touch. */
function ServicesItem({ countries, current }: { countries: readonly ShellCountry[]; current: boolean }) {
  return (
    <li data-hover-menu className="group/item relative flex items-center gap-0.5">
      <NavLink to="/services" label="Visa Services" current={current} />
      <details data-menu className="group/marker">
        <summary className="grid size-7 place-items-center rounded-sm text-stone hover:bg-foam hover:text-ink">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open/marker:rotate-180" />
          <span className="sr-only">Visa services by country</span>
        </summary>
      </details>
      <div className="absolute top-full left-1/2 hidden -translate-x-1/2 pt-1.5 group-has-[details[open]]/item:block not-group-data-away/item:group-hover/item:block">
        <ul className="w-64 rounded-xl border border-line bg-white p-2 shadow-lg">
          {countries.map((country) => (
            <li key={country.path}>
              <CountryLink country={country} />
            </li>
          ))}
          <li className="mt-1 border-t border-line pt-1">
            <PageLink
              to="/services"
              className="flex min-h-11 items-center justify-between rounded-md px-3 text-sm font-semibold text-sea-ink hover:bg-foam"
            >
              All visa services
              <ArrowRight aria-hidden className="size-4" />
            </PageLink>
          </li>
        </ul>
      </div>
    </li>
  );
}

function CountryLink({ country }: { country: ShellCountry }) {
  return (
    <PageLink to={country.path} className="country-link">
      <Flag code={country.code} />
      {country.name}
    </PageLink>
  );
}

function MobileMenu({ settings, countries, activePath }: HeaderProps) {
  return (
    <details data-menu="trap" data-covers className="group/menu lg:hidden">
      <summary className="grid size-11 place-items-center rounded-md text-navy hover:bg-foam">
        <Menu aria-hidden className="size-6 group-open/menu:hidden" />
        <X aria-hidden className="hidden size-6 group-open/menu:block" />
        <span className="sr-only">Menu</span>
      </summary>
      <nav
        aria-label="Menu"
        className="absolute inset-x-0 top-full group-data-compact/header:-mt-1.5 max-h-[calc(100dvh-7rem)] overflow-y-auto overscroll-contain border-t border-line bg-white shadow-lg"
      >
        <ul className="page py-3">
          {[myApplicationLink, ...links].map(({ to, label }) => (
            <li
              key={to}
              className={classNames("border-b border-line last:border-0", to === myApplicationLink.to && "held-only")}
            >
              <PageLink to={to} aria-current={isCurrent(to, activePath) ? "page" : undefined} className="menu-link">
                {label}
                <ArrowRight aria-hidden />
              </PageLink>
              {to === "/services" ? (
                <ul className="grid gap-x-2 pb-3 sm:grid-cols-2">
                  {countries.map((country) => (
                    <li key={country.path} className="-mx-3">
                      <CountryLink country={country} />
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
        <ul className={classNames("page grid gap-1 bg-sand py-4 text-sm", "[&_svg]:size-4 [&_svg]:text-sea-ink")}>
          <li>
            <a href={telephoneLink(settings.contactPhone)} className="flex min-h-10 items-center gap-3">
              <Phone aria-hidden /> {settings.contactPhone}
            </a>
          </li>
          <li>
            <a href={mailLink(settings.contactEmail)} className="flex min-h-10 items-center gap-3">
              <Mail aria-hidden /> {settings.contactEmail}
            </a>
          </li>
          <li className="flex min-h-10 items-center gap-3">
            <MapPin aria-hidden /> {settings.contactLocation}
          </li>
        </ul>
      </nav>
    </details>
  );
}
