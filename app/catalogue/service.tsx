import { data, isRouteErrorResponse } from "react-router";
import { serviceData } from "~/catalogue/service-data";
import { ServiceMain } from "~/catalogue/service-main";
import { ServiceMissing } from "~/catalogue/service-missing";
import { ServiceAside } from "~/catalogue/service-side";
import { serviceBySlug, tiersBySlug } from "~/catalogue/services.server";
import { useViewEvent } from "~/catalogue/use-view-event";
import { headTags, withData } from "~/content/head";
import { publicAddress, socialImage } from "~/content/page-metadata.server";
import { readBlock } from "~/content/read.server";
import { publicSettings } from "~/content/settings.server";
import { breadcrumbData, questionsData, storedData } from "~/content/structured-data";
import { CallToAction } from "~/ui/call-to-action";
import { Flag } from "~/ui/flag";
import { PageHero } from "~/ui/page-hero";
import { visitContext } from "~/visit";
import type { Route } from "./+types/service";

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  // What cannot be a slug is not asked for.
  if (!/^[a-z0-9-]+$/.test(slug)) throw data(null, { status: 404 });
  const visit = context.get(visitContext);
  const [service, tiers, { siteName }] = await Promise.all([
    serviceBySlug(slug),
    readBlock(visit, "the pricing tiers", tiersBySlug(slug), []),
    publicSettings(visit),
  ]);
  if (!service) throw data(null, { status: 404 });
  const trail = [{ label: "Visa Services", to: "/services" }, { label: service.serviceName }];
  const head = {
    title: service.metaTitle || service.serviceName,
    description: service.metaDescription || service.description,
    keywords: service.metaKeywords,
    ogType: "product",
    ogImage: socialImage(visit, `/visa/${slug}`, service.ogImage),
    canonical: publicAddress(visit, service.canonicalUrl || `/visa/${slug}`),
    structuredData: storedData(service.structuredData),
  };
  return {
    service,
    tiers,
    trail,
    head: withData(head, [
      serviceData(service, tiers, { siteName, origin: visit.origin }),
      ...(service.faqs.length > 0 ? [questionsData(service.faqs)] : []),
      breadcrumbData(trail, visit.origin),
    ]),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return headTags({ title: "Visa Service Not Found", robots: "noindex" }, matches);
  return headTags(loaderData.head, matches);
}

export default function Service({ loaderData: { service, tiers, trail } }: Route.ComponentProps) {
  const { country } = service;
  useViewEvent(service.id);
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
      />
      <div className="page grid gap-x-14 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,1fr)_23rem] xl:gap-x-20">
        <ServiceAside service={service} tiers={tiers} />
        <ServiceMain service={service} />
      </div>
      <CallToAction
        title="Ready when your papers are"
        text="Start now and stop whenever you like: what you fill in is saved, and a link in your email brings you back."
        to={`/apply?service=${service.id}`}
        label="Start the application"
        other={{ to: `/contact?service=${service.slug}#inquiry`, label: "Ask us first" }}
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ServiceMissing />;
  throw error;
}
