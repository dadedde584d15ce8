import { interpolatePageFacts } from "~/content/facts/facts.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { mailLink } from "~/content/settings/contact-links";
import { publicSettings } from "~/content/settings/settings.server";
import { type PrivacySection, privacyText } from "~/content/texts/privacy-policy";
import { textOf } from "~/content/texts/published-texts.server";
import { type RetainedItem, retainedGroups } from "~/content/texts/retained-items";
import { type StoredItems, storedItems } from "~/content/texts/stored-items";
import { type TermsText, termsText } from "~/content/texts/terms";
import { termsPaths } from "~/content/texts/terms-paths";
import { telephoneLink } from "~/core/phones/phone-link";
import { requestContext } from "~/core/request-context";
import { calendarLongDate } from "~/core/time";
import { periodsAsOf } from "~/db/data-inventory/rules";
import { useSettings } from "~/site/layout/use-settings";
import { LegalBody, LegalPart, LegalText, TermsParts } from "~/site/legal-text";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/privacy-policy";

export const handle = staticPage;

const trail = [{ label: "Privacy Policy" }];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [head, text, terms, { termsPath }] = await Promise.all([
    pageHead(visit, "/privacy-policy"),
    textOf(visit, privacyText, "pages", "privacy").then((own) => interpolatePageFacts(visit, own)),
    interpolatePageFacts(visit, termsText),
    publicSettings(visit),
  ]);
  return {
    head: withData(head, [breadcrumbData(trail, visit.origin)]),
    text,
    // Don't repeat them once they have a page of their own.
    terms: termsPath === termsPaths.before ? terms : null,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function PrivacyPolicy({ loaderData: { text, terms } }: Route.ComponentProps) {
  const sections = Object.entries(text.sections).filter(([, { heading }]) => heading !== "");
  return (
    <>
      <PageHero
        trail={trail}
        seed="privacy"
        eyebrow={`Last updated ${calendarLongDate(text.lastUpdated)} · Retention periods as of ${calendarLongDate(periodsAsOf)}`}
        title={text.title}
        lead={text.lead}
      />
      <LegalText contents={sections.map(([id, { heading, name }]) => ({ id, label: name ?? heading }))}>
        {sections.map(([id, section]) => (
          <Section key={id} id={id} section={section} terms={terms} />
        ))}
      </LegalText>
    </>
  );
}

type SectionProps = { id: string; section: PrivacySection; terms: TermsText | null };

function Section({ id, section: { name, heading, after, ask, ...body }, terms }: SectionProps) {
  return (
    <LegalPart id={id} name={name} heading={heading}>
      {id === "terms" ? <Terms text={terms} elsewhere={body.paragraphs} /> : <LegalBody {...body} />}
      {id === "cookies" ? storedItems.map((group) => <Stored key={group.heading} {...group} />) : null}
      {id === "retention"
        ? retainedGroups.map(({ about, items }) => (
            <section key={about} className="[&>*+*]:mt-3">
              <h3>{about}</h3>
              <Retained things={items} />
            </section>
          ))
        : null}
      <LegalBody paragraphs={after ?? []} />
      {ask ? (
        <p>
          <a href="/your-data" className="inline-block py-1">
            {ask}
          </a>
        </p>
      ) : null}
      {id === "contact" ? <Office /> : null}
    </LegalPart>
  );
}

/** The terms while they have no page of their own, then a link to it. */
function Terms({ text, elsewhere }: { text: TermsText | null; elsewhere: readonly string[] }) {
  if (!text)
    return (
      <>
        <LegalBody paragraphs={elsewhere} />
        <p>
          <a href={termsPaths.after}>Read the terms</a>
        </p>
      </>
    );
  return (
    <>
      <LegalBody paragraphs={text.intro} />
      <TermsParts parts={text.parts} />
    </>
  );
}

function Retained({ things }: { things: readonly RetainedItem[] }) {
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

/** Everything stored in one kind of browser storage: real name, purpose and lifetime. */
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
              <span className="mt-1 block text-sm text-stone">Kept for: {stays}</span>
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
