import { interpolatePageFacts } from "~/content/facts/facts.server";
import { priceRange } from "~/content/facts/price-range.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData, businessData } from "~/content/seo/structured-data";
import { publicSettings } from "~/content/settings/settings.server";
import { publicTeam, type TeamMember } from "~/content/team/team.server";
import { aboutText } from "~/content/texts/about";
import { textOf } from "~/content/texts/published-texts.server";
import { requestContext } from "~/core/request-context";
import { reviewBlock } from "~/reviews/reviews.server";
import { ReviewsBlock } from "~/reviews/reviews-block";
import { useSettings } from "~/site/layout/use-settings";
import { Portrait } from "~/site/portrait";
import { preloadFace } from "~/ui/brand/fonts/preload";
import { Cover } from "~/ui/brand/guilloche";
import { CallToAction } from "~/ui/call-to-action";
import { Card } from "~/ui/card";
import { Eyebrow, SectionHeading } from "~/ui/heading";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import { unbroken } from "~/ui/unbroken";
import type { Route } from "./+types/about";

export const handle = staticPage;

const trail = [{ label: "About" }];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [head, text, reviews, settings, prices, team] = await Promise.all([
    pageHead(visit, "/about"),
    textOf(visit, aboutText, "pages", "about").then((own) => interpolatePageFacts(visit, own)),
    reviewBlock(visit, 4),
    publicSettings(visit),
    priceRange(visit),
    publicTeam(visit),
  ]);
  const own = [businessData(settings, visit.origin, prices), breadcrumbData(trail, visit.origin)];
  return { head: withData(head, own), text, reviews, team };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function About({ loaderData: { text, reviews, team: people } }: Route.ComponentProps) {
  const { siteName, addressLine1, addressLine2, licences, bookingPath } = useSettings();
  const { hero, values, callToAction } = text;
  return (
    <>
      <PageHero
        trail={trail}
        seed="two-chairs"
        ground="deep"
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
      />
      <section aria-label="What we stand for" className="page grid gap-6 pt-16 sm:pt-20 lg:grid-cols-2 lg:gap-8">
        {values.map(({ title, text }) => (
          <Card key={title} ground="sand" padding="lg" className="sm:p-11">
            <h2 className="text-3xl">{title}</h2>
            <p className="mt-4 text-lg text-stone">{text}</p>
          </Card>
        ))}
      </section>
      {people.founder ? <Founder person={people.founder} heading={text.founder.heading} /> : null}
      <section aria-labelledby="team" className="bg-sand py-16 sm:py-24">
        <div className="page">
          <SectionHeading id="team" eyebrow="The team" title={text.team.heading} intro={text.team.lead} />
          <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
            {people.members.map((member) => (
              <li key={member.id} className="min-w-0">
                <Member member={member} />
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Licences licences={licences} />
      <ReviewsBlock
        block={reviews}
        siteName={siteName}
        place={`${addressLine1}, ${addressLine2}`}
        title={text.reviews.heading}
        intro={text.reviews.lead}
      />
      <CallToAction
        title={callToAction.title}
        text={callToAction.text}
        to={callToAction.href === "/contact" ? bookingPath : callToAction.href}
        label={callToAction.label}
        other={
          bookingPath === "/contact"
            ? { to: "/services", label: "See all visa services" }
            : { to: "/contact", label: "Write to us" }
        }
      />
    </>
  );
}

/** The registrations of the consultants, if there are any. */
function Licences({ licences }: { licences: readonly string[] }) {
  if (licences.length === 0) return null;
  return (
    <section aria-labelledby="licences" className="page pt-16 sm:pt-20">
      <h2 id="licences" className="text-3xl">
        Licensed to represent you
      </h2>
      <ul className="mt-4 grid gap-1.5 text-lg text-stone">
        {licences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function Founder({ person, heading }: { person: TeamMember; heading: string }) {
  preloadFace("italic");
  return (
    <section
      aria-labelledby="founder"
      className="page grid items-center gap-x-16 gap-y-10 py-16 sm:py-24 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]"
    >
      <div className="relative isolate mx-auto aspect-square w-full max-w-md overflow-hidden rounded-2xl lg:aspect-[4/5]">
        <Cover seed="marguerite" className="absolute inset-0 -z-10 size-full" />
        <div className="grid h-full place-items-center">
          <Portrait of={person} className="size-52 shadow-lg sm:size-60" />
        </div>
      </div>
      <div>
        <Eyebrow className="mb-2">{heading}</Eyebrow>
        <h2 id="founder" className="text-4xl">
          {person.name}
        </h2>
        <p className="mt-1 text-lg font-medium text-sea-ink">{person.role}</p>
        <div className="prose mt-6">
          {paragraphsOf(person).map((paragraph) => (
            <p key={paragraph} className="last:font-display last:text-xl last:leading-snug last:text-navy last:italic">
              {unbroken(paragraph)}
            </p>
          ))}
        </div>
        <Languages of={person} />
      </div>
    </section>
  );
}

const paragraphsOf = ({ bio }: TeamMember): string[] => bio.split(/\n+/).filter((paragraph) => paragraph !== "");

function Member({ member }: { member: TeamMember }) {
  return (
    <article className="flex h-full flex-col rounded-2xl bg-white p-6 sm:p-7">
      <div className="flex min-h-18 items-center gap-4">
        <Portrait of={member} className="size-16" />
        <div className="min-w-0">
          <h3 className="text-xl">{member.name}</h3>
          <p className="mt-0.5 text-sm font-medium text-balance text-sea-ink">{member.role}</p>
        </div>
      </div>
      {paragraphsOf(member).map((paragraph) => (
        <p key={paragraph} className="mt-5 text-base text-stone">
          {unbroken(paragraph)}
        </p>
      ))}
      <div className="mt-auto">
        <Languages of={member} />
      </div>
    </article>
  );
}

function Languages({ of }: { of: TeamMember }) {
  if (of.languages.length === 0) return null;
  return (
    <p className="mt-5 text-sm text-stone">
      Speaks <span className="font-medium text-ink">{of.languages.join(", ")}</span>
    </p>
  );
}
