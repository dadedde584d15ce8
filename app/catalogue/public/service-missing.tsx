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
      lead="We do not offer a service under this address, or no longer do. The others are all on one page."
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
