import { ArrowRight } from "lucide-react";
import { DateRuleText } from "~/catalogue/date-rule-text";
import { serviceData } from "~/catalogue/public/service-data";
import { SampleLink } from "~/catalogue/sample-link";
import { serviceBySlug, tiersBySlug } from "~/catalogue/services.server";
import { interpolatePageFacts } from "~/content/facts/facts.server";
import { readBlock } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { NotGovernment } from "~/content/settings/not-government";
import { publicSettings } from "~/content/settings/settings.server";
import { evisaText } from "~/content/texts/bahamian-evisa";
import { textOf } from "~/content/texts/published-texts.server";
import { requestContext } from "~/core/request-context";
import { ButtonLink } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { CheckList } from "~/ui/forms/check-list";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { NumberedSteps } from "~/ui/numbered-steps";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import { unbroken } from "~/ui/unbroken";
import type { Route } from "./+types/bahamian-evisa";

export const handle = staticPage;

const { serviceSlug } = evisaText.callToAction;

const trail = [{ label: "Bahamian e-Visa" }];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [head, text, service, tiers, { siteName }] = await Promise.all([
    pageHead(visit, "/bahamian-evisa"),
    textOf(visit, evisaText, "pages", "evisa").then((own) => interpolatePageFacts(visit, own)),
    readBlock(visit, "the e-visa's service", serviceBySlug(serviceSlug), undefined),
    readBlock(visit, "the e-visa's prices", tiersBySlug(serviceSlug), []),
    publicSettings(visit),
  ]);
  const own = [
    ...(service ? [serviceData(service, tiers, { siteName, origin: visit.origin })] : []),
    breadcrumbData(trail, visit.origin),
  ];
  // Without the service there is nothing to apply for: the buttons then link to the contact page.
  const apply = service ? `/apply?service=${service.id}` : "/contact";
  return { head: withData(head, own), text, siteName, apply, required: service?.documents ?? [] };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function BahamianEvisa({ loaderData: { text, siteName, apply, required } }: Route.ComponentProps) {
  const { hero, facts, whatItIs, whoNeedsIt, documents, included, process, callToAction } = text;
  return (
    <>
      <PageHero trail={trail} seed="evisa" ground="deep" eyebrow={hero.eyebrow} title={hero.title} lead={hero.lead}>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to={apply} variant="gold" size="lg" after={<ArrowRight aria-hidden />}>
            {callToAction.label}
          </ButtonLink>
          <ButtonLink to="/contact?service=bahamian-evisa#inquiry" variant="outline" size="lg">
            Ask whether you need one
          </ButtonLink>
        </div>
        <NotGovernment siteName={siteName} className="mt-6" />
      </PageHero>
      <div className="page relative z-10 -mt-14 print:mt-2! sm:-mt-16">
        <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line shadow-md sm:grid-cols-2 xl:grid-cols-4">
          {facts.map(({ label, value, note }) => (
            <div key={label} className="bg-white p-6 sm:p-7">
              <dt className="text-sm text-stone">{label}</dt>
              <dd className="mt-1 font-display text-2xl font-semibold text-navy lining-nums">{value}</dd>
              <dd className="mt-1.5 text-sm text-stone">{note}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="page grid gap-x-16 gap-y-14 py-16 sm:py-24 lg:grid-cols-2">
        <section aria-labelledby="what-it-is">
          <h2 id="what-it-is" className="text-3xl">
            {whatItIs.heading}
          </h2>
          <div className="prose mt-4">
            {whatItIs.paragraphs.map((paragraph) => (
              <p key={paragraph}>{unbroken(paragraph)}</p>
            ))}
          </div>
        </section>
        <section aria-labelledby="who-needs-it">
          <h2 id="who-needs-it" className="text-3xl">
            {whoNeedsIt.heading}
          </h2>
          <div className="prose mt-4">
            {whoNeedsIt.paragraphs.map((paragraph) => (
              <p key={paragraph}>{unbroken(paragraph)}</p>
            ))}
          </div>
          <CheckList items={whoNeedsIt.list} className="mt-6" />
          <p className="mt-6 border-l-2 border-gold-deep pl-4 text-stone">
            {whoNeedsIt.note} <TextLink to="/contact">Ask us</TextLink>
          </p>
        </section>
      </div>
      <Documents text={documents} documents={required} />
      <div className="page grid gap-x-16 gap-y-14 pt-16 sm:pt-24 lg:grid-cols-2">
        <section aria-labelledby="process">
          <h2 id="process" className="mb-8 text-3xl">
            {process.heading}
          </h2>
          <NumberedSteps steps={process.steps} />
        </section>
        <section aria-labelledby="included" className="rounded-2xl bg-foam p-6 sm:p-10 lg:self-start">
          <h2 id="included" className="text-3xl">
            {included.heading}
          </h2>
          <p className="mt-3 text-stone">{included.lead}</p>
          <CheckList items={included.items} className="mt-7" />
        </section>
      </div>
      <CallToAction
        title={callToAction.title}
        text={callToAction.text}
        to={apply}
        label={callToAction.label}
        other={{ to: "/visa/bahamian-evisa", label: "Price and details" }}
      />
    </>
  );
}

type DocumentsProps = {
  text: { heading: string; lead: string };
  documents: NonNullable<Awaited<ReturnType<typeof serviceBySlug>>>["documents"];
};

/** The service's required documents, in its order. */
function Documents({ text, documents }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents" className="bg-sand py-16 sm:py-24">
      <div className="page">
        <SectionHeading id="documents" eyebrow="What to have ready" title={text.heading} intro={text.lead} />
        <ol className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
          {documents.map(({ name, description, isRequired, dateRule, sample }, index) => (
            <li key={name} className="rounded-2xl bg-white p-6 sm:p-7">
              <span aria-hidden className="font-mono text-sm text-gold-ink">
                {String(index + 1).padStart(2, "0")}
              </span>
              {isRequired ? (
                <h3 className="mt-2 text-xl">{unbroken(name)}</h3>
              ) : (
                <p className="mt-2 font-display text-xl font-semibold text-navy">
                  {unbroken(name)}{" "}
                  <span className="font-sans text-base font-normal text-stone">(if it applies to you)</span>
                </p>
              )}
              {description ? <p className="mt-2 text-base text-stone">{unbroken(description)}</p> : null}
              <DateRuleText rule={dateRule} className="mt-2 text-base text-stone" />
              <SampleLink sample={sample} of={name} className="mt-2" />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
