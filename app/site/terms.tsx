import { redirect } from "react-router";
import { interpolatePageFacts } from "~/content/facts/facts.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { textOverridesOf } from "~/content/texts/published-texts.server";
import { termsText } from "~/content/texts/terms";
import { withOverrides } from "~/content/texts/with-overrides";
import { requestContext } from "~/core/request-context";
import { LegalBody, LegalPart, LegalText } from "~/site/legal-text";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/terms";

export const handle = staticPage;

const trail = [{ label: "Terms Of Service" }];

/** `/terms`: the terms once they are published; before, a redirect to where they are. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const overrides = await textOverridesOf(visit, "pages", "terms");
  if (!overrides) throw redirect("/privacy-policy", 302);
  const [stored, text] = await Promise.all([
    pageHead(visit, "/terms"),
    interpolatePageFacts(visit, withOverrides(termsText, overrides)),
  ]);
  const head = { title: text.title, description: text.lead, ...stored };
  return { head: withData(head, [breadcrumbData(trail, visit.origin)]), text };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Terms({ loaderData: { text } }: Route.ComponentProps) {
  const parts = Object.entries(text.parts).filter(([, { heading }]) => heading !== "");
  return (
    <>
      <PageHero trail={trail} seed="privacy" eyebrow="Legal" title={text.title} lead={text.lead} />
      <LegalText contents={parts.map(([id, { heading }]) => ({ id, label: heading }))}>
        <LegalBody paragraphs={text.intro} />
        {parts.map(([id, part]) => (
          <LegalPart key={id} id={id} heading={part.heading}>
            <LegalBody {...part} />
          </LegalPart>
        ))}
      </LegalText>
    </>
  );
}
