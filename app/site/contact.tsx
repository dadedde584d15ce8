import { ContactWays } from "~/content/contact-ways";
import { headTags, withData } from "~/content/head";
import { pageHead } from "~/content/page-metadata.server";
import { publicSettings } from "~/content/settings.server";
import { breadcrumbData, businessData } from "~/content/structured-data";
import { OfficeHours } from "~/site/office-hours";
import { useSettings } from "~/site/use-settings";
import { Card } from "~/ui/card";
import { SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { NumberedSteps } from "~/ui/numbered-steps";
import { PageHero } from "~/ui/page-hero";
import { visitContext } from "~/visit";
import type { Route } from "./+types/contact";

const subject = "Free 30-minute consultation";

const steps = [
  {
    title: "You write or call",
    text: "Your passport, where you live, where you want to go, when and why. Two lines are enough to begin.",
  },
  {
    title: "We talk for half an hour",
    text: "By phone, by WhatsApp or in the office. Nothing to sign and nothing to pay.",
  },
  {
    title: "You know where you stand",
    text: "Which visa it takes, or none at all. What it costs with government fees, how long it takes, and a list of documents.",
  },
] as const;

const trail = [{ label: "Contact" }];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [head, settings] = await Promise.all([pageHead(visit, "/contact"), publicSettings(visit)]);
  return { head: withData(head, [businessData(settings, visit.origin), breadcrumbData(trail, visit.origin)]) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Contact() {
  const settings = useSettings();
  return (
    <>
      <PageHero
        trail={trail}
        seed="contact"
        ground="deep"
        eyebrow="Contact"
        title="Talk to a person in Nassau"
        lead="The first 30 minutes are free, and you have an answer within 24 hours. Choose the way that suits you."
      />
      <section aria-label="Ways to reach us" className="page relative z-10 -mt-14 sm:-mt-16">
        <ContactWays settings={settings} subject={subject} />
      </section>
      <div className="page grid gap-x-16 gap-y-14 pt-16 pb-20 sm:pt-24 sm:pb-28 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section aria-labelledby="consultation">
          <SectionHeading
            id="consultation"
            eyebrow="Free 30-minute consultation"
            title="What happens when you ask"
            className="mb-9"
          />
          <NumberedSteps steps={steps} />
          <p className="mt-9 text-stone">
            Many questions are answered already: read the <TextLink to="/faqs">questions and answers</TextLink>, or see{" "}
            <TextLink to="/services">what each visa asks for</TextLink>.
          </p>
        </section>
        <div className="grid content-start gap-5">
          <Card ground="sand" padding="lg">
            <h2 className="text-2xl">Office hours</h2>
            <div className="mt-4">
              <OfficeHours />
            </div>
            <p className="mt-4 text-sm text-stone">Times in EST, as in Nassau.</p>
          </Card>
          <Card ground="foam" padding="lg">
            <h2 className="text-2xl">Visit us</h2>
            <address className="mt-3 not-italic">
              {settings.addressLine1}
              <br />
              {settings.addressLine2}
            </address>
            <p className="mt-3 text-sm text-stone">
              Please call before you come, so that the right consultant has time for you.
            </p>
          </Card>
        </div>
      </div>
    </>
  );
}
