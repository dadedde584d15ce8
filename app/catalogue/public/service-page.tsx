import { CheckLink } from "~/catalogue/public/check-link";
import { ServiceMain } from "~/catalogue/public/service-main";
import { PriceBar, ServiceAside } from "~/catalogue/public/service-side";
import type { ServiceDetail } from "~/catalogue/services.server";
import type { FormattedTier } from "~/catalogue/tiers.server";
import { RelatedReading, type RelatedReadingProps } from "~/content/related/related-reading";
import { NotGovernment } from "~/content/settings/not-government";
import { Flag } from "~/ui/brand/flag";
import type { Crumb } from "~/ui/breadcrumbs";
import { CallToAction } from "~/ui/call-to-action";
import { PageHero } from "~/ui/page-hero";

type ServicePageProps = {
  service: ServiceDetail;
  tiers: readonly FormattedTier[];
  trail: readonly Crumb[];
  filing: string | null;
  siteName: string;
  reading: RelatedReadingProps["reading"];
};

export function ServicePage({ service, tiers, trail, filing, siteName, reading }: ServicePageProps) {
  const { country } = service;
  return (
    <>
      <PageHero
        trail={trail}
        seed={service.slug}
        eyebrow={
          <span className="inline-flex items-center gap-2.5">
            {country ? <Flag code={country.code} /> : null}
            {[country?.name, service.serviceType].filter(Boolean).join(" · ")}
          </span>
        }
        title={service.serviceName}
        lead={service.description}
        destination={country ? { code: country.code, at: "shore" } : undefined}
      >
        <CheckLink to={country?.code} />
        <NotGovernment siteName={siteName} className="mt-5" />
      </PageHero>
      <div className="page grid gap-x-14 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_23rem] xl:gap-x-20">
        <ServiceAside service={service} tiers={tiers} />
        <ServiceMain service={service} filing={filing} />
      </div>
      <RelatedReading reading={reading} />
      <CallToAction
        title="Ready when your papers are"
        text="Start now and stop whenever you like: your answers are saved, and a link in your email brings you back."
        to={`/apply?service=${service.id}`}
        label="Start the application"
        about={service.serviceName}
        other={{ to: `/contact?service=${service.slug}#inquiry`, label: "Ask us first" }}
      />
      <PriceBar service={service} />
    </>
  );
}
