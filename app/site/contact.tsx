import { lazy, Suspense } from "react";
import { data } from "react-router";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { priceRange } from "~/content/facts/price-range.server";
import { readExtra } from "~/content/read.server";
import { headTags, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData, businessData } from "~/content/seo/structured-data";
import { ContactWays } from "~/content/settings/contact-ways";
import { hoursLines, hoursZone, type OfficeHours } from "~/content/settings/hours";
import { publicSettings } from "~/content/settings/settings.server";
import { countryList } from "~/core/countries.server";
import { requestContext } from "~/core/request-context";
import { formStatusOf, refuse, statusOf } from "~/core/verbs/refused";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { failedToSend } from "~/inquiries/form/client";
import { handleInquiryPage, type InquiryAnswer } from "~/inquiries/form/request.server";
import { requireInquiryLimit } from "~/inquiries/form/send-inquiry.server";
import { readInquiryForm } from "~/inquiries/inquiry";
import { serviceOfParam, serviceOptions } from "~/inquiries/services";
import { log } from "~/log.server";
import { readForm } from "~/request-bodies/read-form.server";
import { useSettings } from "~/site/layout/use-settings";
import { Rosette, Waves } from "~/ui/brand/guilloche";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { loadWithRetries } from "~/ui/load-with-retries";
import { NumberedSteps } from "~/ui/numbered-steps";
import { PageHero } from "~/ui/page-hero";
import type { Route } from "./+types/contact";

// The HTML form is rendered on the server and can be submitted before its script, the largest of the public pages, has
// loaded.
const InquiryForm = lazy(async () => ({
  default: (await loadWithRetries(() => import("~/inquiries/form/inquiry-form"), "form[aria-label=Inquiry]"))
    .InquiryForm,
}));

const stepsFor = (consultation: string) => [
  {
    title: "You write or call",
    text: "Your passport, where you live, where you want to go, when and why. Your name, a way to reach you and one sentence are enough to begin.",
  },
  {
    title: `We talk for ${consultation}`,
    text: "By phone, by WhatsApp or in the office. Nothing to sign and nothing to pay.",
  },
  {
    title: "You know where you stand",
    text: "You’ll know which visa you need, if any, what it costs including government fees, how long it takes, and which documents to get ready.",
  },
];

const trail = [{ label: "Contact" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const [head, settings, prices, active] = await Promise.all([
    pageHead(visit, "/contact"),
    publicSettings(visit),
    priceRange(visit),
    readExtra(visit, "the services that an inquiry can name", activeServiceNames(), []),
  ]);
  const param = url.searchParams.get("service");
  const service = serviceOfParam(param, active);
  if (param && !service) visit.cacheable = false;
  return {
    head: withData(head, [businessData(settings, visit.origin, prices), breadcrumbData(trail, visit.origin)]),
    countries: countryList,
    services: serviceOptions(active),
    service,
  };
}

/** The form without JavaScript: the response is this page with the result. */
export async function action({ request, context }: Route.ActionArgs) {
  const { address, requestId } = context.get(requestContext);
  await requireInquiryLimit(request, address);
  const form = await readForm(request);
  try {
    const { answer, cookie } = await handleInquiryPage(request, form, address);
    const headers = { "Cache-Control": "no-store", ...(cookie ? { "Set-Cookie": cookie } : {}) };
    return data(answer, { status: formStatusOf(answer.result), headers });
  } catch (err) {
    log.error({ err, requestId }, "an inquiry could not be stored");
    const result = refuse(isDatabaseUnavailable(err) ? "busy" : "failed", failedToSend);
    const answer: InquiryAnswer = { values: readInquiryForm(form), files: [], result };
    return data(answer, { status: statusOf(result), headers: { "Cache-Control": "no-store" } });
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Contact({ loaderData: { countries, services, service }, actionData }: Route.ComponentProps) {
  const settings = useSettings();
  const address = [settings.addressLine1, settings.addressLine2];
  return (
    <>
      <PageHero
        trail={trail}
        seed="contact"
        ground="deep"
        eyebrow="Contact"
        title="Talk to a person in Nassau"
        lead={`The first ${settings.said.consultation} are free, and you’ll hear from us within ${settings.said.response}. Choose the way that suits you.`}
      />
      <section aria-label="Ways to reach us" className="page relative z-10 -mt-14 print:mt-2! sm:-mt-16">
        <ContactWays settings={settings} subject={`Free ${settings.said.consultationAs} consultation`} />
      </section>
      <div className="page grid gap-x-14 gap-y-16 pt-16 pb-20 sm:pt-20 sm:pb-28 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-20">
        <section data-late aria-labelledby="inquiry" className="min-w-0">
          <SectionHeading
            id="inquiry"
            eyebrow="Send an inquiry"
            title="Tell us where you are going"
            intro="We need your name, a way to reach you and what it is about. Your text stays in this form until we receive it."
            className="mb-10 scroll-mt-28"
          />
          <Suspense>
            <InquiryForm key={service} {...{ countries, services, service }} answered={actionData} />
          </Suspense>
        </section>
        <aside aria-labelledby="consultation">
          <h2 id="consultation" className="mb-6 text-2xl">
            What happens when you ask
          </h2>
          <NumberedSteps steps={stepsFor(settings.said.consultation)} />
          {settings.bookingPath === "/contact" ? null : (
            <ButtonLink to={settings.bookingPath} variant="outline" wide className="mt-7">
              Book a consultation
            </ButtonLink>
          )}
          <p className="mt-7 text-sm text-stone">
            Your question may already be answered: see our <TextLink to="/faqs">questions and answers</TextLink>, or{" "}
            <TextLink to="/services">what each visa requires</TextLink>.
          </p>
        </aside>
        <section aria-label="The office" className="grid gap-6 sm:grid-cols-2 lg:col-span-2 lg:gap-8">
          <Card ground="sand" padding="lg">
            <h2 className="text-2xl">Office hours</h2>
            <div className="mt-4">
              <OfficeHoursTable hours={settings.officeHours} />
              {settings.holidaysAhead.length > 0 ? (
                <ul className="mt-4 grid gap-1 border-t border-dune pt-4 font-semibold text-navy">
                  {settings.holidaysAhead.map(({ date, words }) => (
                    <li key={date}>{words}</li>
                  ))}
                </ul>
              ) : null}
            </div>
          </Card>
          <Card ground="navy" padding="lg" className="relative isolate overflow-hidden">
            <Rosette seed="parliament-street" className="absolute -top-28 -right-28 -z-10 size-60 text-gold/40" />
            <Waves seed="harbour" className="absolute inset-x-0 bottom-0 -z-10 h-16 text-shallows/40" />
            <h2 className="text-2xl">Visit us</h2>
            <address className="mt-3 text-lg text-white not-italic">
              {address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
            <CopyButton text={address.join(", ")} subject="the address" className="mt-1 -ml-2.5" />
            <p className="mt-3 pb-10 text-sm text-foam">
              Please call before you come, so that the right consultant has time for you.
            </p>
          </Card>
        </section>
      </div>
    </>
  );
}

/** When the office answers the phone, in Nassau time. */
function OfficeHoursTable({ hours }: { hours: OfficeHours }) {
  return (
    <>
      <dl className="divide-y divide-dune">
        {hoursLines(hours).map(({ days, times }) => (
          <div key={days} className="flex justify-between gap-6 py-2.5">
            <dt>{days}</dt>
            <dd className="font-semibold text-navy tabular-nums">{times}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-stone">{hoursZone}.</p>
    </>
  );
}
