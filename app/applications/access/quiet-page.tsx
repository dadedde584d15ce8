import { ArrowLeft } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { HouseLine } from "~/ui/brand/house-line";
import { TextLink } from "~/ui/link";
import { OfflineNotice } from "~/ui/notices/offline-notice";

/** The head of a page that only the applicant opens. */
export const quietMeta = (title: string) => [
  { title: `${title} · Visa Application` },
  { name: "robots", content: "noindex" },
];

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

export const BackToApplication = ({ id, className }: { id: string; className?: string }) => (
  <TextLink to={`/apply/${id}`} look="standalone" className={className}>
    <ArrowLeft aria-hidden className="size-4" /> Back to the application
  </TextLink>
);
