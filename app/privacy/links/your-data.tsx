import { LinksByEmail } from "~/applications/access/links-by-email";
import { handleLinksByEmail } from "~/applications/access/links-by-email.server";
import { headTags } from "~/content/seo/head";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/your-data";
import { DataPage } from "./page";
import { sendDataLink } from "./send-data-link.server";

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Your data", robots: "noindex" }, matches);
}

/** `/your-data`: mails a link to all data of an email; the response is the same for every email. */
export const action = ({ request, context }: Route.ActionArgs) => handleLinksByEmail(request, context, sendDataLink);

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (problem) => ({ email: "", problem }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function YourData({ actionData }: Route.ComponentProps) {
  return (
    <DataPage title="Your data" crumb={null}>
      <p>
        See the data we hold for your email address, get a copy, or ask us to erase it. This covers applications,
        inquiries and the newsletter. We’ll email you a link that works for 24 hours.
      </p>
      <LinksByEmail
        answer={actionData}
        sent="If we hold anything for this address, a link is on its way."
        label="Send me the link"
      />
      <p>
        Our <TextLink to="/privacy-policy">privacy policy</TextLink> explains how long we keep your data.
      </p>
    </DataPage>
  );
}
