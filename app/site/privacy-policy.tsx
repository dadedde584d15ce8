import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { mailLink, telephoneLink } from "~/content/settings/contact-links";
import { visitContext } from "~/ground/visit";
import { useSettings } from "~/site/shell/use-settings";
import { type PrivacySection, privacyText } from "~/site/texts/privacy-policy";
import { PageHero } from "~/ui/page-hero";
import { stillPage } from "~/ui/still-page";
import type { Route } from "./+types/privacy-policy";

export const handle = stillPage;

const trail = [{ label: "Privacy Policy" }];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return { head: withData(await pageHead(visit, "/privacy-policy"), [breadcrumbData(trail, visit.origin)]) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

const sections: readonly PrivacySection[] = privacyText.sections;

export default function PrivacyPolicy() {
  return (
    <>
      <PageHero
        trail={trail}
        seed="privacy"
        eyebrow={`Last updated ${privacyText.lastUpdated}`}
        title={privacyText.title}
        lead={privacyText.lead}
      />
      <div className="page grid gap-x-16 gap-y-10 pt-12 pb-20 sm:pb-28 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="lg:sticky lg:top-28 lg:self-start">
          <p className="eyebrow text-sea-ink">On this page</p>
          <ol className="mt-3 grid gap-x-8 text-sm sm:max-lg:grid-cols-2">
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-9 items-center rounded-xs text-stone underline-offset-4 hover:text-navy hover:underline"
                >
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose">
          {sections.map(({ id, heading, paragraphs, list }) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="border-t border-line pt-8 first:border-0 first:pt-0 not-first:mt-9 [&>*+*]:mt-4 [&>h2]:mt-0"
            >
              <h2 id={`${id}-title`}>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {list ? (
                <ul>
                  {list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ) : null}
              {id === "contact" ? <Office /> : null}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function Office() {
  const { siteName, addressLine1, addressLine2, contactPhone, contactEmail } = useSettings();
  return (
    <address className="rounded-xl bg-sand p-6 not-italic">
      <strong className="font-semibold">{siteName}</strong>
      <br />
      {addressLine1}
      <br />
      {addressLine2}
      <br />
      <a href={telephoneLink(contactPhone)}>{contactPhone}</a>
      <br />
      <a href={mailLink(contactEmail)}>{contactEmail}</a>
    </address>
  );
}
