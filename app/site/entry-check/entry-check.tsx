import { data, redirect } from "react-router";
import { allCountries } from "~/catalogue/services.server";
import { checkPath } from "~/content/rules/check-path";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { NotGovernment } from "~/content/settings/not-government";
import { publicSettings } from "~/content/settings/settings.server";
import { countryOptions } from "~/core/countries/country-options";
import { countryNames } from "~/core/countries.server";
import { requestContext } from "~/core/request-context";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/entry-check";
import { Answer, AnswerHero } from "./answer";
import { readAnswer } from "./answer.server";
import { CheckForm } from "./check-form";
import { answerData, answeredHead } from "./head";
import { readTrip } from "./trip";

export const handle = staticPage;

const passports = countryOptions(countryNames, "nationalities or stateless").map(({ code, name }) => ({ code, name }));
const codes: ReadonlySet<string> = new Set(passports.map(({ code }) => code));

/** `/do-i-need-a-visa`: the form; with a passport, a destination and a purpose the answer of the public rules. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const all = await allCountries();
  // As it was sent: `url` is decoded and encoded again.
  const { search } = new URL(request.url);
  const read = readTrip(search, codes, all, visit.preview !== null);
  if (read.kind === "moved") throw redirect(read.path, 301);
  const [head, { siteName }] = await Promise.all([pageHead(visit, checkPath), publicSettings(visit)]);
  const { chosen } = read;
  const destination = all.find(({ code }) => code === chosen.to);
  const answer = read.kind === "trip" && destination ? await readAnswer(visit, chosen, destination.name) : null;
  const isAnswered = answer !== null && answer.kind !== "unanswered";
  const errors = read.kind === "form" ? read.errors : {};
  const isBare = answer === null && Object.keys(errors).length === 0;
  // Each unanswered trip and each unknown value is a URL of its own.
  if (!isAnswered && !isBare) visit.cacheable = false;
  const trail = answer
    ? [{ label: "Do I need a visa?", to: checkPath }, { label: "Answer" }]
    : [{ label: "Do I need a visa?" }];
  const breadcrumbs = breadcrumbData(trail, visit.origin);
  return data({
    head: isAnswered
      ? withData(answeredHead(head, answer, chosen, visit.origin), [answerData(answer, chosen), breadcrumbs])
      : {
          ...withData(head, [breadcrumbs]),
          ...(isBare && !chosen.to ? {} : { robots: "noindex, follow" }),
        },
    ...{ trail, siteName, chosen, errors, answer, passports },
    destinations: all.filter(({ isHidden }) => !isHidden).map(({ code, name }) => ({ code, name })),
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function EntryCheck({ loaderData }: Route.ComponentProps) {
  const { trail, siteName, chosen, errors, answer, passports: offered, destinations } = loaderData;
  const form = { chosen, errors, passports: offered, destinations };
  if (answer)
    return (
      <>
        <AnswerHero answer={answer} trail={trail} chosen={chosen} />
        <Answer answer={answer} chosen={chosen} />
        <section aria-labelledby="another" className="no-print page pt-16 pb-16 sm:pt-20 sm:pb-24">
          <h2 id="another" className="text-3xl">
            Check another trip
          </h2>
          <CheckForm {...form} className="mt-6" />
        </section>
      </>
    );
  return (
    <>
      <PageHero
        trail={trail}
        seed="entry-check"
        eyebrow="Before you apply"
        title="Do I need a visa?"
        lead="Choose your passport and your destination. The answer is free, names its source, and says when we checked it."
        destination={chosen.to ? { code: chosen.to, at: "sun" } : undefined}
      >
        <NotGovernment siteName={siteName} className="mt-5" />
      </PageHero>
      <div className="page relative z-10 -mt-12 pb-16 sm:-mt-16 sm:pb-24">
        <CheckForm {...form} />
        <HowItWorks />
      </div>
    </>
  );
}

const principles = [
  {
    title: "One answer, with its source",
    text: "Each answer comes from a law or a page of a government, and links to it.",
  },
  {
    title: "Dated by our office",
    text: "You see when we last checked the source. If we have not checked it, the answer says so.",
  },
  {
    title: "Nothing to sell you",
    text: "If you need nothing, we tell you. We don’t store what you choose here.",
  },
];

function HowItWorks() {
  return (
    <section aria-label="How we answer" className="no-print mt-12 sm:mt-16">
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {principles.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-gold pt-4">
            <span aria-hidden className="font-mono text-sm text-gold-ink">
              {String(index + 1).padStart(2, "0")}
            </span>
            <h2 className="mt-1 text-xl">{title}</h2>
            <p className="mt-2 text-stone">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
