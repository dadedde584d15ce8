import { data, isRouteErrorResponse } from "react-router";
import { serviceData } from "~/catalogue/public/service-data";
import { ServiceMissing } from "~/catalogue/public/service-missing";
import { ServicePage } from "~/catalogue/public/service-page";
import { serviceBySlug, tiersBySlug } from "~/catalogue/services.server";
import { readBlock } from "~/content/read.server";
import { headTags, titleOfError, withData } from "~/content/seo/head";
import { publicAddress, socialImage } from "~/content/seo/page-metadata.server";
import { canonicalPath } from "~/content/seo/page-paths";
import { breadcrumbData, questionsData, storedData } from "~/content/seo/structured-data";
import { canadaWords } from "~/content/settings/facts";
import { publicSettings } from "~/content/settings/settings.server";
import { visitContext } from "~/ground/visit";
import { stillPage } from "~/ui/still-page";
import type { Route } from "./+types/service";

export const handle = stillPage;

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  // A text that can't be a slug needs no query.
  if (!/^[a-z0-9-]+$/.test(slug)) throw data(null, { status: 404 });
  const visit = context.get(visitContext);
  const [service, tiers, { siteName, licenceRows }] = await Promise.all([
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
    price: service.price.total,
    ogImage: socialImage(visit, `/visa/${slug}`, service.ogImage),
    canonical: publicAddress(visit, service.canonicalUrl || canonicalPath(`/visa/${slug}`)),
    structuredData: storedData(service.structuredData),
  };
  return {
    service,
    tiers,
    trail,
    filing: service.country?.code === "CA" ? canadaWords(licenceRows) : null,
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

export default function Service({ loaderData: { service, tiers, trail, filing } }: Route.ComponentProps) {
  return (
    <div data-view-of={service.id}>
      <ServicePage service={service} tiers={tiers} trail={trail} filing={filing} />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ServiceMissing />;
  throw error;
}
