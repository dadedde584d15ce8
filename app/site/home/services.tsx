import { ServiceTicket } from "~/catalogue/service-ticket";
import type { ServiceCard } from "~/catalogue/services.server";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { EmptyState } from "~/ui/notices/empty-state";

/** Up to four services; the number of columns depends on theirs, so that rows are full. */
export function HomeFeatured({ services }: { services: readonly ServiceCard[] }) {
  const columns = services.length === 3 ? "lg:grid-cols-3" : "md:grid-cols-2";
  return (
    <section aria-labelledby="featured" className="page pt-20 pb-16 sm:pt-28 sm:pb-24">
      <SectionHeading
        id="featured"
        eyebrow="Featured"
        title="Where are you going?"
        action={
          services.length > 0 ? (
            <TextLink to="/services" look="standalone" arrow>
              All visa services
            </TextLink>
          ) : undefined
        }
      />
      {services.length > 0 ? (
        <ul className={classNames("mt-9 grid gap-6 sm:mt-11 lg:gap-7", services.length > 1 ? columns : "max-w-xl")}>
          {services.map((service) => (
            <li key={service.id} className="min-w-0">
              <ServiceTicket service={service} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          level={3}
          title="No Featured Services"
          action={<ButtonLink to="/contact">Ask us about a visa</ButtonLink>}
          className="mt-8 rounded-2xl bg-sand"
        >
          Tell us where you’re going, and we’ll tell you which visa you need.
        </EmptyState>
      )}
    </section>
  );
}
