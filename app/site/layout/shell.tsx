import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { SiteFooter } from "~/site/layout/footer";
import { SiteHeader } from "~/site/layout/header";
import { ServerDrawn } from "~/site/layout/server-drawn";
import type { ShellCountry, SiteSettings } from "~/site/layout/shell-data";
import { TopBar } from "~/site/layout/top-bar";

export type SiteShellProps = {
  settings: SiteSettings;
  countries: readonly ShellCountry[];
  children: ReactNode;
};

export function SiteShell({ settings, countries, children }: SiteShellProps) {
  const { pathname } = useLocation();
  return (
    <div id="top" className="flex min-h-dvh flex-col">
      <ServerDrawn part="head">
        {import.meta.env.SSR ? (
          <>
            <a
              href="#main"
              className="no-print fixed top-3 left-3 z-50 -translate-y-[calc(100%+2rem)] rounded-md bg-gold px-4 py-3 font-semibold text-ink focus-visible:translate-y-0"
            >
              Skip to the content
            </a>
            <TopBar settings={settings} />
            <SiteHeader settings={settings} countries={countries} activePath={pathname} />
            <Letterhead settings={settings} />
          </>
        ) : null}
      </ServerDrawn>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <ServerDrawn part="foot">
        {import.meta.env.SSR ? (
          <>
            <SiteFooter settings={settings} />
            <ToTop />
          </>
        ) : null}
      </ServerDrawn>
    </div>
  );
}

/** In print, instead of header and footer: who published this page, and how to contact them. */
function Letterhead({ settings }: { settings: SiteSettings }) {
  const { siteName, contactPhone, contactEmail, addressLine1, addressLine2 } = settings;
  return (
    <div id="letterhead" className="page hidden border-b border-edge pb-3 print:block">
      <p className="font-display text-xl font-semibold">{siteName}</p>
      <p className="text-xs">{[addressLine1, addressLine2, contactPhone, contactEmail].filter(Boolean).join(" · ")}</p>
    </div>
  );
}

/**
 * A link back to the top of a long page, shown after two screens (`static-pages/scroll.ts`). Works without JavaScript.
 */
function ToTop() {
  return (
    <a
      href="#top"
      data-to-top
      className="no-print fixed right-4 bottom-4 z-20 grid size-12 place-items-center rounded-full border border-line bg-white text-navy shadow-md transition-[opacity,visibility,translate] duration-200 not-data-far:invisible not-data-far:translate-y-2 not-data-far:opacity-0 hover:bg-foam sm:right-6 sm:bottom-6"
    >
      <ArrowUp aria-hidden className="size-5" />
      <span className="sr-only">Back to the top</span>
    </a>
  );
}
