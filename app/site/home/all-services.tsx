import { ServiceLedger } from "~/catalogue/service-ledger";
import type { ServiceLine } from "~/catalogue/services.server";
import { NotGovernment } from "~/content/settings/not-government";
import { ButtonLink } from "~/ui/button";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { EmptyState } from "~/ui/notices/empty-state";

export function HomeServices({ services, siteName }: { services: readonly ServiceLine[]; siteName: string }) {
  return (
    <section aria-labelledby="all-services" className="page py-16 sm:py-24">
      <SectionHeading
        id="all-services"
        eyebrow="Complete list"
        title="Every visa we prepare"
        intro="Prices in US dollars, split into our fee and the government’s. A fee that is due later is named beside the price."
        action={
          <TextLink to="/bahamian-evisa" look="standalone" arrow>
            Coming to the Bahamas? The e-Visa
          </TextLink>
        }
      />
      <div className="mt-9">
        {services.length > 0 ? (
          <ServiceLedger services={services} />
        ) : (
          <EmptyState
            level={3}
            title="No Services Available"
            action={<ButtonLink to="/contact">Ask us about a visa</ButtonLink>}
            className="rounded-2xl bg-sand"
          >
            Check back soon for our visa services
          </EmptyState>
        )}
      </div>
      <NotGovernment siteName={siteName} className="mt-6" />
    </section>
  );
}
