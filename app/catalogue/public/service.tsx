import { ArrowLeft } from "lucide-react";
import { data, isRouteErrorResponse } from "react-router";
import { previewedService } from "~/catalogue/previewed-service.server";
import { serviceData } from "~/catalogue/public/service-data";
import { ServicePage } from "~/catalogue/public/service-page";
import { serviceBySlug, tiersBySlug } from "~/catalogue/services.server";
import { readBlock } from "~/content/read.server";
import { type RelatedReading, relatedReading } from "~/content/related/related.server";
import { headTags, titleOfError, withData } from "~/content/seo/head";
import { absoluteUrl, socialImage } from "~/content/seo/page-metadata.server";
import { canonicalPath, countryPath } from "~/content/seo/page-paths";
import { breadcrumbData, questionsData, storedData } from "~/content/seo/structured-data";
import { canadaFilingText } from "~/content/settings/facts";
import { publicSettings } from "~/content/settings/settings.server";
import { requestContext } from "~/core/request-context";
import { ButtonLink } from "~/ui/button";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/service";

export const handle = staticPage;

const noReading: RelatedReading = { posts: [], forms: [], questions: [] };

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  // Invalid slugs need no query.
  if (!/^[a-z0-9-]+$/.test(slug)) throw data(null, { status: 404 });
  const visit = context.get(requestContext);
  const draft = await previewedService(slug);
  const [service, tiers, reading, { siteName, licenceRows }] = await Promise.all([
    draft ? draft.service : serviceBySlug(slug),
    draft ? draft.tiers : readBlock(visit, "the pricing tiers", tiersBySlug(slug), []),
    readBlock(visit, "the related posts, forms and questions", relatedReading(slug), noReading),
    publicSettings(visit),
  ]);
  if (!service) throw data(null, { status: 404 });
  const { country } = service;
  const trail = [
    { label: "Visa Services", to: "/services" },
    ...(country ? [{ label: country.name, to: countryPath(country) }] : []),
    { label: service.serviceName },
  ];
  const head = {
    title: service.metaTitle || service.serviceName,
    description: service.metaDescription || service.description,
    keywords: service.metaKeywords,
    ogType: "product",
    price: service.price.total,
    ogImage: socialImage(visit, `/visa/${slug}`, service.ogImage),
    canonical: absoluteUrl(visit, service.canonicalUrl || canonicalPath(`/visa/${slug}`)),
    structuredData: storedData(service.structuredData),
  };
  return {
    service,
    tiers,
    reading,
    trail,
    siteName,
    isPreview: draft !== null,
    filing: service.country?.code === "CA" ? canadaFilingText(licenceRows) : null,
    head: withData(head, [
      serviceData(service, tiers, { siteName, origin: visit.origin }),
      ...(service.faqs.length > 0 ? [questionsData(service.faqs)] : []),
      breadcrumbData(trail, visit.origin),
    ]),
  };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  if (!loaderData)
    return headTags({ title: titleOfError(error, "Visa Service Not Found"), robots: "noindex" }, matches);
  return headTags(loaderData.head, matches);
}

export default function Service({ loaderData }: Route.ComponentProps) {
  const { service, tiers, trail, filing, siteName, reading, isPreview } = loaderData;
  return (
    <div data-view-of={isPreview ? undefined : service.id}>
      <ServicePage
        service={service}
        tiers={tiers}
        trail={trail}
        filing={filing}
        siteName={siteName}
        reading={reading}
      />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ServiceMissing />;
  throw error;
}

function ServiceMissing() {
  return (
    <PageHero
      trail={[{ label: "Visa Services", to: "/services" }, { label: "Not found" }]}
      seed="missing-service"
      eyebrow="404"
      title="Visa Service Not Found"
      lead="We don’t offer this service, or no longer do. See all our visa services."
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/services" size="lg" before={<ArrowLeft aria-hidden />}>
          Back to all visa services
        </ButtonLink>
        <ButtonLink to="/contact" size="lg" variant="outline">
          Ask us
        </ButtonLink>
      </div>
    </PageHero>
  );
}
