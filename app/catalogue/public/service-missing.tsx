import { ArrowLeft } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { PageHero } from "~/ui/page-hero";

/** No active service has this address. */
export function ServiceMissing() {
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
