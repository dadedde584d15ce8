import { lazy, Suspense } from "react";
import { activeServicesData } from "~/catalogue/public/service-data";
import { featuredServices, serviceLines } from "~/catalogue/services.server";
import { stated } from "~/content/facts/facts.server";
import { publishedFaqs } from "~/content/questions/questions.server";
import { readBlock } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { businessData, websiteData } from "~/content/seo/structured-data";
import { publicSettings } from "~/content/settings/settings.server";
import { visitContext } from "~/ground/visit";
import { reviewBlock } from "~/reviews/reviews.server";
import { ReviewsBlock } from "~/reviews/reviews-block-later";
import { HomeAbout } from "~/site/home/about";
import { HomeFigures } from "~/site/home/figures";
import { HomeHero } from "~/site/home/hero";
import { HomeFeatured } from "~/site/home/services";
import { HomeTicker } from "~/site/home/ticker";
import { useSettings } from "~/site/shell/use-settings";
import { aboutText } from "~/site/texts/about";
import { claims } from "~/site/texts/default-metadata";
import { CallToAction } from "~/ui/call-to-action";
import { loadWithRetries } from "~/ui/load-with-retries";
import type { Route } from "./+types/home";

// Far below the opening: these are in the server's HTML, and their script loads after the page's own.
const HomeServices = lazy(async () => ({
  default: (await loadWithRetries(() => import("~/site/home/all-services"), "#all-services")).HomeServices,
}));
const HomeQuestions = lazy(async () => ({
  default: (await loadWithRetries(() => import("~/site/home/questions"), "#questions")).HomeQuestions,
}));

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { hero, founder } = aboutText;
  const [head, figures, lead, featured, services, questions, reviews, settings] = await Promise.all([
    pageHead(visit, "/"),
    stated(claims),
    stated(hero.lead),
    readBlock(visit, "the featured services", featuredServices(), []),
    readBlock(visit, "the services", serviceLines(), []),
    readBlock(visit, "the questions", publishedFaqs(5), []),
    reviewBlock(visit),
    publicSettings(visit),
  ]);
  return {
    head: withData(head, [
      businessData(settings, visit.origin),
      websiteData(settings.siteName, visit.origin),
      activeServicesData(services, visit.origin),
    ]),
    featured,
    services,
    questions,
    reviews,
    figures,
    // Picked in the loader, so that the whole text of the About page stays out of the browser's bundle.
    about: { title: hero.title, lead, founder: { name: founder.person.name, role: founder.person.role } },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { featured, services, questions, reviews, figures, about } = loaderData;
  const { siteName, addressLine1, addressLine2 } = useSettings();
  return (
    <div className="has-[#still:checked]:[&_.animate-drift]:[animation-play-state:paused] has-[#still:checked]:[&_.animate-turn]:[animation-play-state:paused]">
      <HomeHero siteName={siteName} />
      <HomeFigures claims={figures} />
      <HomeFeatured services={featured} />
      <HomeAbout {...about} />
      <HomeTicker />
      <Suspense>
        <HomeServices services={services} />
      </Suspense>
      <ReviewsBlock block={reviews} siteName={siteName} place={`${addressLine1}, ${addressLine2}`} />
      <Suspense>
        <HomeQuestions questions={questions} />
      </Suspense>
      <CallToAction
        title="Tell us where you are going"
        text="The first 30 minutes are free. You leave with the name of your visa, its price, and a list of documents."
        to="/contact"
        label="Book a consultation"
        other={{ to: "/services", label: "See all visa services" }}
      />
    </div>
  );
}
