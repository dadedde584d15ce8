import type { ReactNode, Ref } from "react";
import { HouseLine } from "~/ui/brand/house-line";
import { OfflineNotice } from "~/ui/notices/offline-notice";

type QuietPageProps = { title: string; heading?: Ref<HTMLHeadingElement>; children: ReactNode };

export function QuietPage({ title, heading, children }: QuietPageProps) {
  return (
    <div className="min-h-dvh bg-sand">
      <header>
        <HouseLine className="lg:max-w-[64rem]" />
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
