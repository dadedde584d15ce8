import type { ReactNode, Ref } from "react";
import { BrandMark } from "~/ui/brand/guilloche";
import { OfflineNotice } from "~/ui/notices/offline-notice";
import { PageLink } from "~/ui/page-link";

type QuietPageProps = { title: string; heading?: Ref<HTMLHeadingElement>; children: ReactNode };

export function QuietPage({ title, heading, children }: QuietPageProps) {
  return (
    <div className="min-h-dvh bg-sand">
      <header className="bg-white shadow-xs">
        <div className="page flex min-h-18 items-center gap-3 py-2.5 lg:max-w-[64rem]">
          <PageLink to="/" aria-label="Lucaya, home page" className="rounded-full">
            <BrandMark className="size-9" />
          </PageLink>
          <p className="font-semibold">Visa Application</p>
        </div>
      </header>
      <main id="main" className="page max-w-[40rem] py-12 lg:py-20">
        <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-4xl">
          {title}
        </h1>
        {children}
      </main>
      <OfflineNotice />
    </div>
  );
}
