import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { SiteFooter } from "~/site/shell/footer";
import { SiteHeader } from "~/site/shell/header";
import type { ShellCountry, SiteSettings } from "~/site/shell/shell-data";
import { ToTop } from "~/site/shell/to-top";
import { TopBar } from "~/site/shell/top-bar";

export type SiteShellProps = {
  settings: SiteSettings;
  countries: readonly ShellCountry[];
  /** The page that counts as the current one; the address's path when it is left out. */
  activePath?: string | undefined;
  children: ReactNode;
};

/** Header and footer around every public page. The page itself stands in `<main id="main">`. */
export function SiteShell({ settings, countries, activePath, children }: SiteShellProps) {
  const { pathname } = useLocation();
  return (
    <div id="top" className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="no-print fixed top-3 left-3 z-50 -translate-y-20 rounded-md bg-gold px-4 py-3 font-semibold text-ink focus-visible:translate-y-0"
      >
        Skip to the content
      </a>
      <TopBar settings={settings} />
      <SiteHeader settings={settings} countries={countries} activePath={activePath ?? pathname} />
      <Letterhead settings={settings} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter settings={settings} />
      <ToTop />
    </div>
  );
}

/** On paper, where header and footer are left out: whose page this is, and how to reach them. */
function Letterhead({ settings }: { settings: SiteSettings }) {
  const { siteName, contactPhone, contactEmail, addressLine1, addressLine2 } = settings;
  return (
    <div className="page hidden border-b border-edge pb-3 print:block">
      <p className="font-display text-xl font-semibold">{siteName}</p>
      <p className="text-xs">{[addressLine1, addressLine2, contactPhone, contactEmail].filter(Boolean).join(" · ")}</p>
    </div>
  );
}
