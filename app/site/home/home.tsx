import { activeServicesData } from "~/catalogue/public/service-data";
import { featuredServices, serviceLines } from "~/catalogue/services.server";
import { interpolatePageFacts } from "~/content/facts/facts.server";
import { priceRange } from "~/content/facts/price-range.server";
import { publishedFaqs } from "~/content/questions/questions.server";
import { readBlock } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { businessData, websiteData } from "~/content/seo/structured-data";
import { publicSettings } from "~/content/settings/settings.server";
import { publicTeam } from "~/content/team/team.server";
import { homeText } from "~/content/texts/home";
import { figuresOf, inOrder, textOf } from "~/content/texts/published-texts.server";
import { requestContext } from "~/core/request-context";
import { reviewBlock } from "~/reviews/reviews.server";
import { ReviewsBlock } from "~/reviews/reviews-block";
import { HomeAbout } from "~/site/home/about";
import { HomeServices } from "~/site/home/all-services";
import { HomeFigures } from "~/site/home/figures";
import { HomeHero } from "~/site/home/hero";
import { HomeQuestions } from "~/site/home/questions";
import { HomeFeatured } from "~/site/home/services";
import { HomeTicker } from "~/site/home/ticker";
import { useSettings } from "~/site/layout/use-settings";
import { CallToAction } from "~/ui/call-to-action";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/home";

export const handle = staticPage;

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [head, figures, text, featured, services, questions, reviews, settings, prices, team] = await Promise.all([
    pageHead(visit, "/"),
    figuresOf(visit).then((own) => interpolatePageFacts(visit, inOrder(own))),
    textOf(visit, homeText, "home", "home").then((own) => interpolatePageFacts(visit, own)),
    readBlock(visit, "the featured services", featuredServices(), []),
    readBlock(visit, "the services", serviceLines(), []),
    readBlock(visit, "the questions", publishedFaqs(5), []),
    reviewBlock(visit),
    publicSettings(visit),
    priceRange(visit),
    publicTeam(visit),
  ]);
  return {
    head: withData(head, [
      businessData(settings, visit.origin, prices),
      websiteData(settings.siteName, visit.origin),
      activeServicesData(services, visit.origin),
    ]),
    featured,
    services,
    questions,
    reviews,
    figures,
    text,
    founder: team.founder && { name: team.founder.name, role: team.founder.role },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { featured, services, questions, reviews, figures, text, founder } = loaderData;
  const { siteName, addressLine1, addressLine2, said, bookingPath } = useSettings();
  return (
    <div className="has-[#still:checked]:[&_.animate-drift]:[animation-play-state:paused] has-[#still:checked]:[&_.animate-turn]:[animation-play-state:paused]">
      <HomeHero siteName={siteName} text={text.hero} consultation={said.consultationAs} bookingPath={bookingPath} />
      <HomeFigures claims={figures} />
      <HomeFeatured services={featured} />
      <HomeAbout founder={founder} />
      <HomeTicker phrases={text.ticker} />
      <HomeServices services={services} siteName={siteName} />
      <ReviewsBlock block={reviews} siteName={siteName} place={`${addressLine1}, ${addressLine2}`} />
      <HomeQuestions questions={questions} />
      <CallToAction
        title="Tell us where you are going"
        text={`The first ${said.consultation} are free. You leave with the name of your visa, its price, and a list of documents.`}
        to={bookingPath}
        label="Book a consultation"
        other={{ to: "/services", label: "See all visa services" }}
      />
    </div>
  );
}
