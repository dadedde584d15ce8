import { mailLink, whatsappLink } from "~/content/settings/contact-links";
import { telephoneLink } from "~/core/phones/phone-link";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/consultation";

/** Without free times: the other ways to reach the office. */
export function NoTimes({
  office: { contactPhone, whatsappPhone, contactEmail, subject },
  isAway,
}: {
  office: Route.ComponentProps["loaderData"]["office"];
  isAway: boolean;
}) {
  const ways = [
    { label: "Call", text: contactPhone, to: telephoneLink(contactPhone) },
    { label: "WhatsApp", text: whatsappPhone, to: whatsappLink(whatsappPhone, subject) },
    { label: "Email", text: contactEmail, to: mailLink(contactEmail, subject) },
  ];
  return (
    <section aria-labelledby="no-times" className="max-w-[36rem]">
      <h2 id="no-times" className="text-3xl">
        {isAway ? "We can’t show the free times right now." : "No times can be booked online at the moment."}
      </h2>
      <p className="mt-4 text-lg text-stone">
        {isAway
          ? "Please try again in a few minutes, or call us."
          : "Call or write to us, and we’ll find a time together."}
      </p>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        {ways.map(({ label, text, to }) => (
          <div key={label} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
            <dt className="w-24 text-stone">{label}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">
              <TextLink to={to} className="inline-flex min-h-6 items-center">
                {text}
              </TextLink>
            </dd>
          </div>
        ))}
      </dl>
      <ButtonLink to="/contact" size="lg" className="mt-8">
        Send us a message
      </ButtonLink>
    </section>
  );
}
