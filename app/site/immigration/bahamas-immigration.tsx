import { ArrowRight, Briefcase, GraduationCap, House, type LucideIcon, Users } from "lucide-react";
import { ServiceLedger } from "~/catalogue/service-ledger";
import { serviceLines } from "~/catalogue/services.server";
import { interpolatePageFacts } from "~/content/facts/facts.server";
import { readBlock } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { ContactWays } from "~/content/settings/contact-ways";
import { NotGovernment } from "~/content/settings/not-government";
import { immigrationText } from "~/content/texts/bahamas-immigration";
import { textOf } from "~/content/texts/published-texts.server";
import { requestContext } from "~/core/request-context";
import { PermanentResidency } from "~/site/immigration/residency";
import { WorkPermits } from "~/site/immigration/work-permits";
import { useSettings } from "~/site/layout/use-settings";
import { ButtonLink } from "~/ui/button";
import { SectionHeading } from "~/ui/heading";
import { PageHero } from "~/ui/page-hero";
import { PageLink } from "~/ui/page-link";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/bahamas-immigration";

export const handle = staticPage;

const trail = [{ label: "Bahamas Immigration" }];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [head, text, services] = await Promise.all([
    pageHead(visit, "/bahamas-immigration"),
    textOf(visit, immigrationText, "pages", "immigration").then((own) => interpolatePageFacts(visit, own)),
    readBlock(visit, "the services of the Bahamas", serviceLines("BS"), []),
  ]);
  return { head: withData(head, [breadcrumbData(trail, visit.origin)]), text, services };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

const icons: readonly LucideIcon[] = [Briefcase, House, GraduationCap, Users];

export default function BahamasImmigration({ loaderData: { text, services } }: Route.ComponentProps) {
  const settings = useSettings();
  const { hero, tiles, contact, callToAction } = text;
  return (
    <>
      <PageHero trail={trail} seed="stay" ground="deep" eyebrow={hero.eyebrow} title={hero.title} lead={hero.lead}>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to={callToAction.href} variant="gold" size="lg" after={<ArrowRight aria-hidden />}>
            {callToAction.label}
          </ButtonLink>
          <ButtonLink to="#prices" variant="outline" size="lg">
            {contact.button}
          </ButtonLink>
        </div>
        <NotGovernment siteName={settings.siteName} className="mt-6" />
      </PageHero>
      <ul className="page relative z-10 -mt-14 print:mt-2! grid gap-4 sm:-mt-16 sm:grid-cols-2 lg:gap-5 xl:grid-cols-4">
        {tiles.map((tile, index) => (
          <li key={tile.title} className="min-w-0">
            <Tile {...tile} icon={icons[index] ?? Briefcase} />
          </li>
        ))}
      </ul>
      <WorkPermits text={text.workPermits} />
      <PermanentResidency text={text.permanentResidency} thresholds={settings.thresholds} />
      <section id="prices" aria-labelledby="prices-title" className="page py-16 sm:py-24">
        <SectionHeading id="prices-title" eyebrow="Prices" title={contact.heading} className="mb-9" />
        {services.length > 0 ? <ServiceLedger services={services} /> : null}
        <h3 className="mt-14 text-2xl">{contact.quote}</h3>
        <p className="mt-3 mb-7 max-w-2xl text-lg text-stone">{contact.text}</p>
        <ContactWays settings={settings} subject="Price for my case" />
      </section>
    </>
  );
}

function Tile({ title, text, href, icon: Icon }: { title: string; text: string; href: string; icon: LucideIcon }) {
  return (
    <PageLink
      to={href}
      className="group flex h-full flex-col rounded-2xl border border-line bg-white p-6 transition-[border-color,box-shadow] duration-200 hover:border-sea-ink hover:shadow-md"
    >
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-full bg-foam text-sea-ink transition-colors group-hover:bg-navy group-hover:text-gold"
      >
        <Icon className="size-5.5" />
      </span>
      <h2 className="mt-5 text-xl">{title}</h2>
      <p className="mt-2 text-base text-stone">{text}</p>
      <span aria-hidden className="mt-auto pt-4 text-sea-ink">
        <ArrowRight className="size-5 transition-transform duration-200 group-hover:translate-x-1" />
      </span>
    </PageLink>
  );
}
