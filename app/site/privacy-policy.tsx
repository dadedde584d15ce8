import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { mailLink, telephoneLink } from "~/content/settings/contact-links";
import { periodsAsOf } from "~/db/register/rules";
import { calendarLongDate } from "~/ground/time";
import { visitContext } from "~/ground/visit";
import { useSettings } from "~/site/shell/use-settings";
import type { KeptThing } from "~/site/texts/kept-things";
import { type PrivacySection, privacyText } from "~/site/texts/privacy-policy";
import type { StoredItems } from "~/site/texts/stored-items";
import type { TextPart } from "~/site/texts/terms";
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
        eyebrow={`Last updated ${privacyText.lastUpdated} · Retention periods as of ${calendarLongDate(periodsAsOf)}`}
        title={privacyText.title}
        lead={privacyText.lead}
      />
      <div className="page grid gap-x-16 gap-y-10 pt-12 pb-20 sm:pb-28 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="no-print lg:sticky lg:top-28 lg:self-start">
          <p className="eyebrow text-sea-ink">On this page</p>
          <ol className="mt-3 grid gap-x-8 text-sm sm:max-lg:grid-cols-2">
            {sections.map(({ id, heading, name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-9 items-center rounded-xs text-stone underline-offset-4 hover:text-navy hover:underline"
                >
                  {name ?? heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose">
          {sections.map((section) => (
            <Section key={section.id} {...section} />
          ))}
        </div>
      </div>
    </>
  );
}

function Section({ id, name, heading, parts, stored, kept, after, ask, ...body }: PrivacySection) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-28 border-t border-line pt-8 first:border-0 first:pt-0 not-first:mt-9 [&>*+*]:mt-4 [&>h2]:mt-0"
    >
      <h2 id={`${id}-title`}>
        {name ? <span className="eyebrow mb-2 block text-sea-ink">{name}</span> : null} {heading}
      </h2>
      <Body {...body} />
      {parts?.map((part) => (
        <section key={part.heading} className="[&>*+*]:mt-3">
          <h3>{part.heading}</h3>
          <Body {...part} />
        </section>
      ))}
      {stored?.map((group) => (
        <Stored key={group.heading} {...group} />
      ))}
      {kept ? <Kept things={kept} /> : null}
      <Body paragraphs={after ?? []} />
      {ask ? (
        <p>
          <a href={ask.path}>{ask.words}</a>
        </p>
      ) : null}
      {id === "contact" ? <Office /> : null}
    </section>
  );
}

function Body({ paragraphs, list }: Omit<TextPart, "heading">) {
  const { siteName } = useSettings();
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph.replace("{site}", siteName)}</p>
      ))}
      {list ? (
        <ul>
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** Each kind of thing with the period of the nightly run (V-PAGE-1). */
function Kept({ things }: { things: readonly KeptThing[] }) {
  return (
    <dl className="rounded-xl border border-line bg-white">
      {things.map(({ what, long, more }) => (
        <div
          key={what}
          className="grid gap-x-6 gap-y-1.5 px-5 py-4 not-first:border-t not-first:border-line sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]"
        >
          <dt className="text-base font-semibold text-navy">{what}</dt>
          <dd className="text-base">
            {long}
            {more ? <span className="mt-1 block text-sm text-stone">{more}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What is kept in one place of the browser: each with its real name, purpose and time (L-WORDS-4). */
function Stored({ heading, intro, items }: StoredItems) {
  return (
    <section className="[&>*+*]:mt-3">
      <h3>{heading}</h3>
      <p>{intro}</p>
      <dl className="rounded-xl border border-line bg-white">
        {items.map(({ name, what, stays }) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-1.5 px-5 py-4 not-first:border-t not-first:border-line sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]"
          >
            <dt>
              <code className="font-sans text-base font-semibold wrap-anywhere text-navy">{name}</code>
            </dt>
            <dd className="text-base">
              {what}
              <span className="mt-1 block text-sm text-stone">Stays: {stays}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
