import { ArrowRight, Check, ChevronDown, Languages, Mail, MapPin, Phone } from "lucide-react";
import { mailLink } from "~/content/settings/contact-links";
import { telephoneLink } from "~/core/phones/phone-link";
import { myApplicationLink } from "~/site/layout/my-application";
import type { SiteSettings } from "~/site/layout/shell-data";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

const item = "inline-flex min-h-7 items-center gap-2 rounded-xs";

/** Phone, email and place of the office, the link to this browser's application, and the language picker. */
export function TopBar({ settings }: { settings: SiteSettings }) {
  return (
    <section aria-label="Contact and language" className="on-dark no-print relative z-40 bg-navy text-xs text-foam">
      <div className="page flex min-h-10 items-center justify-between gap-4">
        <ul className="flex min-w-0 flex-wrap items-center gap-x-7">
          <li>
            <a
              href={telephoneLink(settings.contactPhone)}
              className={classNames(item, "whitespace-nowrap tabular-nums hover:text-gold")}
            >
              <Phone aria-hidden className="size-3.5 text-shallows cramped:hidden" />
              {settings.contactPhone}
            </a>
          </li>
          <li className="hidden sm:block">
            <a href={mailLink(settings.contactEmail)} className={classNames(item, "hover:text-gold")}>
              <Mail aria-hidden className="size-3.5 text-shallows" />
              {settings.contactEmail}
            </a>
          </li>
          <li className={classNames(item, "max-md:hidden")}>
            <MapPin aria-hidden className="size-3.5 text-shallows" />
            {settings.contactLocation}
          </li>
        </ul>
        <div className="flex shrink-0 items-center gap-6">
          <LanguagePicker languages={settings.languages} initial={settings.defaultLanguage} />
          <div className="held-only">
            {/* On narrow screens it is in the menu. */}
            <PageLink
              to={myApplicationLink.to}
              className={classNames(item, "font-semibold text-white hover:text-gold max-sm:hidden")}
            >
              {myApplicationLink.label}
              <ArrowRight aria-hidden className="size-3.5 text-gold" />
            </PageLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Shows a choice in its label and does nothing else (`static-pages/language.ts`). */
function LanguagePicker({ languages, initial }: { languages: readonly string[]; initial: string }) {
  return (
    <details data-menu data-languages className="group relative shrink-0">
      <summary className={classNames(item, "px-1 hover:text-gold")}>
        <Languages aria-hidden className="size-3.5 text-shallows" />
        <span>
          <span className="sr-only">Language: </span>
          <span data-language-label suppressHydrationWarning className="cramped:sr-only">
            {initial}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-3.5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full right-0 mt-1.5 min-w-44 rounded-lg border border-line bg-white p-1.5 text-ink shadow-lg [--focus:var(--color-deep)]">
        {languages.map((choice) => (
          <li key={choice}>
            <button type="button" aria-current={choice === initial ? "true" : undefined} className="language">
              {choice}
              <Check aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
